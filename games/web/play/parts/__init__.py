"""What the pages of a game are made of, one part a file."""
