"""Standings as lines for a page, a file or a frame. Public facts only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import number_format

from games.leagues.models import (
    Division,
    Entry,
    Outcome,
    Season,
)
from games.leagues.naming import entry_name, points_text
from games.leagues.played import Played, played_in
from games.leagues.results import Result
from games.leagues.standings_of import ranked
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
    """A line of the standings, and the ``standing`` itself, which is exact.

    ``running`` games have no result. ``going`` is up, down or "".
    """

    standing: Standing
    name: str
    url: str
    points: str
    running: int
    wins: str
    share: str
    going: str
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
    played: Mapping[int, Played] | None = None,
    running: Mapping[int, Sequence[Result]] | None = None,
) -> list[Table]:
    """Gets the tables of some divisions of a season, in two queries however many there are.

    ``lowest`` is the last tier of the season. ``played`` is read unless it is given; ``running``
    has the games in progress as they stand, where the table is to say what they would change.
    """
    played = played_in(divisions) if played is None else played
    running = running or {}
    entries: dict[int | None, dict[int, Entry]] = defaultdict(dict)
    rows = Entry.objects.filter(division__in=divisions).select_related("person")
    for entry in rows.only("division", "status", "substitute_for", "outcome", "person__name"):
        entries[entry.division_id][entry.pk] = entry
    tables = []
    for division in divisions:
        people, games = entries[division.pk], played.get(division.pk, Played())
        lines = ranked(season, people.values(), games)
        moving = _Moving(season, division.tier, lowest, lines, begun=games.begun)
        ahead = {}
        if division.pk in running:
            then = ranked(season, people.values(), games, running[division.pk])
            ahead = _prospects(lines, then)
        tables.append(
            Table(
                division,
                division.name,
                reverse("division", args=[season.league.slug, season.number, division.tier]),
                [
                    _line(
                        line,
                        people[line.entry],
                        games.running[line.entry],
                        moving.of(line, people[line.entry]),
                        ahead.get(line.entry),
                    )
                    for line in lines
                ],
                games.settled,
                games.games,
            )
        )
    return tables


def _line(
    line: Standing, entry: Entry, running: int, going: str, prospect: Prospect | None
) -> Line:
    return Line(
        standing=line,
        name=entry_name(entry),
        url=reverse("player", args=[entry.person.name]) if entry.person else "",
        points=points_text(line.points),
        running=running,
        wins=points_text(line.tie.wins),
        share=number_format(float(line.tie.share * 100), decimal_pos=1),
        going=going,
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

    def __init__(
        self,
        season: Season,
        tier: int,
        lowest: int,
        lines: Sequence[Standing],
        *,
        begun: bool,
    ) -> None:
        self.begun = begun
        leaving = sum(line.withdrawn for line in lines)
        self.up = season.promote if tier > 1 else 0
        down = max(0, season.relegate - leaving) if tier < lowest else 0
        self.down = len(lines) - leaving - down

    def of(self, line: Standing, entry: Entry) -> str:
        """Gets up, down, stay once it is decided, or "" while nothing is."""
        if entry.outcome:
            return _DECIDED.get(Outcome(entry.outcome), "stay")
        if line.withdrawn or not self.begun:
            return ""
        if line.order < self.up:
            return "up"
        return "down" if line.order >= self.down else ""


_DECIDED = {Outcome.PROMOTED: "up", Outcome.RELEGATED: "down"}
