"""Names of seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _

from games.common import sql
from games.tables.models import Game, Seat

_seats: Final = sql.PreparedQuery(
    lambda pk: Seat.objects.filter(game=pk).select_related("person").order_by("number")
)


def seat_name(seat: Seat) -> str:
    """The name of the holder of a seat, in the active language."""
    if seat.person is not None:
        return seat.person.shown_name
    if seat.bot:
        return _("Bot %(number)d") % {"number": seat.number + 1}
    return _("Seat %(number)d") % {"number": seat.number + 1}


def seat_names(game: Game) -> list[str]:
    """The names of all seats, by number."""
    return [seat_name(seat) for seat in _seats.rows(game.pk)]


def names_by_game(games: Iterable[int]) -> dict[int, list[str]]:
    """The names of all seats of many games by the id of the game: one query."""
    seats = Seat.objects.filter(game__in=set(games)).select_related("person")
    names: dict[int, list[str]] = defaultdict(list)
    for seat in seats.order_by("game", "number"):
        names[seat.game_id].append(seat_name(seat))
    return dict(names)
