"""Periodic work: the sweep over deadlines, outages, the alarm, retention."""
