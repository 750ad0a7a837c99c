"""Pause or resume a game, or switch it to other clock terms."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.clock.core import bank, deadlines, ledger
from games.clock.core.deadlines import due_stamps, recount_deadlines
from games.clock.core.game_calendars import GameCalendars
from games.clock.core.terms import TERMS_FIELDS, Terms, check_terms, terms_of
from games.clock.models import ClockChange, Pause
from games.common import event_types
from games.common.dates import stamp
from games.common.errors import Refused
from games.play.transaction import game_transaction
from games.tables.models import Game


def pause_game(
    *, game: Game, actor: str, reason: str = "", resume_at: datetime | None = None, now: datetime
) -> None:
    """Remove all deadlines of a running game; at ``resume_at`` it resumes by itself.

    Moves can still be made. ``actor`` is one of :mod:`games.common.actors`; the ``reason`` is kept
    in the ledger, not in the log.

    :raises Refused: if the game does not run, is paused already, or would resume in the past.
    """
    with game_transaction(game=game, now=now) as locked:
        game = locked.game
        if game.paused_at is not None:
            raise Refused(_("This game is already paused."))
        if resume_at is not None and resume_at <= now:
            raise Refused(_("The pause ends before it begins. Choose a later time."))
        game.paused_at, game.resume_at = now, resume_at
        game.save(update_fields=["paused_at", "resume_at"])
        Pause.objects.create(game=game, since=now)
        until = stamp(resume_at) if resume_at else None
        locked.append_table_event(event_types.PAUSED, {"until": until}, actor)
        recount_deadlines(
            game=game, seats=locked.seats, what=ClockChange.PAUSED, now=now, note=reason
        )


def resume_game(*, game: Game, actor: str, now: datetime) -> None:
    """End the pause of a game: everybody has the time left that they had when it began.

    :raises Refused: if the game does not run or is not paused.
    """
    with game_transaction(game=game, now=now) as locked:
        game = locked.game
        if game.paused_at is None:
            raise Refused(_("This game is not paused."))
        Pause.objects.filter(game=game, until=None).update(until=now)
        game.paused_at = game.resume_at = None
        game.save(update_fields=["paused_at", "resume_at"])
        moved = recount_deadlines(game=game, seats=locked.seats, what=ClockChange.RESUMED, now=now)
        locked.append_table_event(event_types.RESUMED, {"due": due_stamps(moved)}, actor)


def switch_clock(*, game: Game, terms: Terms, actor: str, now: datetime) -> None:
    """Give a running game another clock.

    Open turns restart on it, so that nobody is late at once. A bank is kept up to the new cap. A
    game that had no bank gets the initial one of the new clock. An evening begins again by itself.

    :raises Refused: if the game does not run, has this clock already, or the clock is not playable.
    """
    check_terms(terms)
    with game_transaction(game=game, now=now) as locked:
        game = locked.game
        if terms == terms_of(game):
            raise Refused(_("This game already has that clock. Change something."))
        before = {row.number: ledger.clock_state(row) for row in locked.seats}
        old = GameCalendars(game, now)
        for row in locked.seats:
            bank.drain(game=game, seat=row, calendars=old, now=now)
        had_bank = game.bank_cap_hours > 0
        for name in TERMS_FIELDS:
            setattr(game, name, getattr(terms, name))
        game.evening_since = None
        game.save(update_fields=[*TERMS_FIELDS, "evening_since"])
        new = GameCalendars(game, now)
        for row in locked.seats:
            row.bank = bank.capped(game, row) if had_bank else bank.first_bank(game)
            if row.opened_at is not None:
                row.opened_at, row.reminders = now, 0
                deadlines.set_deadline(game=game, seat=row, calendar=new.from_now_on(row), now=now)
            row.save(update_fields=[*deadlines.DEADLINE_FIELDS, "bank"])
        locked.append_table_event(event_types.CLOCK_SWITCHED, terms.as_data(), actor)
        what = ClockChange.SWITCHED
        ledger.write_entries(
            ledger.new_entry(game=game, seat=row, what=what, before=before[row.number], now=now)
            for row in locked.seats
            if not row.bot
        )
