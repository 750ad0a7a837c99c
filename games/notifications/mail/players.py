"""The table in a mail: the public numbers of everybody, team by team (B-15, A-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.drawing.palette import Tint, seat_tints
from games.facts.seats import (
    MechanicNumber,
    SeatNumbers,
    TeamNumbers,
    mechanic_numbers,
    seat_numbers,
    team_numbers,
)
from games.facts.views import PublicView


@dataclass(frozen=True, slots=True)
class Player:
    """One seat with its public numbers.

    ``placing`` says that a drawn card lies before it, in neither hand nor rack yet (A-3).
    """

    tint: Tint
    name: str
    you: bool
    to_move: bool
    placing: bool
    numbers: SeatNumbers
    more: tuple[MechanicNumber, ...]


@dataclass(frozen=True, slots=True)
class Team:
    """Players of one team, and what they share; without teams everybody, with ``number`` 0.

    ``number`` counts from 1 in playing order, as the log does.
    """

    number: int
    yours: bool
    numbers: TeamNumbers | None
    players: tuple[Player, ...]


def teams(table: PublicView, names: Sequence[str], reader: int) -> tuple[Team, ...]:
    """The players in playing order."""
    sides = table.teams or (table.order,)
    return tuple(
        Team(
            number=number + 1 if table.teams else 0,
            yours=reader in seats,
            numbers=team_numbers(table, number) if table.teams else None,
            players=tuple(_player(table, names, seat, reader) for seat in seats),
        )
        for number, seats in enumerate(sides)
    )


def _player(table: PublicView, names: Sequence[str], number: int, reader: int) -> Player:
    return Player(
        tint=seat_tints(table.teams)[number],
        name=names[number],
        you=number == reader,
        to_move=number in table.pending,
        placing=number in table.card_to_place,
        numbers=seat_numbers(table, number),
        more=mechanic_numbers(table, number),
    )
