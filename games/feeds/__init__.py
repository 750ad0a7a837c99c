"""Calendars of deadlines, to subscribe to (RFC 5545)."""
