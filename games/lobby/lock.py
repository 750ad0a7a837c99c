"""Locking a game that is still in the lobby."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.errors import Refused
from games.tables.models import Game, GameStatus


def lock_open(game: Game) -> Game:
    """Locks the row of a game until the transaction ends, so that one joins, leaves or cancels.

    :raises Refused: if the game has begun or was cancelled.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if locked.status == GameStatus.CANCELLED:
        raise Refused(_("This game was cancelled. Choose another one in the lobby."))
    if locked.status != GameStatus.OPEN:
        raise Refused(_("This game has already begun. Choose another one in the lobby."))
    return locked
