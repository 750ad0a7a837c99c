"""Floods at the doors that are open to strangers, beside players who are signed in."""
