"""Votes: what the people at a table decide together, all of them or not at all."""
