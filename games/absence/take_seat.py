"""Taking a seat that looks for a substitute."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.absence.replace_player import replace_player
from games.errors import Refused
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.tables.models import Game, Seat


@transaction.atomic
def take_seat(
    *, game: Game, seat: int, person: Person, invitation: str = "", now: datetime
) -> None:
    """Lets a person play on in a seat that is open; a game by invitation asks for its link.

    :raises Refused: if the person plays here already, is suspended, or was too late.
    """
    if is_suspended(person, now=now):
        raise Refused(
            _(
                "You may not begin new games for now. The games that you play go on; a mail told"
                " you why and for how long."
            )
        )
    locked = Game.objects.select_for_update().get(pk=game.pk)
    row = Seat.objects.filter(game=locked, number=seat).first()
    if row is None or row.open_since is None:
        raise Refused(_("This seat is taken by now. Look for another one in the list."))
    if Seat.objects.filter(game=locked, person=person).exists():
        raise Refused(_("You already have a seat in this game: one person holds one seat."))
    if not (locked.public or constant_time_compare(invitation, locked.invitation)):
        raise Refused(_("This game is by invitation. Ask its organiser for the link."))
    replace_player(game=locked, seat=seat, by=person, actor="person", now=now)
