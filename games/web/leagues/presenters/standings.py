"""Standings as rows for a page, a file or a frame, cached until a result changes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override

from games.leagues.models import Division, Entry, Season
from games.leagues.naming import entry_name, points_text
from games.leagues.rules.promotion import Outcome
from games.leagues.rules.results import Result
from games.leagues.rules.standings import Standing
from games.leagues.season.close import season_moves
from games.leagues.season.standings import PlayedGames, played_games, rank_division
from games.web.parts.player_addresses import player_address


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings, and the ``standing`` itself, which is exact.

    ``running`` games have no result. ``movement`` is up, down or "". ``prospect`` is the
    rank if the games in progress counted as they are.
    """

    standing: Standing
    name: str
    club: str
    url: str
    points: str
    running: int
    wins: str
    share: str
    movement: str
    substitute: bool
    prospect: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings of one division.

    ``in_progress`` says that they show what the games in progress would change.
    """

    division: Division
    lines: Sequence[StandingsRow]
    played: int
    games: int
    in_progress: bool


COLUMNS = (
    "division", "status", "partner", "substitute_for", "outcome", "person__name",
    "person__bot_since", "club__name",
)  # fmt: skip
"""The columns of an entry that the table of a division reads."""


def standings_tables(
    season: Season,
    divisions: Sequence[Division],
    *,
    lowest: int,
    played: Mapping[int, PlayedGames] | None = None,
    running: Mapping[int, Sequence[Result]] | None = None,
) -> list[StandingsTable]:
    """The tables of some divisions of a season, in two queries however many there are.

    ``lowest`` is the last tier of the season. ``played`` is read unless it is given; ``running``
    has the present results of games in progress, if the table is to say what they would change.
    """
    played = played_games(divisions) if played is None else played
    running = running or {}
    entries: dict[int | None, dict[int, Entry]] = defaultdict(dict)
    found = Entry.objects.filter(division__in=divisions)
    found = found.select_related("person", "club").only(*COLUMNS)
    for entry in found:
        entries[entry.division_id][entry.pk] = entry
    tables = []
    for division in divisions:
        people, games = entries[division.pk], played[division.pk]
        lines = rank_division(season, people.values(), games)
        moving = _movements(season, division.tier, lowest, lines, people, begun=games.begun)
        ahead = {}
        if division.pk in running:
            then = rank_division(season, people.values(), games, running[division.pk])
            ahead = _live_standings(lines, then)
        rows = [
            StandingsRow(
                standing=line,
                name=entry_name(entry),
                club=entry.club.name if entry.club else "",
                url=player_address(entry.person.name) if entry.person else "",
                points=points_text(line.points),
                running=games.running[line.entry],
                wins=points_text(line.tie.wins),
                share=number_format(float(line.tie.share * 100), decimal_pos=1),
                movement=moving.get(line.entry, ""),
                substitute=entry.substitute_for_id is not None,
                prospect=ahead.get(line.entry),
            )
            for line, entry in ((line, people[line.entry]) for line in lines)
        ]
        in_progress = division.pk in running
        tables.append(StandingsTable(division, rows, games.settled, games.games, in_progress))
    return tables


def _live_standings(now: Iterable[Standing], then: Iterable[Standing]) -> dict[int, dict[str, Any]]:
    """The rank of each entry then; ``gained`` is how many places that is better, or below 0."""
    ranks = {line.entry: line.rank for line in now}
    return {
        line.entry: {
            "rank": line.rank,
            "points": points_text(line.points),
            "gained": ranks[line.entry] - line.rank,
        }
        for line in then
        if not line.withdrawn
    }


def _movements(
    season: Season,
    tier: int,
    lowest: int,
    lines: Sequence[Standing],
    people: Mapping[int, Entry],
    *,
    begun: bool,
) -> dict[int, str]:
    """The direction of each entry: as decided, or as if the season ended now."""
    ordered = [people[line.entry] for line in lines]
    if any(entry.outcome for entry in ordered):
        outcomes = {entry.pk: entry.outcome for entry in ordered}
    elif begun:
        divisions: list[list[Entry]] = [[] for _tier in range(lowest)]
        divisions[tier - 1] = ordered
        outcomes = {pk: move.outcome for pk, move in season_moves(season, divisions).items()}
    else:
        return {}
    return {pk: _DIRECTIONS.get(outcome, "") for pk, outcome in outcomes.items()}


_DIRECTIONS: Final[Mapping[str, str]] = {Outcome.PROMOTED: "up", Outcome.RELEGATED: "down"}


CACHED_FOR: Final = 10 * 60
"""Seconds for which standings that nothing has changed are kept; names may change meanwhile."""


def warm_standings_cache() -> None:
    """Draw the standings of all seasons in play, in all languages, where they have changed.

    The worker does so after it has taken over results, so that no reader has to wait for it.
    """
    playing = Season.objects.filter(drawn_at__isnull=False, promoted_at=None, cancelled_at=None)
    for season in playing.select_related("league"):
        for language, _name in settings.LANGUAGES:
            with override(language):
                standings_html(season)


def standings_html(season: Season) -> SafeString:
    """The standings of all divisions as HTML: the same for everybody who reads the language.

    Those of a division are kept until something changes them, so that a result makes nobody draw
    more than one division, however many there are.
    """
    divisions = list(Division.objects.filter(season=season).order_by("tier"))
    keys = {
        division.pk: f"standings:{division.pk}:{division.revision}:{get_language()}"
        for division in divisions
    }
    kept = cache.get_many(keys.values())
    changed = [division for division in divisions if keys[division.pk] not in kept]
    if changed:
        rendered = {
            keys[table.division.pk]: str(
                render_to_string("web/leagues/standings.html", {"season": season, "table": table})
            )
            for table in standings_tables(season, changed, lowest=len(divisions))
        }
        cache.set_many(rendered, CACHED_FOR)
        kept.update(rendered)
    html = "".join(kept[keys[division.pk]] for division in divisions)
    return mark_safe(html)  # noqa: S308 - rendered by a template
