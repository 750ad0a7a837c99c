"""Absence: vacations and their budget, seats open to a substitute, hand-overs."""
