"""Ending a game before it begins: by its organiser, or because nobody came."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import connection, transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
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
    expired = 0
    for pk in due.values_list("pk", flat=True):
        try:
            expired += _expire(pk, now)
        except Exception:  # one bad game never stalls the others
            logger.exception("Game %s could not be expired", pk)
    return expired


@transaction.atomic
def _expire(pk: int, now: datetime) -> bool:
    # Whoever holds the lock is joining or cancelling: the next sweep looks again.
    game = (
        Game.objects.select_for_update(
            skip_locked=connection.features.has_select_for_update_skip_locked
        )
        .filter(pk=pk, status=GameStatus.OPEN, expires_at__lte=now)
        .first()
    )
    if game is None:
        return False
    _cancel(game, now)
    return True


def _cancel(game: Game, now: datetime) -> None:
    game.status = GameStatus.CANCELLED
    game.ended_at = now
    game.save(update_fields=["status", "ended_at"])
