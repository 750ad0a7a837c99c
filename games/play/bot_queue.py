"""Bots that search: a worker takes the decision that has waited longest (decision 157).

The rows say which decisions wait. A message is only a hint: it may be lost, duplicated or late.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Min, Q, QuerySet
from django.db.models.functions import Coalesce

import engine
from engine import wire
from engine.bots import choose_action
from games import log
from games.common import log_context
from games.common.errors import Refused, Stale
from games.notifications import leases
from games.play.bot_process import Overrun, bot_process, question_about
from games.play.bots import answer_with_bots, dice_seed, seats_waiting_for_bots
from games.play.submit import submit_action
from games.play.transaction import QUICK_BOTS, THINK_TASK
from games.tables.models import Seat

logger = logging.getLogger(__name__)

FALLBACK: Final = "planner"
"""The bot that decides if the one at the table fails."""
LEASE: Final = timedelta(seconds=20)
"""A worker that has not reported for that long is considered dead."""
RENEW_AFTER: Final = 5.0
"""Seconds."""
RUN: Final = 5.0
"""Seconds after which a worker takes no further decision, and asks to be called again."""
SET_ASIDE: Final = timedelta(minutes=5)
"""The pause of a game that fails, so that it does not block others."""


def think_for_bots(*, now: datetime) -> int:
    """Let bots that search answer for some seconds; return how many decisions they answered.

    At most ``BOT_WORKERS`` processes search at a time, whatever the number of workers.
    """
    for place in range(settings.BOT_WORKERS):
        answered = leases.run_job(
            f"think {place}",
            task=THINK_TASK,
            work=lambda alive: _work(alive, now),
            next_due=_next_due,
            shortest_wait=lambda answered: timedelta(0) if answered else leases.MOMENT,
            now=now,
        )
        if answered is not None:
            return answered
    return 0


def _waiting() -> QuerySet[Seat]:
    return seats_waiting_for_bots().exclude(bot__in=QUICK_BOTS)


def _work(alive: leases.KeepAlive, now: datetime) -> int:
    began = time.monotonic()
    answered = 0
    while True:
        elapsed = time.monotonic() - began
        if elapsed > RUN:
            return answered
        moment = now + timedelta(seconds=elapsed)
        seat = _take(moment)
        if seat is None:
            return answered
        answered += _answer(seat, moment, alive)


def _take(now: datetime) -> Seat | None:
    """Take the seat that has waited longest for this worker alone."""
    free = Q(thinking_until=None) | Q(thinking_until__lte=now)
    # No search takes that long: the clock was ahead.
    free |= Q(thinking_until__gt=now + 2 * SET_ASIDE)
    waiting = _waiting().filter(free).select_related("game").order_by("opened_at", "pk")
    for seat in waiting[:20]:
        mine = Seat.objects.filter(free, pk=seat.pk, decision=seat.decision)
        if mine.update(thinking_until=now + LEASE):
            return seat
    return None


def _next_due() -> datetime | None:
    """When the next decision can be taken: at once, or when its worker is considered dead."""
    times = _waiting().aggregate(due=Min(Coalesce("thinking_until", "opened_at")))
    due: datetime | None = times["due"]
    return due


def _answer(seat: Seat, now: datetime, alive: leases.KeepAlive) -> int:
    """Answer the open decision of a seat; return the number of answers, follow-ups included."""
    game = seat.game
    log_context.about_game(game.pk)
    began = renewed = time.monotonic()
    mine = Seat.objects.filter(pk=seat.pk, decision=seat.decision)

    def renew() -> None:
        nonlocal renewed
        alive()
        if time.monotonic() - renewed >= RENEW_AFTER:
            renewed = time.monotonic()
            mine.update(thinking_until=now + timedelta(seconds=renewed - began) + LEASE)

    try:
        action = _chosen(seat, renew)
        moment = now + timedelta(seconds=time.monotonic() - began)
        if action is None:
            raise Stale
        assert seat.decision is not None
        submit_action(
            game=game,
            seat=seat.number,
            decision=seat.decision,
            actions=[action],
            actor=str(seat.number),
            holder=seat,
            now=moment,
        )
    except Stale:
        # Another answer came first, or a director has taken the game back meanwhile.
        Seat.objects.filter(pk=seat.pk).update(thinking_until=None)
        return 0
    except Exception as error:
        if isinstance(error, Refused):
            logger.warning("Bots cannot move in game %s: %s", game, error)
        else:
            logger.exception("Bots failed in game %s", game)
        mine.update(thinking_until=now + SET_ASIDE)
        return 0
    Seat.objects.filter(pk=seat.pk).update(thinking_until=None)
    return 1 + answer_with_bots(game=game, now=moment)


def _chosen(seat: Seat, alive: Callable[[], object]) -> engine.Action | None:
    """The action of the bot for its open decision; None if that is not open any more.

    If the bot exceeds its time or memory, the planner chooses.
    """
    game = seat.game
    state = log.load(game)
    if state.decision_seqs.get(seat.number) != seat.decision or seat.decision is None:
        return None
    dice = dice_seed(game, seat.number, seat.decision)
    try:
        question = question_about(
            game, ask="choose", bot=seat.bot, seat=seat.number, dice=dice.hex()
        )
        with bot_process() as process:
            answer = process.ask(question, seconds=settings.BOT_SECONDS, alive=alive)
        return wire.decode_action(answer["action"])
    except Overrun as overrun:
        logger.warning(
            "The bot %s gave up in game %s, seat %d: %s. The planner decides.",
            seat.bot, game, seat.number, overrun,
        )  # fmt: skip
    view = engine.view(state, seat.number)
    return choose_action(FALLBACK, view, random.Random(dice))  # noqa: S311
