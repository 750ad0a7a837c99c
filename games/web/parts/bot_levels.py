"""The level that a form asks for."""

from __future__ import annotations

from django.http import HttpRequest

from engine.bots import BOTS
from games.language.bots import GENTLE


def chosen_level(request: HttpRequest) -> str:
    """The bot that a form names, or the gentle one that newcomers meet."""
    level = request.POST.get("level", "")
    return level if level in BOTS else GENTLE
