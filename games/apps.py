"""The one Django app; its rooms are subpackages."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Night Mail"
