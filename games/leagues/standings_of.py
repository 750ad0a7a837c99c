"""The standings of divisions as they are now, from their rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from games.leagues.models import Division, Entry, EntryStatus, Season
from games.leagues.played import Played, played_in
from games.leagues.reading import points_of
from games.leagues.results import Result
from games.leagues.table import Standing, standings


def standings_of(
    season: Season, divisions: Iterable[Division] | None = None
) -> dict[int, list[Standing]]:
    """Gets the standings of divisions of a season, by the id of the division: two queries in all.

    Without ``divisions`` those of all.
    """
    chosen = season.divisions.all() if divisions is None else divisions
    played = played_in(chosen)
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(division__in=chosen).only("division", "status"):
        assert entry.division_id is not None
        entries[entry.division_id].append(entry)
    return {
        division: ranked(season, players, played.get(division, Played()))
        for division, players in entries.items()
    }


def ranked(
    season: Season, entries: Iterable[Entry], played: Played, also: Iterable[Result] = ()
) -> list[Standing]:
    """Gets the standings of one division from its entries and from what they have played.

    ``also`` are results to count of games that are not over.
    """
    status = {entry.pk: entry.status for entry in entries}
    return standings(
        list(status),
        [*(result for _at, result in played.results), *also],
        points_of(season),
        seed=season.seed,
        withdrawn=[pk for pk in status if status[pk] == EntryStatus.WITHDRAWN],
    )
