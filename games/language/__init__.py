"""The words of the game in the languages of the site: see :func:`lexicon.lexicon_for`."""
