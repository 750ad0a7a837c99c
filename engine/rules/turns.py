"""The end of a turn, the final round and the end of the game (B-11, B-14, J-8, A-10)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine import scoring
from engine.events import EndReason, FinalRoundStarted, GameEnded, TurnStarted
from engine.rules.context import EventEmitter

if TYPE_CHECKING:
    from engine.state import State

IDLE_ROUNDS: Final = 3
"""This many rounds of nothing but passes and withdrawn tunnels end a game (A-15); without teams
turns skipped count as well (M-12).
"""

_started: Final = cache(TurnStarted)


def end_turn(emitter: EventEmitter, seat: int) -> None:
    """End the turn of a seat: the game is over, or the next seat is to move.

    The final round begins with the seat after the one whose turn met the condition, and ends with
    that seat's own next turn (B-11).
    """
    game = emitter.game
    if game.last_seat == seat:
        return end_game(emitter, "final round")
    if game.last_seat is None and is_final_round_due(game, seat):
        emitter.emit(FinalRoundStarted(seat))
    # A pass is an idle turn, too.
    if game.idle_turns and _is_stuck(game):
        return end_game(emitter, "passes")
    emitter.emit(_started(game.next_seat[seat], game.turn + 1))
    return None


def _is_stuck(game: State) -> bool:
    """Whether all have passed in turn (B-14), or idled for three rounds (A-15, M-12)."""
    if game.consecutive_passes >= game.seats:
        return True
    can_idle = game.teams or game.board.has_tunnels
    return bool(can_idle) and game.idle_turns >= IDLE_ROUNDS * game.seats


def is_final_round_due(game: State, seat: int) -> bool:
    """Whether the turn of a seat has met the condition of the final round (B-11, J-8, A-10)."""
    condition = game.board.final_round
    low = condition.trains
    for trains in game.trains:
        if trains <= low:
            break
    else:
        return False  # Nobody's stock is low, and so no team's.
    if condition.bullets is not None and game.bullets > condition.bullets:
        return False
    if condition.of == "any":
        return True
    if condition.of == "team":
        stocks = [sum([game.trains[mate] for mate in team]) for team in game.teams]
        return min(stocks) <= low
    return game.trains[seat] <= low


def start_first_turn(emitter: EventEmitter) -> None:
    """Start the first turn, when all first choices have been made (B-2, A-5)."""
    emitter.emit(_started(emitter.game.order[0], 1))


def end_game(emitter: EventEmitter, reason: EndReason) -> None:
    """Score the game (B-12, B-13)."""
    emitter.emit(GameEnded(reason, scoring.final_scores(emitter.game)))
