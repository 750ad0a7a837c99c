"""Load: a database of many games, what grows with it, and simulated players who play on it."""
