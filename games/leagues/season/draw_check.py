"""Repeat the draw of a season from its seed and field, and compare it with what is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.leagues.models import Division, Entry, Season, SeasonGame
from games.leagues.rules.schedule import Pairing
from games.leagues.season.draw import assign_divisions, draw_tables, team_of
from games.leagues.season.draw_seed import draw_seed
from games.leagues.season.groups import Group, changed_groups
from games.leagues.season.plan import SeasonCannotBePaired, can_play

Table = tuple[str, tuple[tuple[int, int | None], ...]]
"""A board, and for each seat the entry and its team."""


@dataclass(frozen=True, slots=True)
class DivisionCheck:
    """Whether a division has the players and the tables that follow from the seed."""

    tier: int
    players: bool
    tables: bool

    @property
    def passed(self) -> bool:
        """Whether both are as they follow."""
        return self.players and self.tables


def check_draw(season: Season) -> list[DivisionCheck]:
    """Repeat the draw of each division of a season; empty before the draw.

    Changes by directors are made again, too. Divisions that were opened before release 0.4.0 are
    checked for their tables alone.
    """
    if season.drawn_at is None:
        return []
    expected = _expected_players(season)
    return [
        _check(season, division, expected.get(division.tier))
        for division in season.divisions.order_by("tier")
    ]


def _expected_players(season: Season) -> Mapping[int, Group]:
    """The entries that each division must have, by tier; nobody where it cannot be repeated."""
    if season.field is None:
        return {}
    entries = season.entries.select_related("person").in_bulk([pk for pk, _ in season.field])
    field = []
    try:
        for pk, partner in season.field:
            # As it was before the draw made pairs by lot.
            entries[pk].partner_id = partner
            field.append(entries[pk])
        drawn = assign_divisions(season, field, seed=draw_seed(season))
    except (KeyError, SeasonCannotBePaired):
        return {division.tier: Group((), "") for division in season.divisions.all()}
    groups, _left_out = changed_groups(season, drawn.divisions)
    return dict(enumerate(groups, 1))


def _check(season: Season, division: Division, expected: Group | None) -> DivisionCheck:
    drawn = season.entries.filter(division=division, substitute_for=None, strength__isnull=False)
    players = list(drawn.order_by("strength"))
    stored = Group(tuple(entry.pk for entry in players), division.draw_lot)
    same_players = expected is None or expected == stored
    if not players or not can_play(season, len(players)):
        return DivisionCheck(division.tier, same_players, tables=False)
    apart = [(one, other) for one, other in division.apart]
    tables = draw_tables(season, division.draw_lot, players, apart, draw_seed(season))
    drawn_tables = [_drawn(table, players) for table in tables]
    return DivisionCheck(division.tier, same_players, drawn_tables == _stored(division))


def _drawn(table: Pairing, players: list[Entry]) -> Table:
    seats = tuple((players[player].pk, team_of(table, player)) for player in table.players)
    return table.board, seats


def _stored(division: Division) -> list[Table]:
    games = SeasonGame.objects.filter(division=division).prefetch_related("seats")
    return [
        (
            game.board,
            tuple((seat.drawn_for_id or seat.entry_id, seat.team) for seat in game.seats.all()),
        )
        for game in games.order_by("number")
    ]
