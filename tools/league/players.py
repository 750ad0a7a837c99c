"""Simulated players: habits that follow from a seed, and their moves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from random import Random
from typing import Final

from games import log
from games.common.errors import Refused
from games.play.bots import play_as_bot
from games.tables.models import Game, GameStatus, Seat

BRISK: Final = (0.55, 0.95)
# Numbers of people, of a hundred, who play at random, vanish for a while, or never come back.
AT_RANDOM: Final = 30
VANISH: Final = 10
GHOSTS: Final = 2


@dataclass(frozen=True, slots=True)
class Habit:
    """``pace`` is the chance to look at one's games at a time; on days ``away`` it is 0."""

    bot: str
    pace: float
    away: range


@lru_cache(maxsize=10_000)
def habit_of(seed: str, person: int, season: int) -> Habit:
    """The habit of a person in a season."""
    dice = Random(f"night-mail/simulation/1 {seed} {person}")
    bot = "random" if dice.random() * 100 < AT_RANDOM else "planner"
    pace = BRISK[0] + dice.random() * (BRISK[1] - BRISK[0])
    dice = Random(f"night-mail/simulation/1 {seed} {person} {season}")
    lot = dice.random() * 100
    if lot < GHOSTS:
        return Habit(bot, pace, range(3, 10_000))
    if lot < GHOSTS + VANISH:
        first = int(dice.random() * 25)
        return Habit(bot, pace, range(first, first + 4 + int(dice.random() * 10)))
    return Habit(bot, pace, range(0))


def visits(seed: str, person: int, season: int, *, day: int, hour: int) -> bool:
    """Whether a person looks at their games in an hour of a day of a season."""
    habit = habit_of(seed, person, season)
    if day in habit.away:
        return False
    dice = Random(f"night-mail/simulation/1 {seed} {person} {season} {day} {hour}")
    return dice.random() < habit.pace


# The maximum number of turns of one game in one visit of everybody.
TURNS: Final = 3


@dataclass(frozen=True, slots=True)
class Visit:
    """A time at which people look at their games: in season ``season``, on its day ``day``."""

    seed: str
    season: int
    day: int
    now: datetime
    gone: frozenset[int]
    """People who do not play any more."""


def play_games(look: Visit) -> int:
    """Play for the people who look at their games now; return how many moves were made."""
    waiting = Seat.objects.filter(decision__isnull=False, person__isnull=False)
    games = Game.objects.filter(status=GameStatus.RUNNING, pk__in=waiting.values("game"))
    return sum(_play(game, look) for game in list(games.order_by("pk")))


def _play(game: Game, look: Visit) -> int:
    people = dict(
        Seat.objects.filter(game=game, person__isnull=False).values_list("number", "person")
    )
    present = {
        number: person
        for number, person in people.items()
        if person not in look.gone
        and visits(look.seed, person, look.season, day=look.day, hour=look.now.hour)
    }
    moves = turns = 0
    while turns < TURNS:
        state = log.load(game)
        seat = next((seat for seat in sorted(state.pending) if seat in present), None)
        if seat is None:
            break
        turns += state.pending[seat] in ("turn", "setup")
        habit = habit_of(look.seed, present[seat], look.season)
        try:
            play_as_bot(game=game, state=state, seat=seat, bot=habit.bot, now=look.now)
        except Refused:
            # The clock, or somebody who ended the game, was faster.
            break
        moves += 1
    return moves
