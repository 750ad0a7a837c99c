"""Table talk: messages that everybody at a game reads, and notes that one writes to oneself.

It stands beside the log and never in it: a game that is taken back keeps its talk, and the words of
a person go with the person's account.
"""
