"""Pages of one game: look, move, give orders, talk, replay."""
