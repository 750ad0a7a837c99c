"""Reviews of finished games: a player's own decisions against the best that a search finds."""
