"""Moving to another team before the game begins."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.lobby.lock import lock_open
from games.lobby.teams import place_in
from games.people.models import Person
from games.tables.models import Game


@transaction.atomic
def choose_team(*, game: Game, person: Person, team: int, now: datetime) -> None:
    """Gives a person who has a seat a free place in another team.

    :raises Refused: if the game has begun, the person has no seat, chance pairs the players, or
        the team is complete.
    """
    locked = lock_open(game)
    seat = locked.seats.filter(person=person).first()
    if seat is None:
        raise Refused(_("You have no seat in this game. Join it first."))
    if seat.team == team:
        return
    seat.team = place_in(locked, team)
    seat.save(update_fields=["team"])
