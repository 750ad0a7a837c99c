"""Webhooks: notices posted to Discord, Slack or a program of one's own."""
