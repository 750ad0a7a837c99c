"""Notifications by mail, webhook, push and calendar feed: outbox, preferences, planning."""
