"""Streams of events: the process that serves them, what it reads, and when."""
