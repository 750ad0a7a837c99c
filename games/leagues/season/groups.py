"""Changes of divisions by directors, as functions of who is in which division."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Entry, Season
from games.leagues.season.plan import LARGEST_DIVISION, can_play, check_players

Change = Mapping[str, Any]
"""A change, as `Season.changes` holds it: ``{"do": "move", "entries": [17], "tier": 2}``.

``do`` is "move", "add", "open" (a division at the bottom), "merge" (with the division below) or
"split"; ``entries`` are there for the first three. The second entry of a move is exchanged for the
first. ``gone`` are the entries that have withdrawn since the draw, each with who took over, or
None: ``[[4, 21], [9, null]]``.
"""

GROWTH: Final = 2
"""A division may be this many times as large as the plan says."""


@dataclass(frozen=True, slots=True)
class Group:
    """The ids of a division's entries by strength, and what tells its seed from the others'."""

    entries: tuple[int, ...]
    lot: str


def changed_groups(
    season: Season, divisions: Sequence[Sequence[Entry]]
) -> tuple[list[Group], list[int]]:
    """Return divisions after the changes of a season, and the numbers of those left out.

    A change that was decided before the draw is left out if it does not fit who was drawn.
    """
    groups = [
        Group(tuple(entry.pk for entry in entries), str(tier))
        for tier, entries in enumerate(divisions, 1)
    ]
    left_out = []
    for number, change in enumerate(season.changes, 1):
        try:
            groups = change_groups(season, groups, change, number)
        except Refused:
            left_out.append(number)
    return groups, left_out


def change_groups(
    season: Season, groups: Sequence[Group], change: Change, number: int
) -> list[Group]:
    """Return divisions after one change; those that have other entries than before get a new lot.

    :param number: that of the change, from 1.
    :raises Refused: if it changes nothing, a division is not there, or could not be played.
    """
    rows = [list(group.entries) for group in groups]
    place, do = change["tier"] - 1, change["do"]
    if not 0 <= place < len(rows) + (do == "open") - (do == "merge"):
        raise Refused(_("There is no longer such a division."))
    if do == "move":
        _move(season, rows, rows[place], change["entries"])
    elif do == "add":
        rows[place] += change["entries"]
    elif do == "open":
        rows.append(list(change["entries"]))
    elif do == "merge":
        rows[place] += rows.pop(place + 1)
    else:
        rows[place : place + 1] = _halves(season, rows[place])
    before = {group.entries: group for group in groups}
    gone = dict(change.get("gone", ()))
    found = []
    for tier, row in enumerate(rows, 1):
        group = before.get(tuple(row))
        if group is None:
            entries = [now for entry in row if (now := gone.get(entry, entry)) is not None]
            _check_size(season, len(entries))
            group = Group(tuple(entries), f"{tier} {number}")
        found.append(group)
    return found


def _move(season: Season, rows: Sequence[list[int]], to: list[int], entries: Sequence[int]) -> None:
    """Move an entry to the end of a division, with its partner in seasons of pairs."""
    size = 2 if season.paired else 1
    source = next((row for row in rows if entries[0] in row), None)
    if source is None:
        raise Refused(_("This player is in no division."))
    if source is to:
        raise Refused(_("This player is in that division already."))
    if any(entry not in to for entry in entries[1:]):
        raise Refused(_("The other player is not in that division."))
    for entry, row, other in zip(entries, (source, to), (to, source), strict=False):
        first = row.index(entry) // size * size
        other += row[first : first + size]
        del row[first : first + size]


def _halves(season: Season, row: list[int]) -> list[list[int]]:
    sizes = [
        size
        for size in range(1, len(row))
        if can_play(season, size) and can_play(season, len(row) - size)
    ]
    if not sizes:
        raise Refused(
            _(
                "%(players)d players cannot be split into two divisions that could play by this"
                " plan."
            )
            % {"players": len(row)}
        )
    half = min(sizes, key=lambda size: (abs(2 * size - len(row)), -size))
    return [row[:half], row[half:]]


def _check_size(season: Season, players: int) -> None:
    most = min(GROWTH * season.division_size, LARGEST_DIVISION)
    if players > most:
        raise Refused(
            _(
                "The division would have %(players)d players. The most is %(most)d, twice the size "
                "in the plan."
            )
            % {"players": players, "most": most}
        )
    check_players(season, players)
