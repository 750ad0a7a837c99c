"""The text language of the game: commands in, log lines out, both through a lexicon."""
