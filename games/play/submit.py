"""Submitting a move: one step of a turn, or several that belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine import wire
from engine.actions import Skip
from games import log
from games.common import sql
from games.common.errors import Refused
from games.play.models import Submission
from games.play.refusals import refusal_sentence
from games.play.transaction import LockedGame, game_transaction
from games.tables.models import Game, Seat

TURN_OVER: Final = "turn.over"


@dataclass(frozen=True, slots=True)
class Accepted:
    """The outcome of a submission. If steps are ``left``, ``why`` says why, in a sentence."""

    first_seq: int
    last_seq: int
    done: tuple[engine.Action, ...]
    left: tuple[engine.Action, ...] = ()
    why: str = ""


def submit_action(
    *,
    game: Game,
    seat: int,
    decision: int,
    actions: Sequence[engine.Action],
    actor: str,
    holder: Seat | None = None,
    key: str | None = None,
    held: bool = False,
    now: datetime,
) -> Accepted:
    """Carry out the actions of a seat, in answer to its open decision ``decision``.

    Several actions are the steps of one turn, for example a red card and then a blind one. A step
    may reveal hidden facts, so it counts at once: if a later one turns out illegal, the earlier
    ones remain and the result has those left. A retry with the same ``key`` gets the first result.
    ``holder`` is the row of the seat as the caller found it: if the seat has another holder by now,
    the move is refused. None skips this check. ``held`` says that it is the held move of this
    decision, and counts from the time of holding; any other move replaces a held one.

    :raises Stale: if the decision is closed, or (:class:`SeatLost`) the seat has another holder.
    :raises Refused: if the first step is illegal, or the game is not running. Nothing has changed.
    """
    if not actions:
        raise Refused(_("This move does nothing. Choose an action."))
    if any(isinstance(action, Skip) for action in actions):
        raise Refused(_("Only the clock can skip a turn. Choose another move."))
    if key is not None and not 0 < len(key) <= 64:
        raise Refused(_("An idempotency key has 1 to 64 characters."))
    try:
        with game_transaction(game=game, now=now) as locked:
            if holder is not None:
                locked.check_holder(seat, person=holder.person_id, bot=holder.bot)
            locked.check_open(seat, decision)
            if not held:
                locked.seat(seat).held_until = None
            return _carry_out(locked, seat, decision, actions, actor, key)
    except Refused:
        # This may be a retry: the first request may have closed the decision, or even ended the
        # game.
        if key and (earlier := _find(game, seat, key)):
            return _answer_again(game, earlier, decision)
        raise


def earlier_answer(
    *, game: Game, seat: int, key: str, decision: int | None = None
) -> Accepted | None:
    """Return the answer to an earlier request with this key, None if there was none.

    :raises Refused: if it was for another ``decision``, if given.
    """
    earlier = _find(game, seat, key)
    if earlier is None:
        return None
    return _answer_again(game, earlier, earlier.decision if decision is None else decision)


def _carry_out(
    locked: LockedGame,
    seat: int,
    decision: int,
    actions: Sequence[engine.Action],
    actor: str,
    key: str | None,
) -> Accepted:
    first_seq = locked.game.version + 1
    turn = locked.state.turn
    done = 0
    refusal: dict[str, object] | None = None
    for action in actions:
        if done and not locked.turn_continues(seat, turn):
            refusal = {"message": TURN_OVER, "params": {}}
            break
        try:
            locked.play(seat, action, actor)
        except engine.IllegalAction as error:
            if not done:
                raise Refused(
                    refusal_sentence(error.message, error.params, locked.state.board)
                ) from error
            refusal = {"message": error.message, "params": dict(error.params)}
            break
        done += 1
    left = actions[done:]
    if key:
        submission = Submission(
            seat_id=locked.seat(seat).pk,
            key=key,
            decision=decision,
            first_seq=first_seq,
            last_seq=locked.game.version,
            left=[wire.encode_action(action) for action in left],
            refusal=refusal,
            at=locked.now,
        )
        if not sql.insert([submission], unless_there=True):
            raise _key_of_another_move()
    return Accepted(
        first_seq,
        locked.game.version,
        tuple(actions[:done]),
        tuple(left),
        _why(refusal, locked.state.board),
    )


def _find(game: Game, seat: int, key: str) -> Submission | None:
    return Submission.objects.filter(key=key, seat__game=game, seat__number=seat).first()


def _answer_again(game: Game, earlier: Submission, decision: int) -> Accepted:
    if earlier.decision != decision:
        raise _key_of_another_move()
    lines = log.events(game, after=earlier.first_seq - 1)
    done = tuple(
        line.action for line in lines if line.seq <= earlier.last_seq and line.action is not None
    )
    left = tuple(wire.decode_action(data) for data in earlier.left)
    why = _why(earlier.refusal, engine.load_board(game.board))
    return Accepted(earlier.first_seq, earlier.last_seq, done, left, why)


def _key_of_another_move() -> Refused:
    return Refused(_("This idempotency key belongs to another move. Choose a new one."))


def _why(refusal: dict[str, object] | None, board: engine.Board) -> str:
    if refusal is None:
        return ""
    params = refusal["params"]
    assert isinstance(params, dict)
    return refusal_sentence(str(refusal["message"]), params, board)
