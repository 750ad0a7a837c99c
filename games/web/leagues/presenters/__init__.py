"""Content of the pages of leagues: standings, games, status and points of a season."""
