"""Giving a seat back before the game begins."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.lobby.lock import lock_open
from games.people.models import Person
from games.tables.models import Game, new_invitation


@transaction.atomic
def leave_game(*, game: Game, person: Person, now: datetime) -> None:
    """Takes a person out of a game that has not begun.

    :raises Refused: if the game has begun, the person has no seat, or organises it.
    """
    locked = lock_open(game)
    if locked.organiser_id == person.pk:
        raise Refused(_("You organise this game: cancel it instead."))
    deleted, __ = locked.seats.filter(person=person).delete()
    if not deleted:
        raise Refused(_("You have no seat in this game."))


@transaction.atomic
def remove_player(*, game: Game, organiser: Person, seat: int, now: datetime) -> None:
    """Lets the organiser free a seat of a game that has not begun.

    Every invitation sent so far ends, or whoever was removed could come back by it.

    :raises Refused: if another person asks, or the seat is the organiser's own or a bot's.
    """
    locked = lock_open(game)
    if locked.organiser_id != organiser.pk:
        raise Refused(_("Only the organiser can remove a player."))
    others = locked.seats.exclude(person=None).exclude(person=organiser)
    deleted, __ = others.filter(number=seat).delete()
    if not deleted:
        raise Refused(_("No other player holds that seat."))
    locked.invitation = new_invitation()
    locked.save(update_fields=["invitation"])
