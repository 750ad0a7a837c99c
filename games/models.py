"""Every table of the app, gathered for Django; each room defines its own."""

from __future__ import annotations

from importlib import import_module

for _module in (
    "absence.models",
    "clock.models",
    "inbound.models",
    "leagues.models",
    "log.models",
    "mailbox.models",
    "moderation.models",
    "notifications.feeds.models",
    "notifications.models",
    "notifications.webhooks.models",
    "operators.models",
    "orders.models",
    "people.models",
    "people.sanctions",
    "people.traces",
    "play.models",
    "players.models",
    "tables.models",
    "talk.models",
    "votes.models",
):
    import_module(f"games.{_module}")
