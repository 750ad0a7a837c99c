"""Standings as lines for a page, a file or a frame. Public facts only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import number_format

from games.leagues.models import (
    Division,
    Entry,
    EntryStatus,
    Outcome,
    Season,
    SeasonGame,
    SeasonSeat,
)
from games.leagues.naming import entry_name, points_text
from games.leagues.standings_of import standings_of
from games.leagues.table import Standing


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings. ``running`` games have no result; ``going`` is up, down or ""."""

    entry: int
    rank: int
    name: str
    url: str
    points: str
    played: int
    running: int
    encounters: int
    wins: str
    share: str
    tickets: int
    going: str
    withdrawn: bool
    substitute: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one division, with its address."""

    division: Division
    name: str
    url: str
    lines: Sequence[Line]
    played: int
    games: int


def tables_of(season: Season) -> list[Table]:
    """Gets the standings of all divisions of a season, in five queries however many there are."""
    divisions = list(season.divisions.order_by("tier"))
    standings = standings_of(season)
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(season=season, division__isnull=False)
        .select_related("person")
        .only("status", "substitute_for", "outcome", "division", "person__name")
    }
    unsettled = SeasonSeat.objects.filter(
        season_game__division__season=season, season_game__settled_at=None
    )
    running = Counter(unsettled.values_list("entry", flat=True))
    games = _games_of(season)
    last = len(divisions)
    return [
        Table(
            division,
            division.name,
            reverse("division", args=[season.league.slug, season.number, division.tier]),
            _lines(season, division, last, standings.get(division.pk, []), entries, running),
            games.get(division.pk, (0, 0))[0],
            games.get(division.pk, (0, 0))[1],
        )
        for division in divisions
    ]


def _games_of(season: Season) -> dict[int, tuple[int, int]]:
    """Gets how many games of each division have a result, and how many there are."""
    counted: dict[int, list[bool]] = {}
    rows = SeasonGame.objects.filter(division__season=season)
    for division, settled in rows.values_list("division", "settled_at"):
        counted.setdefault(division, []).append(settled is not None)
    return {division: (sum(done), len(done)) for division, done in counted.items()}


def _lines(
    season: Season,
    division: Division,
    last: int,
    standings: Sequence[Standing],
    entries: Mapping[int, Entry],
    running: Mapping[int, int],
) -> list[Line]:
    lines = []
    leaving = sum(line.withdrawn for line in standings)
    for line in standings:
        entry = entries[line.entry]
        going = _decided(entry) or _would(season, division.tier, last, line, standings, leaving)
        lines.append(
            Line(
                entry=line.entry,
                rank=line.rank,
                name=entry_name(entry),
                url=reverse("player", args=[entry.person.name]) if entry.person else "",
                points=points_text(line.points),
                played=line.played,
                running=running.get(line.entry, 0),
                encounters=line.tie.encounters,
                wins=points_text(line.tie.wins),
                share=number_format(float(line.tie.share * 100), decimal_pos=1),
                tickets=line.tie.tickets,
                going=going,
                withdrawn=entry.status == EntryStatus.WITHDRAWN,
                substitute=entry.substitute_for_id is not None,
            )
        )
    return lines


def _decided(entry: Entry) -> str:
    if not entry.outcome:
        return ""
    return {Outcome.PROMOTED: "up", Outcome.RELEGATED: "down"}.get(Outcome(entry.outcome), "stay")


def _would(
    season: Season,
    tier: int,
    last: int,
    line: Standing,
    standings: Sequence[Standing],
    leaving: int,
) -> str:
    """Gets which way a line would go if the season ended now."""
    if line.withdrawn:
        return ""
    staying = len(standings) - leaving
    if tier > 1 and line.order < season.promote:
        return "up"
    if tier < last and line.order >= staying - max(0, season.relegate - leaving):
        return "down"
    return ""
