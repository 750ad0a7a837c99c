"""Looking for somebody who plays on in a seat."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.log.stamps import stamp
from games.notices import outbox
from games.notices.models import NoticeKind
from games.people.models import Person
from games.play.door import door
from games.tables.models import Game

OPENED = "table.seat_opened"


def open_seat(*, game: Game, seat: int, actor: str, now: datetime) -> None:
    """Puts a seat on the list of those that look for a substitute.

    Its person, who is told, keeps it until somebody takes it: a move, or :func:`return_to_seat`,
    closes it again.
    ``actor`` is a role such as "director" or "vote".

    :raises Refused: if the game does not run, or no person sits there, or it is open already.
    """
    with door(game=game, now=now) as table:
        row = next((row for row in table.seats if row.number == seat), None)
        if row is None or row.person_id is None:
            raise Refused(_("No person holds that seat."))
        if row.open_since is not None:
            raise Refused(_("This seat is looking for a substitute already."))
        row.open_since = now
        row.save(update_fields=["open_since"])
        table.note(OPENED, {"seat": seat}, actor)
        outbox.tell(
            person=Person.objects.get(pk=row.person_id),
            kind=NoticeKind.REPLACED,
            game=table.game,
            data={"open_since": stamp(now)},
            now=now,
        )
