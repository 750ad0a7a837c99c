"""Playing on by another clock."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.clock import bank, deadlines, ledger
from games.clock.calendars import Calendars
from games.clock.models import ClockChange
from games.clock.terms import Terms, check_terms, terms_of
from games.errors import Refused
from games.play.door import door
from games.tables.models import Game

SWITCHED = "table.clock_switched"
FIELDS = ("days_per_turn", "weekends_off", "bank_hours", "bank_add_hours", "bank_cap_hours")


def switch_clock(*, game: Game, terms: Terms, actor: str, reason: str = "", now: datetime) -> None:
    """Gives a running game another clock.

    Open turns begin anew on it, so that nobody is late at once. A bank is kept up to the new cap;
    where there was none, everybody gets what the new one begins with.

    :raises Refused: if the game does not run, has this clock already, or nobody could play by it.
    """
    check_terms(terms)
    with door(game=game, now=now) as table:
        game = table.game
        if terms == terms_of(game):
            raise Refused(_("This game has that clock already. Change something."))
        before = {row.number: ledger.was(row) for row in table.seats}
        old = Calendars(game, now)
        for row in table.seats:
            bank.drain(game=game, seat=row, calendars=old, now=now)
        had_bank = game.bank_cap_hours > 0
        for name in FIELDS:
            setattr(game, name, getattr(terms, name))
        game.save(update_fields=FIELDS)
        new = Calendars(game, now)
        for row in table.seats:
            row.bank = bank.capped(game, row) if had_bank else bank.first_bank(game)
            if row.opened_at is not None:
                row.opened_at, row.reminders = now, 0
                deadlines.count(game=game, seat=row, calendar=new.from_now_on(row), now=now)
            row.save(update_fields=[*deadlines.FIELDS, "bank"])
        table.note(SWITCHED, terms.as_data(), actor)
        ledger.write(
            ledger.entry(
                game=game,
                seat=row,
                what=ClockChange.SWITCHED,
                before=before[row.number],
                now=now,
                note=reason[:200],
            )
            for row in table.seats
            if not row.bot
        )
