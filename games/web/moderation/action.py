"""One thing that can be decided in a game or a season: its form, its words, what carries it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict

from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

Data = QueryDict | None
Run = Callable[[Person, Any, Any, datetime], object]
"""Takes who decides, the game or season, the valid form, and the time."""


@dataclass(frozen=True, slots=True)
class Action:
    """One form of the page: its name in the address, its title, what it means, and its deed.

    One without ``run`` leads to a page that shows first what would happen. A ``grave`` one cannot
    be undone.
    """

    key: str
    title: str
    about: str
    button: str
    form: forms.Form
    run: Run | None = None
    grave: bool = False


def runs(game: Game) -> bool:
    """Whether a game is being played."""
    return game.status == GameStatus.RUNNING


def seats_of(game: Game) -> list[Seat]:
    """Gets the seats of a game in order, with who holds them."""
    return list(game.seats.select_related("person").order_by("number"))
