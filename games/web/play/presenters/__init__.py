"""Presenters of the pages of a game, which read the reader's view alone."""
