"""How a rating is shown: on the scale that players of other games know, with its uncertainty.

The model counts from 25, give or take 25/3. Shown, everybody begins at 1500 ± 400, and the skill is
within the ± in nineteen cases of twenty; see decisions/0080.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.ratings.skill import MU, Skill

CENTRE: Final = 1500
WIDTH: Final = 24
"""Points shown for one of the model."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as people read it: whole points, and how many of them it may be off.

    >>> str(shown(Skill()))
    '1500 ± 400'
    """

    points: int
    margin: int

    def __str__(self) -> str:
        return f"{self.points} ± {self.margin}"

    @property
    def surely(self) -> int:
        """What the skill surely reaches; rankings go by it, so that one lucky game leads none."""
        return self.points - self.margin


def shown(skill: Skill) -> Shown:
    """Gets a skill as people read it."""
    return Shown(points_of(skill.mu), round(2 * WIDTH * skill.sigma))


def points_of(mu: float) -> int:
    """Gets the points shown for a mu of the model."""
    return round(CENTRE + WIDTH * (mu - MU))
