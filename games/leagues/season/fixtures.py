"""Fixtures of an entry: its games, and the opponents in each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.leagues.models import Division, Entry, SeasonGame, SeasonSeat
from games.leagues.naming import entry_name


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game of an entry: its code (empty until it begins), the board, and who else plays."""

    number: int
    code: str
    board: str
    others: str


def seats_by_game(seats: Iterable[SeasonSeat]) -> dict[int, list[SeasonSeat]]:
    """Return seats by the id of their game in the season, in the given order."""
    found: dict[int, list[SeasonSeat]] = defaultdict(list)
    for seat in seats:
        found[seat.season_game_id].append(seat)
    return found


def games_with_seats(
    divisions: Iterable[Division],
) -> list[tuple[SeasonGame, list[SeasonSeat]]]:
    """The games of divisions of a season with their seats, one after the other: two queries."""
    games = SeasonGame.objects.filter(division__in=divisions).select_related("division", "game")
    seats = SeasonSeat.objects.filter(season_game__division__in=divisions)
    people = seats.select_related("entry__person", "drawn_for__person")
    at = seats_by_game(people.order_by("number"))
    ordered = games.defer("game__secret").order_by("division__tier", "number")
    return [(game, at.get(game.pk, [])) for game in ordered]


def fixtures_of(entry: Entry) -> list[Fixture]:
    """Return the games of an entry in the order of the draw, the others in order of seats."""
    own = SeasonSeat.objects.filter(entry=entry).values("season_game")
    games = SeasonGame.objects.filter(pk__in=own).select_related("game").order_by("number")
    seats = SeasonSeat.objects.filter(season_game__in=games).select_related("entry__person")
    at = seats_by_game(seats.order_by("season_game", "number"))
    return [
        Fixture(
            game.number,
            game.game.code if game.game else "",
            engine.load_board(game.board).name,
            _opponents(at[game.pk], entry),
        )
        for game in games
    ]


def _opponents(seats: list[SeasonSeat], entry: Entry) -> str:
    own = next(seat for seat in seats if seat.entry_id == entry.pk)
    names = []
    for seat in seats:
        if seat is own:
            continue
        name = entry_name(seat.entry)
        partner = own.team is not None and seat.team == own.team
        names.append(_("%(name)s (partner)") % {"name": name} if partner else name)
    return ", ".join(names)


def fixture_rows(entry: Entry | None) -> tuple[tuple[str, ...], ...]:
    """Return the games of an entry as a table with a head; empty if it has none."""
    head = (_("Game"), _("Board"), _("Against"))
    fixtures = fixtures_of(entry) if entry else []
    return (head, *((line.code, line.board, line.others) for line in fixtures))
