"""What the seats of a game are called."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.tables.models import Game, Seat


def seat_name(seat: Seat) -> str:
    """Gets the name of who holds a seat, in the active language."""
    if seat.person is not None:
        return seat.person.name
    if seat.bot:
        return _("Bot %(number)d") % {"number": seat.number + 1}
    return _("Seat %(number)d") % {"number": seat.number + 1}


def seat_names(game: Game) -> list[str]:
    """Gets the names of all seats, by number."""
    seats = game.seats.select_related("person").order_by("number")
    return [seat_name(seat) for seat in seats]
