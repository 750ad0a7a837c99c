"""Table talk: messages to everybody at a game, and private notes. Beside the log, never in it."""
