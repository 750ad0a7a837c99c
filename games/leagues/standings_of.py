"""The standings of divisions as they are now, from their rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from games.leagues.models import Division, Entry, EntryStatus, Season
from games.leagues.reading import points_of
from games.leagues.results import Result
from games.leagues.results_of import results_of
from games.leagues.table import Standing, standings


def standings_of(
    season: Season,
    divisions: Iterable[Division] | None = None,
    *,
    also: Mapping[int, Sequence[Result]] | None = None,
) -> dict[int, list[Standing]]:
    """Gets the standings of divisions of a season, by the id of the division: two queries in all.

    Without ``divisions`` those of all. ``also`` has games to count that are not over, by the id of
    their division.
    """
    chosen = season.divisions.all() if divisions is None else divisions
    results = results_of(chosen)
    entries: dict[int, list[tuple[int, str]]] = defaultdict(list)
    rows = Entry.objects.filter(division__in=chosen).order_by("strength", "pk")
    for division, pk, status in rows.values_list("division", "pk", "status"):
        entries[division].append((pk, status))
    points = points_of(season)
    return {
        division: standings(
            [pk for pk, _status in players],
            [
                *(result for _at, result in results.get(division, ())),
                *(also.get(division, ()) if also else ()),
            ],
            points,
            seed=season.seed,
            withdrawn=[pk for pk, status in players if status == EntryStatus.WITHDRAWN],
        )
        for division, players in entries.items()
    }
