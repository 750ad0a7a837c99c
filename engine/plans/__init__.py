"""Plans: what a seat is after over many turns, on its own view; no part of state or log."""
