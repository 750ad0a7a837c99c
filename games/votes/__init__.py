"""Votes of the players of a game; they decide unanimously (decision 42)."""
