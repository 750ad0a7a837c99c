"""A preview says what a plan does now and in three more turns, and changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.actions import Claim, Draw
from engine.plans.evaluation import Step, Stop
from engine.plans.model import Answers, ClaimTrack, Draws, Facts, HoldCards, Memory, Plan
from engine.plans.preview import TURNS, preview_plan
from tests.engine.plans.strategies import plans
from tests.engine.positions import first_turn, position

FACTS = Facts(datetime(2026, 12, 1, tzinfo=UTC))
PURPLE = "charleston-miami-purple"
GRAY = "dallas-houston-gray-1"


def actions(plan: Plan, game: engine.Game, seat: int = 0) -> list[list[object]]:
    turns = preview_plan(plan, Memory(), engine.view(game, seat), FACTS)
    return [
        [one.action if isinstance(one, Step) else one.why.code for one in answers]
        for answers in turns
    ]


def test_claims_follow_one_another_until_the_plan_is_done() -> None:
    game = position(hands=[{"purple": 4, "red": 1}])
    assert actions(Plan((ClaimTrack(PURPLE), ClaimTrack(GRAY))), game) == [
        [Claim(PURPLE, "purple")],
        [Claim(GRAY, "red")],
        ["done"],
    ]


def test_cards_of_the_row_are_taken_once_and_then_the_deck_is_drawn_from() -> None:
    game = position(row=["purple", "purple", "white", "white", "white"])
    first, second, *rest = actions(Plan((ClaimTrack(PURPLE),)), game)
    assert first == [Draw("purple"), Draw("purple")]
    assert second == [Draw("blind"), Draw("blind")]
    assert len(rest) == TURNS - 2


def test_cards_drawn_count_for_what_is_claimed_next() -> None:
    game = position(hands=[{}], row=["red", "red", "white", "white", "white"])
    plan = Plan((HoldCards(2), ClaimTrack(GRAY)), Answers(Draws(("red",))))
    assert actions(plan, game) == [[Draw("red"), Draw("red")], [Claim(GRAY, "red")], ["done"]]


def test_a_plan_is_previewed_while_others_move() -> None:
    game = position(hands=[{}, {"red": 1}])
    assert actions(Plan((ClaimTrack(GRAY),)), game, seat=1)[0] == [Claim(GRAY, "red")]


@settings(max_examples=30)
@given(st.data())
def test_a_preview_of_any_plan_ends_and_leaves_the_view_as_it_was(data: st.DataObject) -> None:
    name, seats = data.draw(st.sampled_from((("usa", 2), ("japan", 3), ("team-asia", 4))))
    game = first_turn(name, seats)
    view = engine.view(game, 0)
    turns = preview_plan(data.draw(plans(view.board)), Memory(), view, FACTS)
    assert 0 < len(turns) <= TURNS
    assert not any(isinstance(one, Stop) for answers in turns for one in answers[:-1])
    assert view == engine.view(game, 0)
