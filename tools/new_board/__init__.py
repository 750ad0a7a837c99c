"""Make a board of a table: read it, check it, draw it, play it, and report (``make new-board``)."""
