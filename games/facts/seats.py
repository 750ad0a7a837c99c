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
    board, numbers, found = view.board, seat_numbers(view, seat), []
    if board.bullet_trains:
        text = _("progress %(n)s") % {"n": numbers.progress}
        found.append(MechanicNumber(_("Progress"), numbers.progress, text))
    if board.crossing_points:
        text = _("in the mountains %(n)s") % {"n": numbers.mountain_trains}
        found.append(MechanicNumber(_("Mountains"), numbers.mountain_trains, text))
    if (left := numbers.stations) is not None:
        text = ngettext("%(n)s station left", "%(n)s stations left", left) % {"n": left}
        found.append(MechanicNumber(_("Stations left"), left, text))
    return tuple(found)


def mechanic_columns(board: Board) -> list[NumberColumn]:
    """The numbers of the mechanics of a board, beside those that every board has."""
    columns = [
        (board.bullet_trains, NumberColumn("progress", _("Progress"))),
        (board.crossing_points, NumberColumn("mountain_trains", _("Mountains"))),
        (board.stations, NumberColumn("stations", _("Stations left"))),
    ]
    return [column for mechanic, column in columns if mechanic]


def team_numbers(view: View, team: int) -> TeamNumbers:
    """The public numbers of a team."""
    return TeamNumbers(
        trains=sum(view.trains[seat] for seat in view.teams[team]),
        cards=view.rack_sizes[team],
        tickets=view.ticket_rack_sizes[team],
    )
