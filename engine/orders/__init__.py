"""Orders: what a seat wants done at its coming turn, under conditions that it can judge itself.

``order`` has their parts and their form in JSON, ``choosing`` judges them on the view of their
owner, ``checking`` refuses those that could never be carried out. They are written and read as text
by :mod:`engine.text.orders`. An order is no part of a game: nothing in the state or the log knows
of it.
"""
