"""End a game before it begins: by its organiser, or because nobody came."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.common.jobs import for_each
from games.lobby.seating import lock_open_game
from games.people.models import Person
from games.tables.models import Game, GameStatus

logger = logging.getLogger(__name__)


@transaction.atomic
def cancel_game(*, game: Game, person: Person, now: datetime) -> None:
    """Cancel a game that has not begun.

    :raises Refused: if the game has begun, or the person does not organise it.
    """
    locked = lock_open_game(game)
    if locked.organiser_id != person.pk:
        raise Refused(_("Only the organiser can cancel this game. You can leave it."))
    _cancel(locked, now)


def expire_lobbies(*, now: datetime) -> int:
    """Cancel the games whose time in the lobby is over; return how many."""
    due = Game.objects.filter(status=GameStatus.OPEN, expires_at__lte=now)
    pks = due.values_list("pk", flat=True)
    return for_each(pks, lambda pk: _expire(pk, now), logger, "Game %s could not be expired")[0]


@transaction.atomic
def _expire(pk: int, now: datetime) -> bool:
    # A locked row means that somebody is joining or cancelling: the next sweep tries again.
    games = Game.objects.select_for_update(skip_locked=True)
    game = games.filter(pk=pk, status=GameStatus.OPEN, expires_at__lte=now).first()
    if game is None:
        return False
    _cancel(game, now)
    return True


def _cancel(game: Game, now: datetime) -> None:
    game.status = GameStatus.CANCELLED
    game.ended_at = now
    game.save(update_fields=["status", "ended_at"])
    game.seats.update(over_at=now)
