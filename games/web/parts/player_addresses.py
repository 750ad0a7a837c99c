"""The addresses of players: a table of standings has two hundred of them."""

from __future__ import annotations

from functools import cache
from typing import Final
from urllib.parse import quote

from django.urls import reverse
from django.utils.http import RFC3986_SUBDELIMS

ANYBODY: Final = "anybody"
PLAIN: Final = RFC3986_SUBDELIMS + "~:@"
"""The signs that stand in an address as they are."""


def player_address(name: str) -> str:
    """The address of the page of a player, as ``reverse("player")`` would find it."""
    before, after = _around_name()
    return f"{before}{quote(name, safe=PLAIN)}{after}"


@cache
def _around_name() -> tuple[str, str]:
    before, _name, after = reverse("player", args=[ANYBODY]).rpartition(ANYBODY)
    return before, after
