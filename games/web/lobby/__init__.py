"""Pages of games that wait for players, and of seats that need a substitute."""
