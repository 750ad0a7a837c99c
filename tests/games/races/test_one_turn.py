"""Fifty answers to one decision at the same moment: one is taken, the others are told the truth."""

from __future__ import annotations

from engine.actions import Draw
from games.people.models import Person
from games.play.models import Submission
from tests.games.races.conftest import (
    MOVED_ON,
    TWO_CARDS,
    assert_mails,
    assert_whole,
    decision_of,
    moves,
    told,
)
from tests.games.races.together import together

FIFTY = 50


def test_of_fifty_answers_to_one_decision_one_is_taken(fresh, sits, alice: Person) -> None:
    game, browser = fresh(), sits(alice)
    decision = decision_of(game)
    answers = together(
        *[
            lambda key=f"window {number}": browser.move(game, decision, *TWO_CARDS, key=key)
            for number in range(FIFTY)
        ]
    )
    taken = [one for one in answers if one.done]
    late = [one for one in answers if not one.done]
    assert (len(taken), len(late)) == (1, FIFTY - 1)
    assert {one.status for one in late} == {409}
    assert all(one.says(MOVED_ON) for one in late)
    assert moves(game, decision) == [(0, Draw("blind"), "0"), (0, Draw("blind"), "0")]
    assert Submission.objects.filter(seat__game=game, decision=decision).count() == 1
    assert_whole(game)
    assert told(game, "turn")["Bob"] == 2  # the first tickets, this turn
    assert_mails()


def test_of_fifty_windows_with_other_moves_the_late_ones_read_that_they_are_late(
    fresh, sits, alice: Person
) -> None:
    """A text is read against the game as it is, where it may mean nothing any more."""
    game, browser = fresh(), sits(alice)
    decision = decision_of(game)
    ways = [
        lambda: browser.move(game, decision, text="draw blind blind"),
        lambda: browser.move(game, decision, text="tickets"),
        lambda: browser.move(game, decision, Draw("blind")),
    ]
    answers = together(*(ways * FIFTY)[:FIFTY])
    taken = {place % len(ways) for place, one in enumerate(answers) if one.done}
    # Every copy of a move is told that it is made: a second click is no second move.
    assert len(taken) == 1
    for place, one in enumerate(answers):
        if place % len(ways) not in taken:
            assert one.status == 409, one
            assert one.says(MOVED_ON)
    assert_whole(game)
    assert_mails()


def test_fifty_copies_of_one_request_move_once_and_all_say_so(fresh, sits, alice: Person) -> None:
    game, browser = fresh(), sits(alice)
    decision = decision_of(game)
    answers = together(*[lambda: browser.move(game, decision, *TWO_CARDS)] * FIFTY)
    assert {one.status for one in answers} == {302}
    assert len(moves(game, decision)) == 2
    assert Submission.objects.filter(seat__game=game).count() == 1
    assert_whole(game)
    assert_mails()
