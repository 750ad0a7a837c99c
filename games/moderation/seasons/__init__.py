"""Decisions of directors and moderators in a season."""
