"""Simulated players: habits that follow from a seed, and their moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

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
