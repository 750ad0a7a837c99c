"""Standings as lines for a page, a file or a frame. Public facts only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
class Prospect:
    """Where somebody would stand if the games in progress counted as they are.

    ``gained`` is how many places better that is; it is negative for worse ones.
    """

    rank: int
    points: str
    gained: int

    @property
    def lost(self) -> int:
        """How many places worse that is."""
        return -self.gained


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
    prospect: Prospect | None


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one division, with its address."""

    division: Division
    name: str
    url: str
    lines: Sequence[Line]
    played: int
    games: int


def tables_of(
    season: Season,
    divisions: Sequence[Division],
    *,
    lowest: int,
    standings: Mapping[int, Sequence[Standing]] | None = None,
    prospects: Mapping[int, Sequence[Standing]] | None = None,
) -> list[Table]:
    """Gets the tables of some divisions of a season, in five queries however many there are.

    ``lowest`` is the last tier of the season. ``standings`` are read unless they are given;
    ``prospects`` are those that count the games in progress too.
    """
    if standings is None:
        standings = standings_of(season, divisions)
    rows = Entry.objects.filter(division__in=divisions).select_related("person")
    fields = ("status", "substitute_for", "outcome", "person__name")
    entries = {entry.pk: entry for entry in rows.only(*fields)}
    unsettled = SeasonSeat.objects.filter(
        season_game__division__in=divisions, season_game__settled_at=None
    )
    running = Counter(unsettled.values_list("entry", flat=True))
    games = _games_of(divisions)
    tables = []
    for division in divisions:
        lines = standings.get(division.pk, ())
        moving = _Moving(season, division.tier, lowest, lines)
        ahead = _prospects(lines, prospects.get(division.pk, ()) if prospects else ())
        tables.append(
            Table(
                division,
                division.name,
                reverse("division", args=[season.league.slug, season.number, division.tier]),
                [
                    _line(
                        line,
                        entries[line.entry],
                        running[line.entry],
                        moving.of(line, entries[line.entry]),
                        ahead.get(line.entry),
                    )
                    for line in lines
                ],
                *games.get(division.pk, (0, 0)),
            )
        )
    return tables


def _games_of(divisions: Iterable[Division]) -> dict[int, tuple[int, int]]:
    """Gets how many games of each division have a result, and how many there are."""
    counted: dict[int, list[bool]] = {}
    rows = SeasonGame.objects.filter(division__in=divisions)
    for division, settled in rows.values_list("division", "settled_at"):
        counted.setdefault(division, []).append(settled is not None)
    return {division: (sum(done), len(done)) for division, done in counted.items()}


def _line(
    line: Standing, entry: Entry, running: int, going: str, prospect: Prospect | None
) -> Line:
    return Line(
        entry=line.entry,
        rank=line.rank,
        name=entry_name(entry),
        url=reverse("player", args=[entry.person.name]) if entry.person else "",
        points=points_text(line.points),
        played=line.played,
        running=running,
        encounters=line.tie.encounters,
        wins=points_text(line.tie.wins),
        share=number_format(float(line.tie.share * 100), decimal_pos=1),
        tickets=line.tie.tickets,
        going=going,
        withdrawn=entry.status == EntryStatus.WITHDRAWN,
        substitute=entry.substitute_for_id is not None,
        prospect=prospect,
    )


def _prospects(now: Iterable[Standing], then: Iterable[Standing]) -> dict[int, Prospect]:
    ranks = {line.entry: line.rank for line in now}
    return {
        line.entry: Prospect(line.rank, points_text(line.points), ranks[line.entry] - line.rank)
        for line in then
        if not line.withdrawn
    }


class _Moving:
    """Which way the lines of a division go: as it was decided, or as if the season ended now."""

    def __init__(self, season: Season, tier: int, lowest: int, lines: Sequence[Standing]) -> None:
        leaving = sum(line.withdrawn for line in lines)
        self.up = season.promote if tier > 1 else 0
        down = max(0, season.relegate - leaving) if tier < lowest else 0
        self.down = len(lines) - leaving - down

    def of(self, line: Standing, entry: Entry) -> str:
        """Gets up, down, stay once it is decided, or "" while nothing is."""
        if entry.outcome:
            return _DECIDED.get(Outcome(entry.outcome), "stay")
        if line.withdrawn:
            return ""
        if line.order < self.up:
            return "up"
        return "down" if line.order >= self.down else ""


_DECIDED = {Outcome.PROMOTED: "up", Outcome.RELEGATED: "down"}
