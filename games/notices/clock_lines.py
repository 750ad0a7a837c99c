"""What a mail says of the clock beside the deadline: the bank, a pause, who is away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.clock.calendars import Calendars
from games.clock.wording import span
from games.language.moments import moment
from games.tables.models import Game, Seat


def clock_lines(*, game: Game, seat: Seat, names: Sequence[str], now: datetime) -> tuple[str, ...]:
    """Gets sentences for the reader in a seat, in the active language and time zone."""
    lines = []
    if game.paused_at is not None and game.resume_at is not None:
        lines.append(
            _("The game is paused and goes on by itself at %(at)s. Until then nothing is due.")
            % {"at": _moment(game.resume_at)}
        )
    elif game.paused_at is not None:
        lines.append(_("The game is paused: there are no deadlines until it goes on."))
    if seat.decision is not None and seat.bank_from is not None:
        lines.append(
            _("From %(at)s on the time comes out of your bank, in which there is %(left)s.")
            % {"at": _moment(seat.bank_from), "left": span(seat.bank)}
        )
    calendars = Calendars(game, now)
    until = calendars.away_until(seat)
    if until is not None:
        lines.append(_("You are on vacation until %(until)s.") % {"until": _moment(until)})
    for other in game.seats.order_by("number"):
        until = calendars.away_until(other) if other.number != seat.number else None
        if until is not None:
            lines.append(
                _("%(name)s is away until %(until)s.")
                % {"name": names[other.number], "until": _moment(until)}
            )
    return tuple(lines)


def _moment(at: datetime) -> str:
    return moment(at, "l j F H:i")
