"""Vacations: plan, begin, end, count their days; and the automatic vacation (decision 20).

A vacation costs the days that it touches, in the person's time zone: one hour of a day uses the
day. No day is paid for twice or had twice: vacations never overlap.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.clock.core.calendar import MINUTE
from games.clock.core.deadlines import recount_deadlines
from games.clock.models import ClockChange, Vacation
from games.common import event_types
from games.common.actors import CLOCK
from games.common.dates import stamp
from games.common.errors import Refused
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.locking import lock_person, people_for_update
from games.people.models import Person
from games.play.transaction import game_transaction
from games.tables.models import Game, GameStatus, Seat

DAY: Final = timedelta(days=1)
INSTANT: Final = timedelta(microseconds=1)


def vacation_days(vacation: Vacation) -> list[date]:
    """The days that a vacation costs."""
    zone = ZoneInfo(vacation.zone)
    first = vacation.start.astimezone(zone).date()
    last = (vacation.until - INSTANT).astimezone(zone).date()
    return [first + number * DAY for number in range((last - first).days + 1)]


def days_spent(year: int, vacations: Iterable[Vacation]) -> int:
    """The number of days of a year that vacations cost.

    Two vacations on one day cost it once. One date in two time zones costs two days, or travellers
    would have more days than others.
    """
    days = {(vacation.zone, day) for vacation in vacations for day in vacation_days(vacation)}
    return sum(day.year == year for _zone, day in days)


def days_left(*, person: Person, year: int) -> int:
    """The days of vacation that a person has left in a calendar year."""
    spent = days_spent(year, Vacation.objects.filter(person=person))
    return max(settings.VACATION_DAYS - spent, 0)


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment at which a day begins in a zone."""
    return datetime.combine(day, time(), tzinfo=zone)


def store_vacation(
    *, person: Person, start: datetime, until: datetime, now: datetime, automatic: bool = False
) -> Vacation:
    """Store a vacation of a person whose row is locked; merge those that it touches into it.

    :raises Refused: if it costs more days of some year than the person has left.
    """
    met = list(Vacation.objects.filter(person=person, start__lte=until, until__gte=start))
    merged = Vacation(
        person=person,
        start=min([start, *(other.start for other in met)]),
        until=max([until, *(other.until for other in met)]),
        zone=person.timezone,
        automatic=automatic,
        made_at=now,
    )
    others = Vacation.objects.filter(person=person).exclude(pk__in=[other.pk for other in met])
    for year in sorted({day.year for day in vacation_days(merged)}):
        if days_spent(year, [*others, merged]) > settings.VACATION_DAYS:
            left = settings.VACATION_DAYS - days_spent(year, [*others, *met])
            raise Refused(
                _(
                    "This needs more days of vacation than you have left in %(year)d: "
                    "%(left)d. Choose fewer days."
                )
                % {"left": max(left, 0), "year": year}
            )
    Vacation.objects.filter(pk__in=[other.pk for other in met]).delete()
    merged.save()
    return merged


def recount_all_games(person: Person, what: ClockChange, now: datetime) -> None:
    """Recompute the open deadlines of a person, game by game, in the order of their ids."""
    mine = Game.objects.filter(
        seats__person=person,
        seats__over_at=None,
        seats__opened_at__isnull=False,
        status=GameStatus.RUNNING,
        vacation_allowed=True,
    )
    for pk in sorted(set(mine.values_list("pk", flat=True))):
        game = Game.objects.select_for_update().get(pk=pk)
        if game.status == GameStatus.RUNNING:
            seats = Seat.objects.filter(game=game, person=person)
            recount_deadlines(game=game, seats=seats, what=what, now=now)


FURTHEST_AHEAD: Final = timedelta(days=366)


@transaction.atomic
def plan_vacation(*, person: Person, first: date, last: date, now: datetime) -> Vacation:
    """Plan a vacation from one day to another, both included, in the person's time zone.

    One that begins today begins now: time that has passed is never given back. Vacations that it
    touches or overlaps are merged into it. Open deadlines move at once.

    :raises Refused: if the days are past, too far away or the wrong way round, or too many.
    """
    person = lock_person(person)
    today = now.astimezone(person.zone).date()
    if last < first:
        raise Refused(_("The vacation ends before it begins. Change one of the dates."))
    if first < today:
        raise Refused(_("A vacation cannot begin in the past. Choose today or a later day."))
    if last > today + FURTHEST_AHEAD:
        raise Refused(_("You can plan up to a year ahead. Choose earlier days."))
    vacation = store_vacation(
        person=person,
        start=max(midnight(first, person.zone), now),
        until=midnight(last + DAY, person.zone),
        now=now,
    )
    recount_all_games(person, ClockChange.VACATION, now)
    return vacation


@transaction.atomic
def begin_vacation(*, person: Person, vacation: int, now: datetime) -> Vacation:
    """Begin the vacation with this id now; the days until then are paid for as well.

    :raises Refused: if there is none, it has begun already, or the days do not suffice.
    """
    person = lock_person(person)
    planned = Vacation.objects.filter(person=person, pk=vacation, until__gt=now).first()
    if planned is None:
        raise Refused(_("There is no such vacation. Look at the list again."))
    if planned.start <= now:
        raise Refused(_("This vacation has already begun."))
    begun = store_vacation(person=person, start=now, until=planned.until, now=now)
    recount_all_games(person, ClockChange.VACATION, now)
    return begun


@transaction.atomic
def end_vacation(*, person: Person, vacation: int, now: datetime) -> None:
    """End the vacation with this id now. The days that have begun stay paid for.

    :raises Refused: if there is none, or it is over.
    """
    person = lock_person(person)
    found = Vacation.objects.filter(person=person, pk=vacation, until__gt=now).first()
    if found is None:
        raise Refused(_("This vacation is already over."))
    if found.start >= now:
        found.delete()
    else:
        found.until = now
        found.save(update_fields=["until"])
    recount_all_games(person, ClockChange.VACATION, now)


def begin_automatic_vacation(*, seat: Seat, now: datetime) -> bool:
    """Begin a vacation for the person of a seat that is out of time; return whether it began.

    Once an absence: until the seat has moved by itself again, the clock plays the next turn that
    runs out. Seats that look for a substitute get none. Call it inside a transaction that holds the
    lock of the game.
    """
    game = seat.game
    wanted = game.auto_vacation_days
    if not (wanted and game.vacation_allowed) or seat.person_id is None or seat.auto_away:
        return False
    if seat.open_since is not None:
        return False
    # A locked row means that somebody is changing these vacations: the next sweep tries again.
    # Waiting here, with the game locked, could deadlock.
    person = people_for_update(skip_locked=True).filter(pk=seat.person_id).first()
    if person is None:
        return False
    start = min(seat.due_at or now, now)
    first = start.astimezone(person.zone).date()
    days = min(wanted, days_left(person=person, year=first.year))
    if not days:
        return False
    until = midnight(first + days * DAY, person.zone)
    try:
        store_vacation(person=person, start=start, until=until, now=now, automatic=True)
    except Refused:
        return False
    with game_transaction(game=game, now=now) as locked:
        row = locked.seat(seat.number)
        row.auto_away = True
        # Time that has run out stays out, however long the vacation is: one minute remains.
        row.extra += MINUTE
        row.save(update_fields=["auto_away", "extra"])
        recount_deadlines(game=locked.game, seats=[row], what=ClockChange.AUTO_VACATION, now=now)
        due = stamp(row.due_at) if row.due_at else None
        locked.append_table_event(
            event_types.AWAY, {"seat": row.number, "until": stamp(until), "due": due}, CLOCK
        )
        outbox.notify(
            person=person,
            kind=NoticeKind.AWAY,
            game=locked.game,
            data={"until": stamp(until), "decision": row.decision},
            now=now,
        )
    seat.refresh_from_db()
    return True
