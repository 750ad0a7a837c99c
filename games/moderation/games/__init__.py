"""Decisions of directors and moderators in one game."""
