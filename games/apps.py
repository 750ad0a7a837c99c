"""The one Django app; its rooms are subpackages."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps

# The modules in which rooms register how their notices are told (games/notices/kinds.py).
TOLD: tuple[str, ...] = (
    "games.absence.told",
    "games.leagues.told",
    "games.moderation.barring",
    "games.moderation.shutting_out",
    "games.moderation.told",
    "games.notices.told",
    "games.orders.farewell",
    "games.orders.lapsing",
    "games.orders.told",
    "games.talk.told",
    "games.votes.told",
    "games.webhooks.told",
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
