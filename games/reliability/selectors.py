"""Reading how reliable people are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q, Sum

from games.reliability.models import Conduct

FEWEST_TURNS: Final = 20
"""With fewer turns on a clock nobody knows yet whether a person is reliable."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """How a person kept to the clock over all games with other people, and saw them through."""

    answered: int = 0
    missed: int = 0
    excused: int = 0
    finished: int = 0
    left: int = 0

    @property
    def turns(self) -> int:
        """How many turns count: those that were excused do not."""
        return self.answered + self.missed - self.excused

    @property
    def known(self) -> bool:
        """Whether there were turns enough to say."""
        return self.turns >= FEWEST_TURNS

    @property
    def percent(self) -> int:
        """How many of a hundred turns were on time, rounded down; 100 where none counts.

        >>> Reliability(answered=199, missed=2, excused=1).percent
        99
        """
        return 100 * self.answered // self.turns if self.turns else 100


def reliability_of(people: Iterable[int]) -> dict[int, Reliability]:
    """Gets how reliable these people (ids) are; everybody asked for is in it."""
    wanted = list(people)
    rows = (
        Conduct.objects.filter(person__in=wanted)
        .order_by()
        .values("person")
        .annotate(
            all_answered=Sum("answered"),
            all_missed=Sum("missed"),
            all_excused=Sum("excused"),
            all_finished=Count("pk", filter=Q(finished=True)),
            all_left=Count("pk", filter=Q(finished=False)),
        )
    )
    found = {
        row["person"]: Reliability(
            row["all_answered"],
            row["all_missed"],
            row["all_excused"],
            row["all_finished"],
            row["all_left"],
        )
        for row in rows
    }
    return {person: found.get(person, Reliability()) for person in wanted}
