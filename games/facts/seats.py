"""What everybody sees of each seat and team, in numbers (B-15, A-1)."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Board, View
from engine.rules.stations import stations_left


class SeatNumbers(NamedTuple):
    """The public numbers of a seat. ``points`` are those on the board.

    ``tickets`` is None until all have chosen, ``stations``, those left to build, on boards
    without (M-4).
    """

    points: int
    trains: int
    cards: int
    tickets: int | None
    progress: int
    mountain_trains: int
    stations: int | None


class MechanicNumber(NamedTuple):
    """A number that a seat has by a mechanic of the board, as a label and in words."""

    label: str
    number: int
    text: str


class NumberColumn(NamedTuple):
    """A number that only some boards have: its field of :class:`SeatNumbers`, and its heading."""

    name: str
    title: str


class TeamNumbers(NamedTuple):
    """What the seats of a team share: trains, and the cards and tickets in its rack (A-2, A-6)."""

    trains: int
    cards: int
    tickets: int


def seat_numbers(view: View, seat: int) -> SeatNumbers:
    """The public numbers of a seat; a view of its own counts its tickets from the start."""
    return SeatNumbers(
        points=view.points[seat],
        trains=view.trains[seat],
        cards=view.hand_sizes[seat],
        tickets=view.ticket_counts[seat],
        progress=view.progress[seat],
        mountain_trains=view.mountain_trains[seat],
        stations=stations_left(view, seat) if view.board.stations else None,
    )


def mechanic_numbers(view: View, seat: int) -> tuple[MechanicNumber, ...]:
    """The public numbers of a seat that other boards have not."""
    numbers = seat_numbers(view, seat)
    found = [(one, getattr(numbers, one.name)) for one in mechanic_columns(view.board)]
    return tuple(MechanicNumber(one.title, count, _words(one.name, count)) for one, count in found)


def _words(name: str, count: int) -> str:
    words = {
        "progress": _("progress %(n)s"),
        "mountain_trains": _("in the mountains %(n)s"),
        "stations": ngettext("%(n)s station left", "%(n)s stations left", count),
    }
    return words[name] % {"n": count}


def mechanic_columns(board: Board) -> list[NumberColumn]:
    """The numbers of the mechanics of a board, beside those that every board has."""
    columns = []
    if board.bullet_trains:
        columns.append(NumberColumn("progress", _("Progress")))
    if board.crossing_points:
        columns.append(NumberColumn("mountain_trains", _("Mountains")))
    if board.stations:
        columns.append(NumberColumn("stations", _("Stations left")))
    return columns


def team_numbers(view: View, team: int) -> TeamNumbers:
    """The public numbers of a team."""
    return TeamNumbers(
        trains=sum(view.trains[seat] for seat in view.teams[team]),
        cards=view.rack_sizes[team],
        tickets=view.ticket_rack_sizes[team],
    )
