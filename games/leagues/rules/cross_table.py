"""Cross-table of a division: results of every pair of entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from games.leagues.rules.results import Result, Side

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
    results: Iterable[Result], to_come: Iterable[Result] = ()
) -> dict[EntryPair, Meeting]:
    """Return the meetings of a division by the two entries; pairs that never meet are left out.

    An entry that left a table met nobody there. ``to_come`` are the tables without a result, whose
    sides have no place.
    """
    found: dict[EntryPair, Meeting] = defaultdict(Meeting)
    for result in results:
        for meeting, own, other in _meetings(found, result):
            meeting.played += 1
            if own.place == other.place:
                meeting.ahead += Fraction(1, 2)
            elif own.place < other.place:
                meeting.ahead += 1
    for table in to_come:
        for meeting, _own, _other in _meetings(found, table):
            meeting.to_come += 1
    return dict(found)


def _meetings(
    found: dict[EntryPair, Meeting], table: Result
) -> Iterator[tuple[Meeting, Side, Side]]:
    """Yield the meetings of rivals at a table, with their sides; count those of partners."""
    seats = [
        (entry, side) for side in table.sides for entry in side.entries if entry not in side.left
    ]
    for (entry, own), (rival, other) in permutations(seats, 2):
        if own is other:
            found[entry, rival].together += 1
        else:
            yield found[entry, rival], own, other
