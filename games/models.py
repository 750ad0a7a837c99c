"""Every table of the app, gathered for Django; each package defines its own."""

from __future__ import annotations

from importlib import import_module

for _module in (
    "absence.models",
    "accounts.models",
    "clock.models",
    "inbound.models",
    "leagues.models",
    "lobby.invitations.models",
    "lobby.models",
    "lobby.pairing.models",
    "log.models",
    "moderation.models",
    "notifications.feeds.models",
    "notifications.mailbox.models",
    "notifications.models",
    "notifications.push.models",
    "notifications.webhooks.models",
    "operators.models",
    "plans.models",
    "plans.sketch_models",
    "people.blocks",
    "people.groups",
    "people.models",
    "people.sanctions",
    "people.sign_ins",
    "people.traces",
    "play.models",
    "players.follows.models",
    "players.models",
    "practice.models",
    "review.models",
    "sharing.models",
    "sharing.records.models",
    "statistics.models",
    "tables.models",
    "talk.models",
    "votes.models",
):
    import_module(f"games.{_module}")
