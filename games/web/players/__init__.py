"""Pages of players: profile, rankings, reporting a player."""
