"""Floods of anonymous requests at public endpoints, beside players who are signed in."""
