"""Rehearsals: what a newcomer finds on a new site, and simulated leagues (simulation/)."""
