"""Handing a seat on to another person or to a bot, in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from engine.bots import BOTS
from games.absence import barred
from games.absence.farewell import forget
from games.absence.models import HandOver
from games.clock import bank, deadlines, ledger
from games.clock.calendars import Calendars
from games.clock.models import ClockChange
from games.errors import Refused
from games.later import when_committed
from games.notices import outbox
from games.notices.models import NoticeKind
from games.people.models import Person
from games.play.door import BOTS_TASK, Table, door
from games.tables.models import Game, Seat, new_invitation

REPLACED = "table.seat_replaced"


def replace_player(
    *, game: Game, seat: int, by: Person | str, actor: str, reason: str = "", now: datetime
) -> HandOver:
    """Gives a seat to a person, or to the bot of this name; whoever held it is out of the game.

    Cards, tickets and score stay with the seat, and the shuffles follow from what the predecessor
    wrote when they joined. Every link, address and waiting mail of the predecessor for this game is
    dead when this returns. The open turn begins anew, with a bank as at the start. ``actor`` is a
    role: "director", "vote", or "person" for who takes an open seat.

    :raises Refused: if the game does not run, there is no such seat or bot, or the person plays
        here already or may not.
    """
    person = by if isinstance(by, Person) else None
    bot = "" if person else str(by)
    if bot and bot not in BOTS:
        raise Refused(
            _("There is no bot “%(bot)s”. Choose one of: %(bots)s.")
            % {"bot": bot[:20], "bots": ", ".join(BOTS)}
        )
    with door(game=game, now=now) as table:
        row = next((row for row in table.seats if row.number == seat), None)
        if row is None:
            raise Refused(_("There is no such seat in this game."))
        if person:
            check_newcomer(game=table.game, seats=table.seats, row=row, person=person)
        if bot and row.bot:
            raise Refused(_("A bot holds that seat already."))
        before = Seat.objects.select_related("person").get(pk=row.pk)
        forget(seat=before, now=now)
        _sit_down(table, row, person, bot, reason)
        table.note(REPLACED, {"seat": seat, "by": "bot" if bot else "person"}, actor)
        over = HandOver.objects.create(
            seat=row,
            at=now,
            seq=table.game.version,
            person_before=before.person,
            bot_before=before.bot,
            person_after=person,
            bot_after=bot,
        )
        _tell(table, over, before.person, person)
    return over


def check_newcomer(*, game: Game, seats: Iterable[Seat], row: Seat, person: Person) -> None:
    """Makes sure that a person may sit down on the row of a seat, one of the ``seats`` of a game.

    :raises Refused: if they play there already, may not, or their account is closed.
    """
    if any(other.person_id == person.pk for other in seats):
        raise Refused(_("You already have a seat in this game: one person holds one seat."))
    if not person.is_active:
        raise Refused(_("This account is closed."))
    barred.check(game=game, person=person)
    left = HandOver.objects.filter(seat__game=game, person_before=person)
    if left.exclude(seat=row).exists():
        raise Refused(
            _(
                "Who has held another seat of this game knows its cards, and cannot play on"
                " in this one."
            )
        )


def _sit_down(table: Table, row: Seat, person: Person | None, bot: str, reason: str) -> None:
    """Puts another player on the row of a seat, with a fresh clock and nothing seen."""
    game, now = table.game, table.now
    was = ledger.was(row)
    row.person_id, row.bot = person.pk if person else None, bot
    row.joined_at, row.seen, row.muted, row.from_lobby = now, -1, False, False
    row.present_at = None
    row.missed, row.auto_away, row.open_since = 0, False, None
    row.order_delay = row.order_due_at = row.held_until = None
    row.bank = bank.first_bank(game)
    if row.opened_at is not None:
        calendar = Calendars(game, now).from_now_on(row)
        deadlines.open_turn(game=game, seat=row, calendar=calendar, now=now)
    row.save()
    # The link by which the predecessor was invited leads nowhere now.
    game.invitation = new_invitation()
    game.save(update_fields=["invitation"])
    what = ClockChange.HANDED_ON
    ledger.add(game=game, seat=row, what=what, before=was, now=now, note=reason[:200])
    if bot and row.decision is not None:
        when_committed(BOTS_TASK, game.pk)


def _tell(table: Table, over: HandOver, before: Person | None, after: Person | None) -> None:
    """Asks the substitute for the open decision, and tells everybody who plays on."""
    others = Person.objects.filter(seats__game=table.game)
    for person in {one.pk: one for one in (*others, *filter(None, (before, after)))}.values():
        outbox.tell(
            person=person,
            kind=NoticeKind.REPLACED,
            game=table.game,
            data={"hand_over": over.pk},
            now=table.now,
        )
    if after is not None:
        outbox.ask_again(seat=over.seat, now=table.now)
