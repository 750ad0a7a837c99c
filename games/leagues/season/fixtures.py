"""Games of a season with their seats; fixtures of an entry."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

import engine
from games.leagues.models import Entry, SeasonGame, SeasonSeat
from games.leagues.naming import entry_name


def games_with_seats(**among: Any) -> QuerySet[SeasonGame]:
    """Games of a season in the order of the draw, with their seats in order: two queries.

    :param among: lookups that choose them, such as ``division``.
    """
    seats = SeasonSeat.objects.select_related("entry__person", "drawn_for__person")
    games = SeasonGame.objects.filter(**among).select_related("division", "game")
    ordered = games.defer("game__secret").order_by("division__tier", "number")
    return ordered.prefetch_related(Prefetch("seats", seats.order_by("number")))


def fixture_rows(entry: Entry | None) -> tuple[tuple[str, ...], ...]:
    """Return the games of an entry as a table with a head: code, board, and who else plays.

    A game has no code until it begins.
    """
    games = games_with_seats(seats__entry=entry) if entry else []
    rows = [
        (
            game.game.code if game.game else "",
            engine.load_board(game.board).name,
            _opponents(game, entry),
        )
        for game in games
    ]
    return ((_("Game"), _("Board"), _("Against")), *rows)


def _opponents(game: SeasonGame, entry: Entry | None) -> str:
    """The names of the others, in the order of the seats."""
    (own,) = (seat for seat in game.seats.all() if seat.entry == entry)
    names = []
    for seat in game.seats.all():
        name = entry_name(seat.entry)
        if seat.entry != entry:
            partner = own.team is not None and seat.team == own.team
            names.append(_("%(name)s (partner)") % {"name": name} if partner else name)
    return ", ".join(names)
