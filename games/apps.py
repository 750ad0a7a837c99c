"""The one Django app, with a subpackage for each subject."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps

from games.common import handlers

NOTIFICATION_MODULES: Final = (
    "games.absence.notifications",
    "games.lobby.notifications",
    "games.lobby.invitations.notifications",
    "games.leagues.notifications",
    "games.lobby.notifications",
    "games.moderation.notifications",
    "games.notifications.nudges",
    "games.plans.notifications",
    "games.talk.notifications",
    "games.votes.notifications",
    "games.notifications.webhooks.notifications",
)
"""Modules that register types of notifications (games/notifications/registry.py)."""


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Night Mail"

    def ready(self) -> None:
        for module in NOTIFICATION_MODULES:
            import_module(module)
        import_module("games.operators.checks")
        handlers.load()


class AdminConfig(admin_apps.AdminConfig):
    """Django's admin on a site of our own."""

    default = False
    default_site = "games.admin_site.Site"
