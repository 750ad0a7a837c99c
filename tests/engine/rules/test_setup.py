"""B-1, B-2, J-1, J-2, P-3: from an empty table to the first turn."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine.actions import Draw, Keep
from engine.cards import CARD_COUNTS, TRAIN_CARDS
from engine.errors import IllegalAction
from engine.events import ChoicesRevealed, GameStarted, RowFlushed, TicketsReturned, TurnStarted
from tests.engine.positions import UnshuffledChance, all_cards, cards_in, keep_all

BOARDS = [("usa", 45, 3, 30), ("japan", 20, 4, 54)]


def deal(board: str, seats: int, seed: int = 1) -> engine.Game:
    return engine.new_game(engine.load_board(board), seats, engine.Chance.from_seed(seed, seats))[0]


def test_there_are_110_train_cards_twelve_a_colour_and_fourteen_locomotives() -> None:
    """B-1"""
    assert TRAIN_CARDS == 110
    assert Counter(CARD_COUNTS.values()) == {12: 8, 14: 1}


@pytest.mark.parametrize(("board", "trains", "offer", "tickets"), BOARDS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_seat_gets_four_cards_its_trains_and_its_first_tickets(
    board: str, trains: int, offer: int, tickets: int, seats: int
) -> None:
    """B-2, J-1, J-2"""
    game = deal(board, seats)
    assert [sum(hand.values()) for hand in game.hands] == [4] * seats
    assert [len(offered) for offered in game.offered] == [offer] * seats
    assert game.trains == [trains] * seats
    assert len(game.ticket_deck) == tickets - seats * offer
    assert None not in game.row
    assert cards_in(game) == all_cards()


def test_japan_has_sixteen_bullet_trains_and_progress_begins_at_nought() -> None:
    """J-1"""
    game = deal("japan", 3)
    assert game.bullets == 16
    assert game.progress == [0, 0, 0]


def test_all_seats_choose_their_first_tickets_at_the_same_time_in_any_order() -> None:
    """B-2"""
    game = deal("usa", 3)
    assert game.pending == {0: "setup", 1: "setup", 2: "setup"}
    for seat in (2, 0):
        keep_all(game, seat)
    assert game.pending == {1: "setup"}
    assert game.turn_seat is None
    keep_all(game, 1)
    assert game.pending == {game.order[0]: "turn"}


def test_nobody_draws_before_all_have_chosen() -> None:
    """B-2"""
    game = deal("usa", 2)
    keep_all(game, 0)
    for seat in (0, 1):
        with pytest.raises(IllegalAction):
            game.play(seat, Draw("blind"), UnshuffledChance())


def test_a_seat_chooses_once() -> None:
    """B-2"""
    game = deal("usa", 2)
    keep_all(game, 0)
    with pytest.raises(IllegalAction):
        game.play(0, Keep(tuple(game.tickets[0][:2])), UnshuffledChance())


@pytest.mark.parametrize("board", ["usa", "japan"])
def test_fewer_than_two_first_tickets_are_refused(board: str) -> None:
    """B-2, J-2"""
    game = deal(board, 2)
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, Keep(game.offered[0][:1]), UnshuffledChance())
    assert refusal.value.ruling == "B-2"
    assert refusal.value.params == {"least": 2}
    game.play(0, Keep(game.offered[0][:2]), UnshuffledChance())


def test_returned_tickets_go_under_the_deck_seat_by_seat_in_playing_order() -> None:
    """B-2"""
    game = deal("usa", 3, seed=4)
    under = [game.offered[seat][2] for seat in game.order]
    before = list(game.ticket_deck)
    events = []
    for seat in (2, 1, 0):
        events += game.play(seat, Keep(game.offered[seat][:2]), UnshuffledChance())
    assert game.ticket_deck == under[::-1] + before
    returned = next(event for event in events if isinstance(event, TicketsReturned))
    assert returned.shuffle is None


def test_on_japan_the_returned_tickets_of_all_are_shuffled_together() -> None:
    """J-2"""
    game = deal("japan", 2)
    chance = engine.Chance.from_seed("elsewhere")
    under = [ticket for seat in game.order for ticket in game.offered[seat][2:]]
    number = game.shuffles
    events = []
    for seat in (0, 1):
        events += game.play(seat, Keep(game.offered[seat][:2]), chance)
    returned = next(event for event in events if isinstance(event, TicketsReturned))
    assert returned.shuffle == number
    assert list(returned.tickets) == chance.shuffle(under, number)
    assert game.shuffles == number + 1


def test_the_numbers_kept_become_public_together_and_then_the_first_turn_starts() -> None:
    """B-2"""
    game = deal("japan", 2)
    assert not any(
        isinstance(event, ChoicesRevealed)
        for event in game.play(1, Keep(game.offered[1]), UnshuffledChance())
    )
    events = game.play(0, Keep(game.offered[0][:3]), UnshuffledChance())
    assert ChoicesRevealed((3, 4)) in events
    assert events[-1] == TurnStarted(game.order[0], 1)


def test_the_order_of_seats_is_random_and_a_stored_fact() -> None:
    """P-3"""
    board = engine.load_board("usa")
    orders = set()
    for seed in range(40):
        first = engine.setup_events(board, 3, engine.Chance.from_seed(seed))[0]
        assert isinstance(first, GameStarted)
        assert first.shuffle == 0
        orders.add(first.order)
    assert len(orders) == 6


def test_the_organiser_may_fix_the_order() -> None:
    """P-3"""
    board = engine.load_board("usa")
    first = engine.setup_events(board, 3, engine.Chance.from_seed(1), order=(2, 0, 1))[0]
    assert first == GameStarted((2, 0, 1), (), None)


@pytest.mark.parametrize(("seats", "order"), [(1, None), (6, None), (3, (0, 0, 1)), (3, (0, 1))])
def test_a_table_that_the_board_is_not_made_for_is_refused(
    seats: int, order: tuple[int, ...] | None
) -> None:
    with pytest.raises(ValueError, match=r"seat"):
        engine.setup_events(
            engine.load_board("usa"), seats, engine.Chance.from_seed(1), order=order
        )


class Stacked:
    """A chance that puts the fourteen locomotives where the first row comes from."""

    def __init__(self, dealt: int) -> None:
        self.dealt = dealt

    def shuffle(self, items: list, number: int) -> list:  # type: ignore[type-arg]
        if "locomotive" not in items:
            return list(items)
        others = [card for card in items if card != "locomotive"]
        locomotives = [card for card in items if card == "locomotive"]
        return others[: self.dealt] + locomotives[:9] + others[self.dealt :] + locomotives[9:]


def test_the_first_row_is_flushed_as_often_as_it_takes_before_anybody_chooses() -> None:
    """B-5, B-2"""
    board = engine.load_board("usa")
    game, events = engine.new_game(board, 2, Stacked(8), order=range(2))  # type: ignore[arg-type]
    assert sum(isinstance(event, RowFlushed) for event in events) == 2
    assert game.row.count("locomotive") == 0
    assert (game.discards["locomotive"], sum(game.discards.values())) == (9, 10)
    assert set(game.pending.values()) == {"setup"}
    assert cards_in(game) == all_cards()
