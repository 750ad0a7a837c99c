"""The language of players: lexicon for commands and log lines, sentences of table events."""
