"""Moves of a simulation: whoever looks at their games answers what is asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import engine
from engine.bots import choose
from games import log
from games.errors import Refused
from games.play import submit_action
from games.simulation.habits import habit_of, looks
from games.tables.models import Game, GameStatus, Seat

# So many turns of one game may be made in one look of everybody at their games.
TURNS: Final = 3


@dataclass(frozen=True, slots=True)
class Look:
    """A time at which people look at their games: in season ``season``, on its day ``day``."""

    seed: str
    season: int
    day: int
    now: datetime
    gone: frozenset[int]
    """People who do not play any more."""


def waiting_games() -> list[int]:
    """Gets the games in which a person is asked for something."""
    seats = Seat.objects.filter(
        decision__isnull=False, person__isnull=False, game__status=GameStatus.RUNNING
    )
    return sorted(set(seats.values_list("game", flat=True)))


def play_games(games: Sequence[int], look: Look) -> int:
    """Lets the people at these games move who look at them now; gets how many moves were made."""
    return sum(_play(game, look) for game in Game.objects.filter(pk__in=games).order_by("pk"))


def _play(game: Game, look: Look) -> int:
    people = dict(
        Seat.objects.filter(game=game, person__isnull=False).values_list("number", "person")
    )
    present = {
        number: person
        for number, person in people.items()
        if person not in look.gone
        and looks(look.seed, person, look.season, day=look.day, hour=look.now.hour)
    }
    moves = turns = 0
    while turns < TURNS and present:
        state = log.load(game)
        seat = _next(state, present)
        if seat is None:
            break
        turns += state.pending[seat] in ("turn", "setup")
        habit = habit_of(look.seed, present[seat], look.season)
        try:
            submit_action(
                game=game,
                seat=seat,
                decision=state.opened[seat],
                actions=[choose(habit.bot, engine.view(state, seat))],
                actor=str(seat),
                now=look.now,
            )
        except Refused:
            # The clock, or somebody who ended the game, was first.
            break
        moves += 1
    return moves


def _next(state: engine.Game, present: Collection[int]) -> int | None:
    return next((seat for seat in sorted(state.pending) if seat in present), None)
