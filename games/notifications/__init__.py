"""Notifications by mail, webhook and calendar feed: outbox, preferences, planning."""
