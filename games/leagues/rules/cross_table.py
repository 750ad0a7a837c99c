"""Cross-table of a division: results of every pair of entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from games.leagues.rules.results import Result

EntryPair = tuple[int, int]


@dataclass(slots=True)
class Meeting:
    """The results of one entry in its games against another one.

    ``ahead`` counts its wins among the ``played`` games; an equal place counts half. Games
    ``to_come`` have no result yet, and ``together`` are those in which the two are partners.
    """

    ahead: Fraction = Fraction(0)
    played: int = 0
    to_come: int = 0
    together: int = 0


def cross_table(
    results: Iterable[Result], to_come: Iterable[Iterable[tuple[int, int]]] = ()
) -> dict[EntryPair, Meeting]:
    """Return the meetings of a division by the two entries; pairs that never meet are left out.

    An entry that left a table met nobody there. ``to_come`` are the tables without a result: the
    entry and the side of each seat.
    """
    found: dict[EntryPair, Meeting] = defaultdict(Meeting)
    for result in results:
        seats = [
            (entry, number)
            for number, side in enumerate(result.sides)
            for entry in side.entries
            if entry not in side.left
        ]
        for one, side, other, against in _pairs(seats):
            meeting = found[one, other]
            if side == against:
                meeting.together += 1
                continue
            own, theirs = result.sides[side].place, result.sides[against].place
            meeting.played += 1
            meeting.ahead += Fraction(1) if own < theirs else Fraction(own == theirs, 2)
    for table in to_come:
        for one, side, other, against in _pairs(list(table)):
            if side == against:
                found[one, other].together += 1
            else:
                found[one, other].to_come += 1
    return dict(found)


def _pairs(seats: list[tuple[int, int]]) -> Iterable[tuple[int, int, int, int]]:
    return (
        (one, side, other, against)
        for one, side in seats
        for other, against in seats
        if one != other
    )
