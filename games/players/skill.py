"""The skill model (Plackett-Luce, through openskill) and the scale on which ratings are shown.

Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 2011), algorithm 4.

The model starts at 25 ± 25/3. Shown, everybody starts at 1500 ± 400, and the skill is within the ±
in nineteen cases of twenty; see decision 80.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
_model: Final = PlackettLuce(mu=MU, sigma=SIGMA)


class Skill(NamedTuple):
    """An estimate of skill, and its standard deviation."""

    mu: float = MU
    sigma: float = SIGMA


def after_game(sides: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """Everybody's skill after a game, in the order given.

    :param sides: the players of each side; a team has several.
    :param places: the place of each side, 1 is best; equal places are a draw.

    >>> [[winner], [loser]] = after_game([[Skill()], [Skill()]], [1, 2])
    >>> winner.mu > MU > loser.mu, winner.sigma < SIGMA
    (True, True)
    """
    before = [[_model.create_rating([skill.mu, skill.sigma]) for skill in side] for side in sides]
    rated = _model.rate(before, ranks=[float(place) for place in places])
    return [[Skill(rating.mu, rating.sigma) for rating in side] for side in rated]


CENTRE: Final = 1500
WIDTH: Final = 24
"""Points shown for one of the model."""


@dataclass(frozen=True, slots=True)
class DisplayedRating:
    """A rating as shown: whole points, and their margin.

    >>> str(displayed_rating(Skill()))
    '1500 ± 400'
    """

    points: int
    margin: int

    def __str__(self) -> str:
        return f"{self.points} ± {self.margin}"


def displayed_rating(skill: Skill) -> DisplayedRating:
    """Return a skill in shown points."""
    return DisplayedRating(points_of(skill.mu), round(2 * WIDTH * skill.sigma))


def points_of(mu: float) -> int:
    """The points shown for a mu of the model."""
    return round(CENTRE + WIDTH * (mu - MU))


def mu_of_points(points: int) -> float:
    """Return the least mu of the model that is shown as this many points."""
    return MU + (points - 0.5 - CENTRE) / WIDTH
