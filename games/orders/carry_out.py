"""Carrying an order out, once its turn has come and its delay has passed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import connection, transaction

import engine
from engine.actions import Withdraw
from engine.orders.choosing import actions_of, answer_of, choose, rest_of
from engine.orders.order import PayUpTo, decode_order, decode_step, encode_step
from games import log
from games.errors import Refused, Stale
from games.orders.cancel import forget
from games.orders.delay import draw_delay
from games.orders.ending import end
from games.orders.models import OrderFate, StandingOrder
from games.play.ahead import due_after
from games.play.submit import Accepted, submit_action
from games.tables.models import Game, GameStatus, Seat


def carry_out(*, pk: int, now: datetime) -> bool:
    """Carries out what the order of the seat with this id says now; gets whether it did anything.

    The move is made as its owner would make it, and looks like it to everybody else. What the
    order does not foresee ends it, and the owner is told. Past the deadline the clock moves.
    """
    with transaction.atomic():
        row = _locked(pk)
        if row is None or row.order_due_at is None or row.order_due_at > now:
            return False
        late = row.due_at is not None and row.due_at <= now
        if late or row.held_until is not None:
            return False
        standing = StandingOrder.objects.filter(seat=row, fate=OrderFate.STANDING).first()
        if standing is None or standing.person_id != row.person_id or row.decision is None:
            forget(row, now)
            return False
        view = engine.view(log.load(row.game), row.number)
        rest: PayUpTo | Withdraw | None = None
        actions: Sequence[engine.Action]
        if standing.rest is not None:
            answer = _answer(standing, view)
            if answer is None:
                return _end(standing, row, OrderFate.UNFORESEEN, now)
            actions = [answer]
        else:
            branch = choose(decode_order(standing.order), view)
            if branch is None:
                return _end(standing, row, OrderFate.NO_BRANCH, now)
            actions, rest = actions_of(branch, view), rest_of(branch)
        try:
            accepted = submit_action(
                game=row.game,
                seat=row.number,
                decision=row.decision,
                actions=actions,
                actor=str(row.number),
                now=now,
            )
        except Stale:
            return _end(standing, row, OrderFate.UNNEEDED, now)
        except Refused as refusal:
            standing.refusal = _told(refusal.__cause__)
            return _end(standing, row, OrderFate.ILLEGAL, now)
        _note(standing, accepted)
        row.refresh_from_db()
        if rest is not None and row.kind == "tunnel":
            _wait_again(standing, row, rest, now)
        elif accepted.left or row.decision is not None:
            _end(standing, row, OrderFate.PARTLY, now)
        else:
            _end(standing, row, OrderFate.DONE, now)
        return True


def _answer(standing: StandingOrder, view: engine.View) -> engine.Action | None:
    assert standing.rest is not None
    rest = decode_step(standing.rest)
    if view.tunnel is None or not isinstance(rest, PayUpTo | Withdraw):
        return None
    return answer_of(rest, view)


def _wait_again(
    standing: StandingOrder, row: Seat, rest: PayUpTo | Withdraw, now: datetime
) -> None:
    """Lets the answer to a tunnel wait like a person who thinks about it."""
    standing.rest = encode_step(rest)
    standing.save()
    row.order_delay = draw_delay()
    row.order_due_at = due_after(seat=row, now=now)
    row.save(update_fields=["order_delay", "order_due_at"])


def _note(standing: StandingOrder, accepted: Accepted) -> None:
    if standing.first_seq is None:
        standing.first_seq = accepted.first_seq
    standing.last_seq = accepted.last_seq


def _end(standing: StandingOrder, row: Seat, fate: OrderFate, now: datetime) -> bool:
    end(standing, fate=fate, game=row.game, now=now)
    forget(row, now)
    return False


def _told(cause: BaseException | None) -> dict[str, object] | None:
    if not isinstance(cause, engine.IllegalAction):
        return None
    return {"message": cause.message, "params": dict(cause.params)}


def _locked(pk: int) -> Seat | None:
    """Gets a seat under the lock of its game, None while a move holds the game."""
    game = Seat.objects.values_list("game_id", flat=True).get(pk=pk)
    skip = connection.features.has_select_for_update_skip_locked
    games = Game.objects.select_for_update(skip_locked=skip)
    if games.filter(pk=game, status=GameStatus.RUNNING).first() is None:
        return None
    return Seat.objects.select_related("game", "person").get(pk=pk)
