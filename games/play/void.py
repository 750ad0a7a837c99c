"""Ending a game without a result, as if it had not been played."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.later import RESULTS_TASK, when_committed
from games.play.closing import close, dismiss
from games.play.door import door
from games.tables.models import Game, GameStatus

VOIDED: Final = "table.voided"


def void_game(*, game: Game, actor: str, reason: str, now: datetime) -> None:
    """Ends a running game without a result, or takes a finished one out of what counts.

    The log stays whole, and so does a result in it; nobody's rating knows it. ``reason`` is a
    digest.

    :raises Refused: if the game has not begun, or is void already.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        if locked.status == GameStatus.FINISHED:
            Game.objects.filter(pk=locked.pk).update(status=GameStatus.VOID)
        elif locked.status == GameStatus.RUNNING:
            with door(game=locked, now=now) as table:
                table.note(VOIDED, {"reason": reason}, actor)
                close(table, GameStatus.VOID)
            dismiss(locked)
        else:
            raise Refused(_("Only a game that has begun can be voided, and only once."))
        when_committed(RESULTS_TASK)
