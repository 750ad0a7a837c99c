"""The vacation that begins by itself, where a game grants it to those who run out of time."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from games.absence.budget import DAY, days_left, midnight
from games.absence.keeping import keep
from games.clock.calendar import MINUTE
from games.clock.models import ClockChange
from games.clock.recount import recount
from games.errors import Refused
from games.log.stamps import stamp
from games.notices import outbox
from games.notices.models import NoticeKind
from games.people.locking import lockable
from games.play.door import door
from games.play.settle import CLOCK
from games.tables.models import Seat

AWAY = "table.away"


def go_away(*, seat: Seat, now: datetime) -> bool:
    """Sends the person of a seat that is out of time on vacation; gets whether it did.

    Once an absence: until the seat has moved by itself again, the next turn that runs out is
    played by the clock. Call it inside a transaction that holds the lock of the game.
    """
    game = seat.game
    wanted = game.auto_vacation_days
    if not (wanted and game.vacation_allowed) or seat.person_id is None or seat.auto_away:
        return False
    # Whoever holds the person's row is changing their vacations: the next sweep looks again. To
    # wait here, with the game locked, could be for ever.
    skip = connection.features.has_select_for_update_skip_locked
    person = lockable(skip_locked=skip).filter(pk=seat.person_id).first()
    if person is None:
        return False
    start = min(seat.due_at or now, now)
    first = start.astimezone(person.zone).date()
    days = min(wanted, days_left(person=person, year=first.year))
    if not days:
        return False
    until = midnight(first + days * DAY, person.zone)
    try:
        keep(person=person, start=start, until=until, now=now, automatic=True)
    except Refused:
        return False
    with door(game=game, now=now) as table:
        row = table.seat(seat.number)
        row.auto_away = True
        # What has run out stays out, however long one is away: a minute of it is left over.
        row.extra += MINUTE
        row.save(update_fields=["auto_away", "extra"])
        recount(game=table.game, seats=[row], what=ClockChange.AUTO_VACATION, now=now)
        due = stamp(row.due_at) if row.due_at else None
        table.note(AWAY, {"seat": row.number, "until": stamp(until), "due": due}, CLOCK)
        outbox.tell(
            person=person,
            kind=NoticeKind.AWAY,
            game=table.game,
            data={"until": stamp(until), "decision": row.decision},
            now=now,
        )
    seat.refresh_from_db()
    return True
