"""Webhooks: what a person is told, posted to Discord, Slack or a program of their own."""
