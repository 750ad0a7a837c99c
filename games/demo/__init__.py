"""Demo data of a new site, and simulated leagues (simulation/)."""
