"""The standings of a season as they are now, from its rows."""

from __future__ import annotations

from collections import defaultdict

from games.leagues.models import Division, Entry, EntryStatus, Season
from games.leagues.reading import points_of
from games.leagues.results import Result
from games.leagues.results_of import results_by_division, results_of
from games.leagues.table import Standing, standings


def standings_of(season: Season) -> dict[int, list[Standing]]:
    """Gets the standings of every division, by the id of the division: two queries in all."""
    results = results_by_division(season)
    entries: dict[int, list[tuple[int, str]]] = defaultdict(list)
    rows = Entry.objects.filter(season=season, division__isnull=False).order_by("strength", "pk")
    for division, pk, status in rows.values_list("division", "pk", "status"):
        entries[division].append((pk, status))
    return {
        division: _ranked(season, players, [result for _at, result in results.get(division, [])])
        for division, players in entries.items()
    }


def standings_in(division: Division) -> list[Standing]:
    """Gets the standings of one division."""
    rows = Entry.objects.filter(division=division).order_by("strength", "pk")
    results = [result for _at, result in results_of(division)]
    return _ranked(division.season, list(rows.values_list("pk", "status")), results)


def _ranked(
    season: Season, players: list[tuple[int, str]], results: list[Result]
) -> list[Standing]:
    return standings(
        [pk for pk, _status in players],
        results,
        points_of(season),
        seed=season.seed,
        withdrawn=[pk for pk, status in players if status == EntryStatus.WITHDRAWN],
    )
