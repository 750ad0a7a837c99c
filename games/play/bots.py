"""Bots at the table. A bot sees what a person in its seat would see, and moves the same way."""

from __future__ import annotations

import hmac
import logging
import random
import time
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

import engine
from engine.bots import choose_action
from games import log
from games.common import log_context
from games.common.errors import Refused, Stale
from games.play.submit import submit_action
from games.play.transaction import QUICK_BOTS
from games.tables.models import Game, Seat
from games.tables.selectors import IN_RUNNING_GAME

logger = logging.getLogger(__name__)

AT_ONCE: Final = 1.0
"""Seconds of a request for the answers of bots; a worker does the rest."""


def play_bots(*, game: Game, now: datetime, seconds: float | None = None) -> int:
    """Let the quick bots of a game answer their open decisions, one transaction each.

    Return how many decisions they answered. It stops when none of them is to move, when another
    process was faster (which then continues), or before the first decision after ``seconds``.
    """
    log_context.about_game(game.pk)
    answered = 0
    begun = time.monotonic()
    bots = {seat.number: seat for seat in game.seats.filter(bot__in=QUICK_BOTS)}
    while (seat := _next(game, bots)) is not None:
        if seconds is not None and time.monotonic() - begun >= seconds:
            break
        state = log.load(game)
        decision = state.decision_seqs.get(seat)
        if decision is None:
            break
        dice = random.Random(dice_seed(game, seat, decision))  # noqa: S311
        try:
            play_as_bot(
                game=game,
                state=state,
                seat=seat,
                bot=bots[seat].bot,
                holder=bots[seat],
                now=now,
                dice=dice,
            )
        except Stale:
            break
        answered += 1
    return answered


def play_as_bot(
    *,
    game: Game,
    state: engine.Game,
    seat: int,
    bot: str,
    holder: Seat | None = None,
    now: datetime,
    dice: random.Random | None = None,
) -> None:
    """Submit what the bot of this name chooses for the open decision of a seat.

    ``holder`` is the row of the seat as it was found, where the bot sits there itself.
    """
    submit_action(
        game=game,
        seat=seat,
        decision=state.decision_seqs[seat],
        actions=[choose_action(bot, engine.view(state, seat), dice)],
        actor=str(seat),
        holder=holder,
        now=now,
    )


def answer_with_bots(*, game: Game, now: datetime, at_once: bool = True) -> int:
    """Let the bots answer, within a request (``at_once``) for a second; a failure is logged.

    The person's move is stored, whatever happens here. A worker has been asked as well.
    """
    with log_context.scope(game=game.pk):
        try:
            return play_bots(game=game, now=now, seconds=AT_ONCE if at_once else None)
        except Refused as refusal:
            logger.warning("Bots cannot move in game %s: %s", game, refusal)
        except Exception:
            logger.exception("Bots failed in game %s", game)
    return 0


def play_waiting_bots(*, now: datetime) -> int:
    """Let the quick bots move in every game that waits for one; return how many decisions.

    Messages to workers may be lost: this sweep replaces them. A game that fails is logged and left
    for the next sweep; the others are played.
    """
    games = seats_waiting_for_bots().filter(bot__in=QUICK_BOTS).values("game")
    waiting = Game.objects.filter(pk__in=games)
    return sum(answer_with_bots(game=game, now=now, at_once=False) for game in waiting)


def seats_waiting_for_bots() -> QuerySet[Seat]:
    """The seats in running games in which a bot has something to decide."""
    return Seat.objects.exclude(bot="").filter(IN_RUNNING_GAME, decision__isnull=False)


def dice_seed(game: Game, seat: int, decision: int) -> bytes:
    """Return the seed of a bot's dice for one decision (32 bytes): a retry makes the same choices.

    It follows from the secret of the game. Anybody who knew it could infer the bot's options from
    its move, and so its hand.
    """
    label = f"night-mail/bots/1 {seat} {decision}".encode()
    return hmac.digest(bytes(game.secret), label, "sha256")


def _next(game: Game, bots: dict[int, Seat]) -> int | None:
    return (
        Seat.objects.filter(game=game, number__in=bots, decision__isnull=False)
        .order_by("number")
        .values_list("number", flat=True)
        .first()
    )
