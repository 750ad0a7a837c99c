"""What everybody may know of everybody: the public numbers of each seat (B-15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine import View
from games.drawing.palette import liveries
from games.web.parts.clocks import SeatClock
from games.web.parts.pictures import seat_sign


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One seat in playing order. ``tickets`` is None until the first choice is over.

    ``next_up`` says that of its team it moves next, ``placing`` that a drawn card lies before it
    which is in neither hand nor rack yet (A-3). ``away_until`` is "" for who is here; ``looking``
    says that the seat looks for a substitute. ``url`` is the page of the player, "" for a bot.
    """

    seat: int
    name: str
    sign: SafeString
    mine: bool
    bot: bool
    deciding: bool
    last: bool
    next_up: bool
    placing: bool
    trains: int
    cards: int
    tickets: int | None
    to_choose: int
    points: int
    progress: int
    away_until: str
    looking: bool
    url: str


@dataclass(frozen=True, slots=True)
class TeamLines:
    """The seats that play together, and what they share; without teams one of all seats.

    ``number`` counts from 1 in playing order; 0 where the board has no teams.
    """

    number: int
    mine: bool
    trains: int
    rack: int
    tickets: int
    players: list[PlayerLine]


def teams(view: View, lines: Sequence[PlayerLine]) -> list[TeamLines]:
    """Gets the lines of the players team by team (A-1)."""
    if not view.teams:
        return [TeamLines(0, False, 0, 0, 0, list(lines))]
    return [
        TeamLines(
            number=number + 1,
            mine=view.seat in seats,
            trains=sum(view.trains[seat] for seat in seats),
            rack=view.rack_sizes[number],
            tickets=view.ticket_rack_sizes[number],
            players=[line for line in lines if line.seat in seats],
        )
        for number, seats in enumerate(view.teams)
    ]


def _next_of_teams(view: View) -> list[int]:
    """Gets the seat that moves next of each team that is not moving now."""
    if view.turn_seat is None or view.outcome is not None:
        return []
    at = view.order.index(view.turn_seat) + 1
    coming = [*view.order[at:], *view.order[:at]]
    return [
        min(seats, key=coming.index)
        for seats in view.teams
        if view.turn_seat not in seats or view.turn_seat not in view.pending
    ]


def players(
    view: View,
    names: Mapping[int, str],
    bots: Sequence[int],
    pages: Mapping[int, str],
    clocks: Iterable[SeatClock] = (),
) -> list[PlayerLine]:
    """Gets the seats in playing order; ``clocks`` say who is away."""
    clock_of = {clock.number: clock for clock in clocks}
    tints = liveries(view.teams)
    next_up = _next_of_teams(view)
    return [
        PlayerLine(
            seat=seat,
            name=names[seat],
            sign=seat_sign(tints[seat]),
            mine=seat == view.seat,
            bot=seat in bots,
            deciding=seat in view.pending,
            last=seat == view.final_seat,
            next_up=seat in next_up,
            placing=seat in view.to_place,
            trains=view.trains[seat],
            cards=view.hand_sizes[seat],
            tickets=view.ticket_counts[seat],
            to_choose=view.offered_counts[seat],
            points=view.points[seat],
            progress=view.progress[seat],
            away_until=clock_of[seat].away_until if seat in clock_of else "",
            looking=seat in clock_of and clock_of[seat].looking,
            url=pages.get(seat, ""),
        )
        for seat in view.order
    ]
