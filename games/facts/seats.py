"""What everybody sees of each seat and team, in numbers (B-15, A-1)."""

from __future__ import annotations

from typing import NamedTuple

from engine import View
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


def team_numbers(view: View, team: int) -> TeamNumbers:
    """The public numbers of a team."""
    return TeamNumbers(
        trains=sum(view.trains[seat] for seat in view.teams[team]),
        cards=view.rack_sizes[team],
        tickets=view.ticket_rack_sizes[team],
    )
