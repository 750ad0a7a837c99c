"""Taking the seat of somebody who stopped playing."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.absence.take_seat import take_seat
from games.lobby.cap import check_cap
from games.people.locking import lock_person
from games.people.models import Person
from games.tables.models import Game, Seat
from games.tables.selectors import is_invited


@transaction.atomic
def take_open_seat(
    *, game: Game, seat: int, person: Person, invitation: str = "", now: datetime
) -> None:
    """Gives a person a seat that looks for a substitute, if they may hold one more.

    Who comes by the invitation of the game may hold any number.

    :raises Refused: if the person holds as many as they may, plays here already, is suspended, or
        was too late.
    """
    from_lobby = not is_invited(game, invitation)
    if from_lobby:
        lock_person(person)
        check_cap(person)
    take_seat(game=game, seat=seat, person=person, invitation=invitation, now=now)
    Seat.objects.filter(game=game, number=seat).update(from_lobby=from_lobby)
