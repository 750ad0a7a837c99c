"""The clock page of a game, its votes, and the form fields about clocks and absence."""
