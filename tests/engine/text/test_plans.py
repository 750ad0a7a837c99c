"""Plans as text: what is written reads back, in other words too, and errors say what to write."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import engine
from engine.errors import InvalidAction
from engine.plans.model import (
    AfterTurns,
    Aim,
    AimDone,
    AimLost,
    Answers,
    BuildBullets,
    CardsInHand,
    ClaimAt,
    ClaimOn,
    ClaimTrack,
    CompleteTicket,
    CompleteTickets,
    ConnectCities,
    Draws,
    DrawTurns,
    EitherOf,
    FewTrains,
    FirstOpen,
    HoldCards,
    LocomotiveFaceUp,
    OnDate,
    PilesShuffled,
    SomebodyWrote,
    StationIn,
)
from engine.plans.validation import check_plan
from engine.text.english import ENGLISH
from engine.text.parse import explain
from engine.text.plan_lines import write_plan
from engine.text.plans import begins_plan, check_plan_line, read_plan
from engine.text.routes import find_tracks
from engine.text.sketches import read_sketch
from engine.text.vocabulary import vocabulary_for
from tests.engine.plans.strategies import plans
from tests.engine.positions import first_turn, position
from tests.fixtures.growth import MOST, growth

JAPAN = """
    plan
    connect Osaka with Tokyo
    claim kochi to takamatsu with orange, else claim kochi to matsuyama
    draw for these, face-up locomotives too
    ask me if nagoya to kyoto is taken, or somebody has 6 trains, or after 8 turns
"""


def japan() -> engine.View:
    return engine.view(first_turn("japan", 3), 0)


def test_the_plan_of_the_manual_is_read() -> None:
    board = engine.load_board("japan")
    plan = read_plan(JAPAN, japan())
    connect, claim = plan.aims
    assert connect == ConnectCities("osaka", "tokyo")
    assert isinstance(claim, FirstOpen)
    assert [isinstance(aim, ClaimTrack) for aim in claim.aims] == [True, True]
    assert claim.aims[0].colour == "orange"  # type: ignore[union-attr]
    taken, *rest = plan.answers.stops
    assert isinstance(taken, ClaimOn)
    assert {board.tracks[taken.track].a, board.tracks[taken.track].b} == {"nagoya", "kyoto"}
    assert rest == [FewTrains(6), AfterTurns(8)]


def test_a_plan_is_known_by_its_first_word() -> None:
    assert begins_plan("Plan:\nconnect osaka with tokyo")
    assert not begins_plan("plans are nothing")
    assert not begins_plan("draw red")


@pytest.mark.parametrize(
    ("text", "aim"),
    [
        ("complete my tickets", CompleteTickets()),
        ("complete dallas to new york", CompleteTicket("dallas-new-york")),
        ("complete ticket 1", CompleteTicket("dallas-new-york")),
        ("link miami with boston", ConnectCities("miami", "boston")),
        ("build miami to charleston", ClaimTrack("charleston-miami-purple")),
        ("draw blind for 2 turns", DrawTurns(2, blind=True)),
        ("draw for 1 turn", DrawTurns(1)),
        ("keep 9 cards in hand", HoldCards(9)),
        (
            "either connect miami with boston or claim dallas to houston",
            EitherOf((ConnectCities("miami", "boston"), ClaimTrack("dallas-houston-gray-1"))),
        ),
    ],
)
def test_an_aim_may_be_said_in_several_words(text: str, aim: Aim) -> None:
    view = engine.view(position(tickets=[["dallas-new-york"], []]), 0)
    assert read_plan(f"plan\n{text}", view).aims == (aim,)


def test_stations_and_bullet_routes_are_aims_where_there_are_any() -> None:
    europe, usa = engine.view(first_turn("europe"), 0), engine.view(first_turn(), 0)
    assert read_plan("plan\nstation in wien", europe).aims == (StationIn("wien"),)
    assert read_plan("plan\nbuild 2 bullet routes", japan()).aims == (BuildBullets(2),)
    for line, message in (
        ("station in miami", "plan.no_stations"),
        ("build 2 bullet routes", "plan.no_bullets"),
    ):
        with pytest.raises(InvalidAction) as refused:
            read_plan(f"plan\n{line}", usa)
        assert refused.value.message == message


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("draw, red and blue first", Answers(Draws(("red", "blue")))),
        ("draw for these, no locomotives, blind only", Answers(Draws((), False, "always"))),
        ("draw for them, never blind", Answers(Draws(blind="never"))),
        ("tunnels up to 1", Answers(tunnel_extra=1)),
        ("do not ask me", Answers(stops=())),
        (
            "ask me if an aim is lost or an aim is reached, or if the piles are shuffled",
            Answers(stops=(AimLost(), AimDone(), PilesShuffled())),
        ),
        (
            "ask me if somebody claims at miami, or i hold 8 cards or a locomotive is face up",
            Answers(stops=(ClaimAt("miami"), CardsInHand(8), LocomotiveFaceUp())),
        ),
        (
            "ask me on 2026-12-24 or if somebody writes or if player 2 has 5 trains or fewer",
            Answers(stops=(OnDate("2026-12-24T00:00:00+00:00"), SomebodyWrote(), FewTrains(5, 1))),
        ),
    ],
)
def test_answers_may_be_said_in_several_words(text: str, answers: Answers) -> None:
    view = engine.view(first_turn(), 0)
    assert read_plan(f"plan\ncomplete my tickets\n{text}", view).answers == answers


def test_what_a_plan_does_not_answer_is_answered_as_usual() -> None:
    usual = Answers(Draws(("green",)), tunnel_extra=0, stops=(AfterTurns(3),))
    plan = read_plan(
        "plan\ncomplete my tickets\ntunnels up to 2", engine.view(first_turn(), 0), usual=usual
    )
    assert plan.answers == Answers(Draws(("green",)), tunnel_extra=2, stops=(AfterTurns(3),))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("plan", "Write what the plan is after, such as"),
        ("plan\nsing a song", "“sing a song” is not a line of a plan. Write one like “connect "),
        ("plan\ncomplete my tickets\nask me if it rains", "Write one like “after 8 turns”."),
        ("plan\nclaim dallas to houston\nclaim dallas to houston", "named twice"),
        ("plan\ncomplete miami to boston", "You hold no such ticket."),
        ("plan\nclaim miami to charleston with red", "cannot be paid with red"),
        ("plan\n" + "complete my tickets\n" * 41, "at most 40 lines"),
        ("plan\nask me if player 9 has 3 trains", "player"),
    ],
)
def test_a_plan_that_cannot_be_read_says_what_to_write(text: str, sentence: str) -> None:
    view = engine.view(first_turn(), 0)
    with pytest.raises(InvalidAction) as refused:
        read_plan(text, view)
    assert sentence in explain(refused.value)


@settings(max_examples=60)
@given(st.data())
def test_a_plan_reads_back_as_it_was_written(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(("usa", "japan", "europe")))
    view = engine.view(first_turn(name), 0)
    plan = data.draw(plans(view.board))
    try:
        check_plan(plan, view)
    except InvalidAction:
        reject()
    text = write_plan(plan, view)
    assert write_plan(read_plan(text, view), view) == text


@pytest.mark.parametrize("unit", ["a to ", "a-", "a with ", " else a to b", ", "])
@pytest.mark.parametrize("read", [check_plan_line, read_sketch])
@pytest.mark.parametrize("before", ["claim ", "sketch add x: ", "complete "])
def test_long_lines_take_time_in_proportion(read, unit: str, before: str) -> None:
    view = engine.view(first_turn(), 0)

    def try_it(text: str) -> None:
        # Longer texts are refused unread.
        for start in range(0, len(text), 3000):
            with suppress(InvalidAction):
                read(before + text[start : start + 3000], view)

    assert growth(try_it, unit) < MOST


def test_a_route_of_many_parts_is_refused_at_once() -> None:
    view = engine.view(first_turn(), 0)

    def try_it(text: str) -> None:
        with pytest.raises(InvalidAction, match=r"route\.pair"):
            find_tracks(view, text, vocabulary_for(ENGLISH))

    assert growth(try_it, "a to ") < MOST
