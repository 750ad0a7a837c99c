"""What a game says of the skill of those who played it: Plackett-Luce, through openskill.

Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 2011), algorithm 4.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """Gets everybody's skill after a game, in the order given.

    :param sides: the players of each side; a team has several.
    :param places: the place of each side, 1 is best; equal places are a draw.

    >>> [[winner], [loser]] = after_game([[Skill()], [Skill()]], [1, 2])
    >>> winner.mu > MU > loser.mu, winner.sigma < SIGMA
    (True, True)
    """
    before = [[_model.create_rating([skill.mu, skill.sigma]) for skill in side] for side in sides]
    rated = _model.rate(before, ranks=[float(place) for place in places])
    return [[Skill(rating.mu, rating.sigma) for rating in side] for side in rated]
