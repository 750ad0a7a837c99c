"""What the log says: to the seat that acted, to the others, and after the end."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine import events
from engine.events import Score
from engine.text.log_lines import describe, describe_event
from tests.engine.positions import position

NAMES = ["alice", "bob", "charlie"]
ALICE, BOB = 0, 1


def line(event: engine.Event, reader: int | None = ALICE, **things: Any) -> str | None:
    game = position("japan", 3, **things)
    return describe_event(event, game, names=NAMES, seat=reader)


def test_the_order_of_play_is_told_at_the_start() -> None:
    started = events.GameStarted((2, 0, 1), (), 0)
    assert line(started) == "The order of play is charlie, alice, bob."


def test_a_card_drawn_blind_is_named_to_the_one_who_drew_it() -> None:
    drawn = events.CardDrawn(BOB, "red")
    assert line(drawn, BOB) == "You drew a card from the deck: red."
    assert line(drawn, ALICE) == "bob drew a card from the deck."
    assert line(drawn, None) == "bob drew a card from the deck."


def test_after_the_end_everybody_reads_what_was_drawn() -> None:
    game = position("japan", 3)
    game.outcome = events.GameEnded("final round", ())
    told = describe_event(events.CardDrawn(BOB, "red"), game, names=NAMES, seat=ALICE)
    assert told == "bob drew a card from the deck: red."


def test_a_card_from_the_row_is_named_to_all_with_the_one_that_replaced_it() -> None:
    taken = events.CardTaken(BOB, 2, "locomotive", "blue")
    told = "bob took a face-up card: locomotive. Blue was turned up in its place."
    assert line(taken) == told
    assert line(events.CardTaken(BOB, 2, "green", None)) == "bob took a face-up card: green."


def test_the_row_and_the_deck_are_told_of() -> None:
    flushed = events.RowFlushed(("red", "locomotive", "locomotive", "blue", "locomotive"))
    assert line(flushed) == "3 locomotives lay face up: the whole row was discarded."
    filled = events.RowFilled((0, 3), ("red", "locomotive"))
    assert line(filled) == "Turned face up: red, locomotive."
    rebuilt = events.DeckShuffled(4, ("red",) * 7)
    assert line(rebuilt) == "The discards were shuffled into a new deck of 7 cards."


def test_the_first_shuffle_and_the_turn_of_a_seat_are_not_worth_a_line() -> None:
    assert line(events.DeckShuffled(1, ("red",) * 110)) is None
    assert line(events.TurnStarted(BOB, 4)) is None
    assert line(events.DecisionOpened(BOB, "second")) is None
    assert line(events.CardsDealt(BOB, ("red",) * 4)) is None
    assert line(events.TableEvent("table.paused", {})) is None


def test_tickets_are_named_to_their_owner_and_counted_to_the_others() -> None:
    kept = events.TicketsKept(BOB, ("tokyo-sendai",), ("osaka-tokyo", "tottori-tokyo"))
    assert line(kept) == "bob kept 1 ticket. 2 tickets went back."
    points = engine.load_board("japan").tickets["tokyo-sendai"].points
    assert line(kept, BOB) == f"You kept Tokyo – Sendai ({points}). 2 tickets went back."
    chosen = events.TicketsChosen(BOB, ("tokyo-sendai",), ())
    assert line(chosen) == "bob has chosen tickets."


def test_the_numbers_of_tickets_come_out_when_all_have_chosen() -> None:
    told = "Everybody has chosen. Tickets kept: alice 2, bob 3, charlie 4."
    assert line(events.ChoicesRevealed((2, 3, 4))) == told
    returned = events.TicketsReturned(("tokyo-sendai", "osaka-tokyo"), 3)
    assert line(returned) == "2 tickets were shuffled and put back under the deck."


def test_a_bullet_route_tells_progress_and_no_points() -> None:
    placed = events.BulletTrainPlaced(BOB, "aomori-hakodate-bullet", "white", 0)
    told = "bob built the bullet route Aomori – Hakodate with 2 white: 2 steps of progress."
    assert line(placed) == told


def test_a_route_paid_with_locomotives_only_names_no_colour() -> None:
    claimed = events.RouteClaimed(ALICE, "narita-tokyo-purple", "locomotive", 1, 1)
    assert line(claimed) == "You claimed Narita – Tokyo with 1 locomotive: 1 point."


def test_the_final_round_names_who_moves_last() -> None:
    begun = events.FinalRoundStarted(BOB)
    told = "The final round begins: everybody has one more turn, and bob plays last."
    assert line(begun) == told
    assert (line(begun, BOB) or "").endswith("and you play last.")


def test_passes_and_skipped_turns_are_told() -> None:
    assert line(events.TurnPassed(BOB)) == "bob had no legal move and passed."
    assert line(events.TurnSkipped(ALICE)) == "Your time ran out and the clock skipped your turn."


def score(place: int, total: int, *seats: int) -> Score:
    return Score(seats, place, total, total, (), 0)


@pytest.mark.parametrize(
    ("reason", "scores", "told"),
    [
        (
            "final round",
            (score(1, 80, BOB), score(2, 1, ALICE), score(3, -4, 2)),
            "The game is over: bob won."
            " 1. bob, 80 points; 2. alice, 1 point; 3. charlie, -4 points.",
        ),
        (
            "final round",
            (score(1, 80, ALICE), score(2, 7, BOB)),
            "The game is over: you won. 1. alice, 80 points; 2. bob, 7 points.",
        ),
        (
            "passes",
            (score(1, 9, ALICE), score(1, 9, BOB)),
            "Nobody could move any more. The game is over: alice and bob share the victory."
            " 1. alice, 9 points; 1. bob, 9 points.",
        ),
        (
            "final round",
            (score(1, 9, BOB, 2), score(2, 5, ALICE)),
            "The game is over: bob and charlie won."
            " 1. bob + charlie, 9 points; 2. alice, 5 points.",
        ),
    ],
)
def test_the_end_names_the_winners_and_all_scores(
    reason: events.EndReason, scores: tuple[Score, ...], told: str
) -> None:
    assert line(events.GameEnded(reason, scores)) == told


def test_a_name_with_signs_of_a_template_in_it_is_only_a_name() -> None:
    board = engine.load_board("usa")
    told = describe("game.turn_passed", {"seat": 0}, board=board, names=["{cards} {0}"])
    assert told == "{cards} {0} had no legal move and passed."
