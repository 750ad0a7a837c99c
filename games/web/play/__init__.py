"""The pages of a game: look, move, give orders, talk, look back."""
