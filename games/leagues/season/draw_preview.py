"""Preview of a draw: divisions, and how even their tables are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season, SeasonGame, SeasonSeat
from games.leagues.naming import entry_name
from games.leagues.rules.schedule import DrawBalance, Pairing, draw_balance
from games.leagues.season.draw import DivisionAssignment, assign_divisions, draw_tables
from games.leagues.season.draw_seed import preview_seed
from games.leagues.season.fixtures import games_with_seats
from games.leagues.season.groups import Group, changed_groups
from games.leagues.season.plan import SeasonCannotBePaired, check_players
from games.leagues.season.reserve_list import reserves_with_places, who_may_play
from games.leagues.selectors import entries_in


@dataclass(frozen=True, slots=True)
class DivisionPreview:
    """A division as drawn or as previewed; without ``names`` its players are unknown."""

    tier: int
    players: int
    names: list[str]
    balance: DrawBalance


@dataclass(frozen=True, slots=True)
class DrawPreview:
    """``drawn`` says that it is final, ``example`` that it only shows what a full division would
    be. ``refusal`` says why there are no divisions; ``waiting`` has the players without a place.
    ``left_out`` are the numbers of the changes by directors that the draw could not make."""

    divisions: list[DivisionPreview]
    waiting: list[str]
    drawn: bool = False
    example: bool = False
    refusal: str = ""
    left_out: Sequence[int] = ()


def preview_draw(season: Season, now: datetime) -> DrawPreview:
    """Return the draw of a season, or a preview with those who have registered so far.

    People on the reserve list who would get a place are included; people who may begin no games are
    not. With too few players it shows a full division. Nothing is stored.
    """
    if season.drawn_at is not None:
        left_out = [number for number, one in enumerate(season.changes, 1) if "left_out" in one]
        return DrawPreview(_drawn(season), [], drawn=True, left_out=left_out)
    entries, refusal = _field(season, now), ""
    if entries:
        try:
            field = _assigned(season, entries)
        except SeasonCannotBePaired as reason:
            refusal = str(reason)
        else:
            groups, left_out = changed_groups(season, field.divisions)
            players = {entry.pk: entry for entry in entries}
            divisions = [
                _division(season, tier, [players[pk] for pk in group.entries])
                for tier, group in enumerate(groups, 1)
            ]
            waiting = [entry_name(entry) for entry in field.waiting]
            return DrawPreview(divisions, waiting, left_out=left_out)
    try:
        check_players(season, season.division_size)
        full = _division(season, 1, [Entry() for _place in range(season.division_size)])
    except Refused as reason:
        return DrawPreview([], [], refusal=refusal or str(reason))
    return DrawPreview([full], [], example=True, refusal=refusal)


def previewed_groups(season: Season, now: datetime) -> list[Group]:
    """Return the divisions that a draw of those who have registered so far would make.

    :raises SeasonCannotBePaired: if there would be none.
    """
    field = _assigned(season, _field(season, now))
    return changed_groups(season, field.divisions)[0]


def _field(season: Season, now: datetime) -> list[Entry]:
    registered = entries_in(season, EntryStatus.REGISTERED)
    entries = [*who_may_play(list(registered), now), *reserves_with_places(season, now)]
    return sorted(entries, key=lambda entry: (entry.registered_at, entry.pk))


def _assigned(season: Season, entries: Sequence[Entry]) -> DivisionAssignment:
    return assign_divisions(season, entries, seed=preview_seed(season))


def _division(season: Season, tier: int, players: Sequence[Entry]) -> DivisionPreview:
    """Preview a division; players without a number are unknown."""
    tables = draw_tables(season, str(tier), players, [], preview_seed(season))
    names = [entry_name(entry) for entry in players if entry.pk is not None]
    return DivisionPreview(tier, len(players), names, draw_balance(len(players), tables))


def _drawn(season: Season) -> list[DivisionPreview]:
    """Return the divisions as drawn; a substitute counts as the player replaced."""
    tables: dict[int, list[SeasonGame]] = defaultdict(list)
    for game in games_with_seats(division__season=season):
        if game.seats.all():
            tables[game.division_id].append(game)
    names: dict[int | None, list[str]] = defaultdict(list)
    for entry in season.entries.select_related("person").order_by("strength"):
        names[entry.division_id].append(entry_name(entry))
    found = []
    for division in season.divisions.order_by("tier"):
        games = tables[division.pk]
        drawn = {_player(seat) for game in games for seat in game.seats.all()}
        number = {entry: place for place, entry in enumerate(sorted(drawn))}
        pairings = [_pairing(game, number) for game in games]
        balance = draw_balance(len(number), pairings)
        found.append(DivisionPreview(division.tier, len(number), names[division.pk], balance))
    return found


def _player(seat: SeasonSeat) -> int:
    return seat.drawn_for_id or seat.entry_id


def _pairing(game: SeasonGame, number: Mapping[int, int]) -> Pairing:
    seats = game.seats.all()
    teams: dict[int, list[int]] = defaultdict(list)
    for seat in seats:
        if seat.team is not None:
            teams[seat.team].append(number[_player(seat)])
    players = tuple(number[_player(seat)] for seat in seats)
    return Pairing(game.board, players, tuple(tuple(teams[team]) for team in sorted(teams)))
