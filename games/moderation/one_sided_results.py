"""Pairs of players whose games nearly always end the same way: a hint, not proof."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from games.people.models import Person
from games.tables.models import GameStatus, Seat

MIN_GAMES: Final = 4
"""Games that two people must have finished against each other before there is a hint."""
MIN_SHARE: Final = 0.9
"""The share of their games that ended the same way."""
MAX_GAMES: Final = 1_000


@dataclass(frozen=True, slots=True)
class OneSidedResults:
    """The results of the games of a person against another one; equal places are neither."""

    person: Person
    games: int
    ahead: int
    behind: int


def one_sided_results(*, person: Person) -> list[OneSidedResults]:
    """The people against whom a person nearly always wins or loses, most games first.

    It counts the latest finished games in which both sat to the end; partners do not play against
    each other. Three queries.
    """
    seats = Seat.objects.filter(
        game__status=GameStatus.FINISHED, game__practice=False, place__isnull=False
    )
    own = {
        game: (place, team)
        for game, place, team in seats.filter(person=person)
        .order_by("-game__ended_at")
        .values_list("game", "place", "team")[:MAX_GAMES]
    }
    met: dict[int, list[int]] = defaultdict(list)
    others = seats.filter(game__in=own, person__isnull=False).exclude(person=person)
    for game, pk, place, team in others.values_list("game", "person", "place", "team"):
        mine, side = own[game]
        assert place is not None
        assert mine is not None
        if side is None or side != team:
            met[pk].append((place > mine) - (place < mine))
    found = {
        pk: (ends.count(1), ends.count(-1))
        for pk, ends in met.items()
        if len(ends) >= MIN_GAMES and max(ends.count(1), ends.count(-1)) >= MIN_SHARE * len(ends)
    }
    people = Person.objects.in_bulk(found)
    lines = [OneSidedResults(people[pk], len(met[pk]), *ends) for pk, ends in found.items()]
    return sorted(lines, key=lambda line: (-line.games, line.person.name))
