"""The table in a mail: the public numbers of everybody, team by team (B-15, A-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rules.stations import stations_left
from engine.view import View
from games.drawing.palette import Tint, seat_tints


@dataclass(frozen=True, slots=True)
class Player:
    """The public numbers of one seat. ``tickets`` is None until all have chosen.

    ``placing`` says that a drawn card lies before it, in neither hand nor rack yet (A-3).
    """

    tint: Tint
    name: str
    you: bool
    to_move: bool
    placing: bool
    points: int
    trains: int
    cards: int
    tickets: int | None
    progress: int
    mountain_trains: int
    stations: int
    """Those left to build; 0 on boards without (M-4)."""


@dataclass(frozen=True, slots=True)
class Team:
    """Players of one team, and what they share; without teams everybody, with ``number`` 0.

    ``number`` counts from 1 in playing order, as the log does.
    """

    number: int
    yours: bool
    trains: int
    cards: int
    tickets: int
    players: tuple[Player, ...]


def teams(table: View, names: Sequence[str], reader: int) -> tuple[Team, ...]:
    """The players in playing order; ``table`` is a spectator's view."""
    sides = table.teams or (table.order,)
    return tuple(
        Team(
            number=number + 1 if table.teams else 0,
            yours=reader in seats,
            trains=sum(table.trains[seat] for seat in seats),
            cards=table.rack_sizes[number] if table.teams else 0,
            tickets=table.ticket_rack_sizes[number] if table.teams else 0,
            players=tuple(_player(table, names, seat, reader) for seat in seats),
        )
        for number, seats in enumerate(sides)
    )


def _player(table: View, names: Sequence[str], number: int, reader: int) -> Player:
    return Player(
        tint=seat_tints(table.teams)[number],
        name=names[number],
        you=number == reader,
        to_move=number in table.pending,
        placing=number in table.card_to_place,
        points=table.points[number],
        trains=table.trains[number],
        cards=table.hand_sizes[number],
        tickets=table.ticket_counts[number],
        progress=table.progress[number],
        mountain_trains=table.mountain_trains[number],
        stations=stations_left(table, number),
    )
