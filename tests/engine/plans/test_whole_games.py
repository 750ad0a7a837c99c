"""Whole games by random plans: each step is legal, each game ends, and equal views agree."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.bots import choose_action
from engine.plans.evaluation import Answer, Step, Stop, next_step
from engine.plans.model import (
    CompleteTickets,
    Facts,
    Memory,
    Plan,
    decode_memory,
    decode_plan,
    encode_memory,
    encode_plan,
)
from tests.engine.plans.strategies import plans

FACTS = Facts(datetime(2026, 12, 1, tzinfo=UTC))
BOARDS = (("usa", 2), ("japan", 3), ("team-asia", 4), ("europe", 2), ("legendary-asia", 2))


@settings(max_examples=15)
@given(st.data())
def test_plans_make_legal_moves_until_they_stop(data: st.DataObject) -> None:
    """Seat 0 follows plan after plan, as stored and read; the planner does the rest."""
    name, seats = data.draw(st.sampled_from(BOARDS))
    board = engine.load_board(name)
    chance = engine.Chance.from_seed(data.draw(st.integers(0, 1000)), seats)
    game, _events = engine.new_game(board, seats, chance)
    plan, memory, steps = data.draw(plans(board)), Memory(), 0
    while game.pending and game.turn < 40:
        seat = next(iter(game.pending))
        view = engine.view(game, seat)
        action = None
        if seat == 0:
            answer = next_step(plan, memory, view, FACTS)
            assert answer == _again(plan, memory, view)
            if isinstance(answer, Step):
                action, memory, steps = answer.action, answer.memory, steps + 1
                assert action in view.legal_actions()
            else:
                plan, memory = data.draw(plans(board)), Memory()
        game.play(seat, action or choose_action("planner", view, Random(0)), chance)


def _again(plan: Plan, memory: Memory, view: engine.View) -> Answer:
    """The answer of the plan as it was stored and read, to the same view made again."""
    return next_step(
        decode_plan(encode_plan(plan)), decode_memory(encode_memory(memory)), view, FACTS
    )


def test_a_plan_to_complete_the_tickets_plays_most_of_a_game() -> None:
    board = engine.load_board("usa")
    chance = engine.Chance.from_seed(3, 2)
    game, _events = engine.new_game(board, 2, chance)
    memories = [Memory(), Memory()]
    plan, by_plan, asked = Plan((CompleteTickets(),)), 0, 0
    while game.pending:
        seat = next(iter(game.pending))
        view = engine.view(game, seat)
        answer = next_step(plan, memories[seat], view, FACTS)
        memories[seat] = answer.memory
        if isinstance(answer, Stop):
            asked += 1
            game.play(seat, choose_action("planner", view, Random(0)), chance)
        else:
            by_plan += 1
            game.play(seat, answer.action, chance)
    assert by_plan > asked
