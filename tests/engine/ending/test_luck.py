"""Luck of the draw: exact on small cases, fair over all orders of a deck, and right on records."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from engine.cards import COLOURS, LOCOMOTIVE, Card
from engine.ending import ending_of
from engine.ending.luck import Luck, LuckWatch, expected_asks
from engine.ending.tickets import TicketWatch
from engine.events import CardDrawn, ChoicesRevealed, TunnelTurnedUp
from engine.game import Game
from engine.state import OpenTunnel, count_asking_cards
from tests.engine.ending.facts_again import held, is_done, read
from tests.engine.positions import position
from tests.paths import GOLDEN
from tests.thinning import one_in


def watch(game: Game) -> tuple[TicketWatch, LuckWatch]:
    tickets = TicketWatch(game.board)
    tickets.after(ChoicesRevealed((2, 2)), game)
    return tickets, LuckWatch(tickets)


def drawn(deck: Sequence[Card], card: Card) -> Luck:
    """The luck of a seat whose ticket lacks nothing but purple, after one card off a deck."""
    game = position(deck=deck, tickets=[["chicago-new-orleans"], []], owner={})
    game.tickets[0] = []
    _, luck = watch(game)
    luck.before(CardDrawn(0, card), game)
    return luck.lucks([0])[0]


def test_a_locomotive_is_luck_and_another_card_is_not() -> None:
    deck = ["red", "blue", "blue", LOCOMOTIVE]
    assert drawn(deck, LOCOMOTIVE) == Luck(0, 1, 1, Fraction(1, 4))
    assert drawn(deck, LOCOMOTIVE).surplus == Fraction(3, 4)
    assert drawn(deck, "red").surplus == Fraction(-1, 4)


def test_a_needed_colour_is_luck_too() -> None:
    """Seattle – Los Angeles may be laid by way of San Francisco, which takes yellow or purple."""
    game = position(
        deck=["red", "blue", "purple", LOCOMOTIVE], tickets=[["seattle-los-angeles"], []]
    )
    tickets, luck = watch(game)
    needed = tickets.needed_colours(game, 0)
    assert needed
    assert needed <= set(COLOURS)
    for card in game.deck:
        game_luck = LuckWatch(tickets)
        game_luck.before(CardDrawn(0, card), game)
        (found,) = game_luck.lucks([0])
        assert found.useful == (card == LOCOMOTIVE or card in needed)
        assert found.useful_expected == Fraction(1 + len(needed & {"red", "blue", "purple"}), 4)
    assert luck.lucks([0]) == (Luck(0),)


def test_over_all_cards_of_any_deck_a_draw_gives_nothing() -> None:
    for name in ("japan-4-final-round", "usa-4-final-round", "team-asia-4-final-round"):
        board, _, steps = read(name)
        draws = 0
        tickets = TicketWatch(board)
        for event, before, after in steps:
            if isinstance(event, CardDrawn):
                total = Fraction()
                for card in before.deck:
                    luck = LuckWatch(tickets)
                    luck.before(CardDrawn(event.seat, card), before)
                    total += luck.lucks([event.seat])[0].surplus
                assert total == 0
                draws += 1
            tickets.before(event, before)
            tickets.after(event, after)
        assert draws > 5


@pytest.mark.parametrize("colour", ["red", LOCOMOTIVE])
def test_over_all_orders_of_a_deck_a_tunnel_gives_nothing(colour: Card) -> None:
    deck = ["red", "red", "blue", LOCOMOTIVE, "green"]
    expected = expected_asks(deck, colour, 3)
    orders = list(permutations(deck))
    asked = sum(count_asking_cards(colour, order[:3]) for order in orders)
    assert expected * len(orders) == asked


def test_few_asks_of_a_tunnel_are_luck() -> None:
    game = position("team-asia", 4, deck=["blue", "blue", "red", LOCOMOTIVE])
    game.tunnel = OpenTunnel(0, "any", "red", 2, 0)
    _, luck = watch(game)
    luck.before(TunnelTurnedUp(0, ("blue", "blue", "red"), 1), game)
    assert luck.lucks([0]) == (Luck(0, 0, 0, Fraction(), 3, 1, Fraction(3, 2)),)
    assert luck.lucks([0])[0].surplus == Fraction(1, 2)


@pytest.mark.parametrize("name", one_in(3, sorted(path.stem for path in GOLDEN.glob("*.jsonl"))))
def test_the_counts_of_a_record_are_those_of_its_events(name: str) -> None:
    board, log, steps = read(name)
    for luck in ending_of(board, log).lucks:
        mine = [event for event, _, _ in steps if isinstance(event, CardDrawn)]
        mine = [event for event in mine if event.seat == luck.seat]
        turned = [event for event, _, _ in steps if isinstance(event, TunnelTurnedUp)]
        turned = [event for event in turned if event.seat == luck.seat]
        assert luck.drawn == len(mine)
        assert luck.useful >= sum(event.card == LOCOMOTIVE for event in mine)
        assert luck.turned_up == sum(len(event.cards) for event in turned)
        assert luck.asked == sum(event.asks for event in turned)


def test_a_seat_whose_tickets_are_completed_needs_locomotives_only() -> None:
    board, _, steps = read("usa-2-final-round")
    tickets = TicketWatch(board)
    met = 0
    for event, before, after in steps:
        tickets.before(event, before)
        tickets.after(event, after)
        for seat in range(2):
            own = held(after, [seat])
            if after.turn and all(is_done(after, [seat], ticket) for ticket in own):
                assert tickets.needed_colours(after, seat) == set()
                met += 1
    assert met
