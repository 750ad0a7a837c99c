"""The one Django app; its rooms are subpackages."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps

# The modules in which rooms register how their notices are told (games/notifications/registry.py).
TOLD: tuple[str, ...] = (
    "games.absence.notifications",
    "games.leagues.notifications",
    "games.moderation.games.hidden_cards",
    "games.moderation.appeals",
    "games.moderation.notifications",
    "games.notifications.nudges",
    "games.orders.farewell",
    "games.orders.lapsing",
    "games.orders.notifications",
    "games.talk.notifications",
    "games.votes.notifications",
    "games.notifications.webhooks.notifications",
)


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Night Mail"

    def ready(self) -> None:
        for module in TOLD:
            import_module(module)


class AdminConfig(admin_apps.AdminConfig):
    """Django's admin on a site of our own."""

    default = False
    default_site = "games.admin_site.Site"
