"""Bots at the table. A bot sees what a person in its seat would see, and moves like one."""

from __future__ import annotations

import hmac
import logging
import random
from datetime import datetime

import engine
from engine.bots import choose
from games import log
from games.errors import Refused, Stale
from games.play.submit import submit_action
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)


def play_bots(*, game: Game, now: datetime) -> int:
    """Lets the bots of a game answer their open decisions, one transaction each.

    Gets how many decisions they answered. Stops when a person is to move, or when somebody else
    was faster: then that somebody goes on.
    """
    answered = 0
    bots = dict(game.seats.exclude(bot="").values_list("number", "bot"))
    while (seat := _next(game, bots)) is not None:
        state = log.load(game)
        decision = state.opened.get(seat)
        if decision is None:
            break
        view = engine.view(state, seat)
        action = choose(bots[seat], view, _dice(game, seat, decision))
        try:
            submit_action(
                game=game,
                seat=seat,
                decision=decision,
                actions=[action],
                actor=str(seat),
                now=now,
            )
        except Stale:
            break
        answered += 1
    return answered


def play_waiting_bots(*, now: datetime) -> int:
    """Finds every game that waits for a bot and lets it move; gets how many decisions that were.

    Messages to workers may be lost: this sweep makes up for them. A game that fails is logged and
    left for the next sweep, the others go on.
    """
    waiting = Game.objects.filter(
        pk__in=Seat.objects.exclude(bot="").filter(decision__isnull=False).values("game"),
        status=GameStatus.RUNNING,
    )
    answered = 0
    for game in waiting:
        try:
            answered += play_bots(game=game, now=now)
        except Refused as refusal:
            logger.warning("Bots cannot move in game %s: %s", game, refusal)
        except Exception:  # one bad game never stalls the others
            logger.exception("Bots failed in game %s", game)
    return answered


def _dice(game: Game, seat: int, decision: int) -> random.Random:
    """Gets the dice of a bot for one decision: a retry throws the same again.

    They follow from the secret of the game. Who could throw them too would read from the move of a
    bot how many it had to choose from, and which: its hand.
    """
    label = f"night-mail/bots/1 {seat} {decision}".encode()
    return random.Random(hmac.digest(bytes(game.secret), label, "sha256"))  # noqa: S311


def _next(game: Game, bots: dict[int, str]) -> int | None:
    return (
        Seat.objects.filter(game=game, number__in=bots, decision__isnull=False)
        .order_by("number")
        .values_list("number", flat=True)
        .first()
    )
