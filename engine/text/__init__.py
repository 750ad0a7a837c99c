"""The language of the game: commands in, log lines out, both through a lexicon.

Commands (docs/commands.md) are read by :func:`engine.text.parse.parse` and written by
:func:`engine.text.write.write`; :func:`engine.text.describe.describe` tells one event.
"""
