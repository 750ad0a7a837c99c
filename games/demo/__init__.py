"""Demo data of a new site."""
