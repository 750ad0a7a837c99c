"""Open a seat to a substitute, take it, return to it, or hand it over (decision 42)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from engine.bots import BOTS
from games.absence.models import HandOver, has_lost_seat
from games.clock.core import bank, deadlines, ledger
from games.clock.core.game_calendars import GameCalendars
from games.clock.models import ClockChange
from games.common import actors, event_types
from games.common.dates import stamp
from games.common.errors import Refused, SeatLost
from games.common.handlers import objections_to_player, on_seat_handed_over
from games.language.bots import named_bots
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.people.sanctions import check_not_suspended
from games.play.transaction import LockedGame, ask_bots, game_transaction
from games.tables.models import Game, Seat, new_invitation
from games.tables.selectors import is_invited


def replace_player(
    *, game: Game, seat: int, by: Person | str, actor: str, now: datetime
) -> HandOver:
    """Give a seat to a person, or to the bot of this name; its former holder is out of the game.

    Cards, tickets and score stay with the seat. Shuffles still use what the predecessor contributed
    when they joined. Every link, address and waiting mail of the predecessor for this game is
    invalid when this returns. The open turn starts again, with the initial bank. ``actor`` is one
    of :mod:`games.common.actors`.

    :raises Refused: if the game does not run, there is no such seat or bot, or the person plays
        here already or may not.
    """
    person = by if isinstance(by, Person) else None
    bot = "" if person else str(by)
    if bot and bot not in BOTS:
        raise Refused(
            _("There is no bot “%(bot)s”. Choose one of: %(bots)s.")
            % {"bot": bot[:20], "bots": named_bots(BOTS)}
        )
    with game_transaction(game=game, now=now) as locked:
        row = next((row for row in locked.seats if row.number == seat), None)
        if row is None:
            raise Refused(_("This game has no such seat."))
        if person:
            check_substitute(game=locked.game, seats=locked.seats, row=row, person=person)
        if bot and row.bot:
            raise Refused(_("A bot already has that seat."))
        before = Seat.objects.select_related("person").get(pk=row.pk)
        on_seat_handed_over(before, now)
        _seat_player(locked, row, person, bot)
        locked.append_table_event(
            event_types.SEAT_REPLACED, {"seat": seat, "by": "bot" if bot else "person"}, actor
        )
        over = HandOver.objects.create(
            seat=row,
            at=now,
            seq=locked.game.version,
            person_before=before.person,
            bot_before=before.bot,
            person_after=person,
            bot_after=bot,
        )
        _notify(locked, over, before.person, person)
    return over


def check_substitute(*, game: Game, seats: Iterable[Seat], row: Seat, person: Person) -> None:
    """Check that a person may take a seat, given its row and the ``seats`` of the game.

    :raises Refused: if they play there already, may not, or their account is closed.
    """
    if any(other.person_id == person.pk for other in seats):
        raise Refused(_("You already have a seat in this game: one seat per player."))
    if not person.is_active:
        raise Refused(_("This account is closed."))
    check_may_play(game=game, person=person, seat=row.number)
    if person.is_bot_account and not game.bot_accounts:
        raise Refused(_("This table does not admit bot accounts."))
    left = HandOver.objects.filter(seat__game=game, person_before=person)
    if left.exclude(seat=row).exists():
        raise Refused(
            _(
                "Anybody who has held another seat in this game knows its cards and "
                "cannot take this one."
            )
        )


def check_may_play(*, game: Game, person: Person, seat: int) -> None:
    """Check that nothing bars a person from a seat of a running game.

    :raises Refused: if some package has an objection.
    """
    if objection := objections_to_player(game, person, seat):
        raise Refused(objection)


def _seat_player(locked: LockedGame, row: Seat, person: Person | None, bot: str) -> None:
    """Put another player on the row of a seat, with a fresh clock and nothing seen."""
    game, now = locked.game, locked.now
    was = ledger.clock_state(row)
    row.person_id, row.bot = person.pk if person else None, bot
    row.joined_at, row.seen, row.muted, row.from_lobby = now, -1, False, False
    row.present_at = None
    row.missed, row.auto_away, row.open_since = 0, False, None
    row.plan_delay = row.plan_due_at = row.held_until = None
    row.bank = bank.first_bank(game)
    if row.opened_at is not None:
        calendar = GameCalendars(game, now).from_now_on(row)
        deadlines.open_turn(game=game, seat=row, calendar=calendar, now=now)
    row.save()
    # The predecessor's invitation link is invalid from now on.
    game.invitation = new_invitation()
    game.with_bot_account |= person is not None and person.is_bot_account
    game.save(update_fields=["invitation", "with_bot_account"])
    what = ClockChange.HANDED_ON
    ledger.add_entry(game=game, seat=row, what=what, before=was, now=now)
    if bot and row.decision is not None:
        ask_bots(game, [bot])


def _notify(
    locked: LockedGame, over: HandOver, before: Person | None, after: Person | None
) -> None:
    """Ask the substitute for the open decision, and tell everybody who plays on."""
    others = Person.objects.filter(seats__game=locked.game)
    for person in {one.pk: one for one in (*others, *filter(None, (before, after)))}.values():
        outbox.notify(
            person=person,
            kind=NoticeKind.REPLACED,
            game=locked.game,
            data={"hand_over": over.pk},
            now=locked.now,
        )
    if after is not None:
        outbox.notify_turn_again(seat=over.seat, now=locked.now)


def open_seat(*, game: Game, seat: int, actor: str, now: datetime) -> None:
    """Put a seat on the list of those that look for a substitute.

    Its person is notified and keeps it until somebody takes it. A move, or
    :func:`return_to_seat`, takes it off the list. ``actor`` is one of :mod:`games.common.actors`.

    :raises Refused: if the game does not run, or no person sits there, or it is open already.
    """
    with game_transaction(game=game, now=now) as locked:
        row = next((row for row in locked.seats if row.number == seat), None)
        if row is None or row.person_id is None:
            raise Refused(_("Nobody has that seat."))
        if row.open_since is not None:
            raise Refused(_("A substitute is already being sought for this seat."))
        row.open_since = now
        row.save(update_fields=["open_since"])
        locked.append_table_event(event_types.SEAT_OPENED, {"seat": seat}, actor)
        outbox.notify(
            person=Person.objects.get(pk=row.person_id),
            kind=NoticeKind.REPLACED,
            game=locked.game,
            data={"open_since": stamp(now)},
            now=now,
        )


@transaction.atomic
def take_seat(
    *, game: Game, seat: int, person: Person, invitation: str = "", now: datetime
) -> None:
    """Give an open seat to a person; a game by invitation requires its link.

    :raises Refused: if the person plays or has played here, is suspended, or was too late.
    """
    check_not_suspended(person, now=now)
    locked = Game.objects.select_for_update().get(pk=game.pk)
    row = Seat.objects.filter(game=locked, number=seat).first()
    if row is None or row.open_since is None:
        raise Refused(
            _(
                "This seat is no longer open: its player is back, or somebody else was faster. "
                "Find another in the list."
            )
        )
    if Seat.objects.filter(game=locked, person=person).exists():
        raise Refused(_("You already have a seat in this game: one seat per player."))
    if has_lost_seat(person.pk, code=locked.code):
        raise Refused(
            _(
                "You have played in this game before, and somebody else took over from you. Find"
                " another seat in the list."
            )
        )
    if not (locked.public or is_invited(locked, invitation)):
        raise Refused(_("This game is by invitation only. Ask its organiser for the link."))
    replace_player(game=locked, seat=seat, by=person, actor=actors.PERSON, now=now)


def return_to_seat(*, game: Game, person: Person, now: datetime) -> None:
    """Take the seat of a person off the list of those that look for a substitute.

    Missed turns stay missed, but no longer count towards being replaced.

    :raises Refused: if the person holds no seat here (any more), or it looks for nobody.
    """
    with game_transaction(game=game, now=now) as locked:
        row = next((row for row in locked.seats if row.person_id == person.pk), None)
        if row is None:
            raise SeatLost
        if row.open_since is None:
            raise Refused(_("This seat is yours: nobody is looking for a substitute."))
        row.open_since, row.missed = None, 0
        row.save(update_fields=["open_since", "missed"])
        locked.append_table_event(event_types.SEAT_KEPT, {"seat": row.number}, str(row.number))
