"""Coming back before anybody has taken one's seat."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.people.models import Person
from games.play.door import door
from games.tables.models import Game

KEPT = "table.seat_kept"


def return_to_seat(*, game: Game, person: Person, now: datetime) -> None:
    """Takes the seat of a person off the list of those that look for a substitute.

    What was missed stays missed, but is not counted any longer towards being replaced.

    :raises Refused: if the person holds no seat here (any more), or it looks for nobody.
    """
    with door(game=game, now=now) as table:
        row = next((row for row in table.seats if row.person_id == person.pk), None)
        if row is None:
            raise Refused(_("Somebody else has taken this seat. You can watch the game."))
        if row.open_since is None:
            raise Refused(_("Your seat is yours: nobody is looking for a substitute."))
        row.open_since, row.missed = None, 0
        row.save(update_fields=["open_since", "missed"])
        table.note(KEPT, {"seat": row.number}, str(row.number))
