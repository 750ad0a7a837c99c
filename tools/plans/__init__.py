"""Simulated authors of plans: how many decisions a game leaves to them, and how often they win."""
