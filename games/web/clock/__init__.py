"""The pages of clocks and votes of a game."""
