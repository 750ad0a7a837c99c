"""What the pages of a game show, made from the reader's view alone."""
