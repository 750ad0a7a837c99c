"""Pair me: people say what they would like to play, and tables start from that (decision 200)."""
