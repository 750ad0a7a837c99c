"""Whole games by random plans: each step is legal, each game ends, and equal views agree."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.board.model import Board
from engine.bots import choose_action
from engine.plans.evaluation import Answer, Step, Stop, next_step
from engine.plans.model import (
    Aim,
    Answers,
    BuildBullets,
    ClaimTrack,
    CompleteTickets,
    ConnectCities,
    Draws,
    DrawTurns,
    EitherOf,
    Facts,
    FirstOpen,
    HoldCards,
    Memory,
    Plan,
    SingleAim,
    StationIn,
    decode_memory,
    decode_plan,
    encode_memory,
    encode_plan,
)

FACTS = Facts(datetime(2026, 12, 1, tzinfo=UTC))
BOARDS = (("usa", 2), ("japan", 3), ("team-asia", 4), ("europe", 2), ("legendary-asia", 2))


def single_aims(board: Board) -> st.SearchStrategy[SingleAim]:
    cities = st.sampled_from(list(board.cities))
    return st.one_of(
        st.builds(ClaimTrack, st.sampled_from(list(board.tracks))),
        st.builds(ConnectCities, cities, cities),
        st.just(CompleteTickets()),
        st.builds(StationIn, cities),
        st.builds(BuildBullets, st.integers(1, 3)),
    )


def plans(board: Board) -> st.SearchStrategy[Plan]:
    single = single_aims(board)
    several = st.lists(single, min_size=1, max_size=3).map(tuple)
    aim: st.SearchStrategy[Aim] = st.one_of(
        single,
        st.builds(FirstOpen, several),
        st.builds(EitherOf, several),
        st.builds(DrawTurns, st.integers(1, 3), st.booleans()),
        st.builds(HoldCards, st.integers(1, 12)),
    )
    draws = st.builds(
        Draws,
        st.lists(st.sampled_from(("red", "blue")), max_size=2, unique=True).map(tuple),
        st.booleans(),
        st.sampled_from(("never", "useless", "always")),
    )
    return st.builds(
        Plan,
        st.lists(aim, min_size=1, max_size=6).map(tuple),
        st.builds(Answers, draws, st.none(), st.integers(0, 3), st.just(())),
    )


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
    """The answer of the plan as it was stored and read, to the same view made anew."""
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
