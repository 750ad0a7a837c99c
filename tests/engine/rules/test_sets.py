"""Sets of any cards in place of one card (M-3)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import wire
from engine.actions import Claim
from engine.board import Board
from engine.board.model import Track
from engine.cards import CARDS, COLOURS, GRAY, LOCOMOTIVE, Card, full_deck, in_order
from engine.claim_indexes import TrackClaims
from engine.errors import IllegalAction
from engine.events import RouteClaimed
from engine.game import Game
from engine.rules import sets
from tests.engine.mechanics import first_turn_on, ring, rules, track
from tests.engine.positions import UnshuffledChance, cards_in

BOUND = rules(locomotives=["tunnel", "ferry"], cards_for_locomotive=3)
FERRY = track("elm-fir", kind="ferry", locomotives=2, colour="gray", length=3)
RED_FERRY = track("yew-lime", kind="ferry", locomotives=1, colour="red", length=3)
LONG = track("holly-maple", colour="gray", length=3, any_cards_for_one=4)
BOARD = ring(BOUND, FERRY, RED_FERRY, LONG)
FREE = ring(rules(cards_for_locomotive=2), FERRY, RED_FERRY)


def turn(hand: Mapping[Card, int], board: Board = BOARD) -> Game:
    return first_turn_on(board, hands=[hand])


def paid(claim: Claim, board: Board = BOARD) -> tuple[Card, ...]:
    """The cards of a claim, in the order of their kinds."""
    if claim.cards:
        return claim.cards
    coloured = board.tracks[claim.track].length - claim.locomotives
    return in_order([claim.colour] * coloured + [LOCOMOTIVE] * claim.locomotives)


def listed(game: Game, key: str) -> list[tuple[Card, ...]]:
    """The cards of the listed claims of a track, in order; each of them is legal."""
    legal = game.legal_actions(0)
    claims = [one for one in legal if isinstance(one, Claim) and one.track == key]
    assert all(claim in legal for claim in claims)
    return [paid(claim, game.board) for claim in claims]


def cards(text: str) -> tuple[Card, ...]:
    """Cards by their initials, L for a locomotive: "rrkL"."""
    initials = {"k": "black", "L": LOCOMOTIVE, "b": "blue"}
    every = {card[0]: card for card in COLOURS} | initials
    return in_order(every[sign] for sign in text)


def refusal(game: Game, claim: Claim) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as error:
        game.play(0, claim, UnshuffledChance())
    assert claim not in game.legal_actions(0)
    return error.value.ruling, error.value.message


# What is legal, against all groupings there are.


def groups_into_sets(payment: Sequence[Card], facts: Track) -> bool:
    """Whether any choice of cards outside the sets makes a payment legal, by trying them all."""
    for count in range(facts.most_sets + 1):
        outside = facts.length - count
        if len(payment) - outside != count * facts.set_size:
            continue
        for chosen in combinations(payment, outside):
            locomotives = chosen.count(LOCOMOTIVE)
            colours = {card for card in chosen if card != LOCOMOTIVE}
            fits = all(facts.colour in (card, GRAY) for card in colours)
            least = facts.least_locomotives - count
            most = max(0, facts.most_locomotives - count)
            if len(colours) < 2 and fits and least <= locomotives <= most:
                return True
    return False


few = st.lists(st.sampled_from(["red", "red", "blue", "black", LOCOMOTIVE]), max_size=9)
tracks = st.sampled_from(
    [
        board.tracks[key]
        for board, keys in ((BOARD, ("elm-fir", "yew-lime", "holly-maple")), (FREE, ("elm-fir",)))
        for key in keys
    ]
)


@given(few, tracks)
def test_membership_accepts_each_payment_that_some_grouping_makes_legal(
    payment: list[Card], facts: Track
) -> None:
    """M-3"""
    fault = sets.fault_of(Counter(payment), facts)
    assert (fault is None) == groups_into_sets(in_order(payment), facts)


@given(few, tracks)
def test_each_listed_payment_is_legal_and_listed_once(hand: list[Card], facts: Track) -> None:
    """M-3: and where anything is legal, something is listed."""
    held = {card: hand.count(card) for card in CARDS}
    claims = sets.claims_of(TrackClaims(facts), held)
    payments = []
    for claim in claims:
        coloured = facts.length - claim.locomotives
        plain = (claim.colour,) * coloured + (LOCOMOTIVE,) * claim.locomotives
        payments.append(claim.cards or in_order(plain))
    assert len(payments) == len(set(payments))
    assert all(groups_into_sets(payment, facts) for payment in payments)
    assert all(Counter(payment) <= Counter(hand) for payment in payments)
    order = [(len(payment), payment.count(LOCOMOTIVE)) for payment in payments]
    assert order == sorted(order)
    counts = range(facts.length, len(hand) + 1)
    legal = {
        count
        for count in counts
        if any(groups_into_sets(some, facts) for some in combinations(in_order(hand), count))
    }
    assert {len(payment) for payment in payments} == legal


# What is listed.


def test_a_set_of_three_stands_in_for_each_locomotive_that_a_ferry_shows() -> None:
    """M-3"""
    game = turn({"red": 5, "blue": 3, "black": 1})
    assert listed(game, "yew-lime") == [cards("rrbbr")]
    assert listed(game, "elm-fir") == [cards("rrrrbbb"), cards("rrrrbbk")]
    game = turn({"red": 5, LOCOMOTIVE: 1})
    assert listed(game, "elm-fir") == [cards("rrrrL")]


def test_the_fewest_cards_are_listed_first_and_then_the_fewest_locomotives() -> None:
    """M-3: four red cards and a locomotive are one payment, whichever of them are the set."""
    game = turn({"red": 4, LOCOMOTIVE: 3})
    expected = ["rrL", "rLL", "LLL", "rrrrL", "rrrLL"]
    assert listed(game, "yew-lime") == [cards(some) for some in expected]


def test_a_set_takes_from_the_colour_of_which_most_are_left_and_locomotives_last() -> None:
    """M-3, B-1: of purple, white and green alike, purple is first."""
    game = turn({"red": 2, "purple": 1, "white": 1, "green": 2, "black": 3})
    assert listed(game, "yew-lime") == [cards("rrkkg")]
    game = turn({"red": 2, "purple": 2, "white": 2, "green": 2})
    assert listed(game, "yew-lime") == [cards("rrpwg")]
    game = turn({"red": 2, "green": 1, "black": 1, LOCOMOTIVE: 1})
    assert cards("rrgkL") in listed(game, "yew-lime")


def test_sets_of_four_stand_in_for_cards_of_a_colour_up_to_the_length_of_a_track() -> None:
    """M-3: 3 cards of a colour, or 2 and a set, or 1 and two, or three sets."""
    game = turn({"red": 6, "blue": 6})
    found = listed(game, "holly-maple")
    assert {len(payment) for payment in found} == {3, 6, 9, 12}
    assert found[:2] == [cards("bbb"), cards("rrr")]
    assert found[-1] == cards("rrrrrrbbbbbb")


def test_a_locomotive_is_played_for_such_a_track_inside_a_set_alone() -> None:
    """M-3: whether or not the board binds locomotives."""
    for board in (BOARD, ring(LONG)):
        game = turn({"red": 2, LOCOMOTIVE: 4}, board)
        assert listed(game, "holly-maple") == [cards("rrLLLL")]
        assert refusal(game, Claim("holly-maple", "red", 1))[0] == "M-2"


def test_sets_do_not_exist_on_tunnels() -> None:
    """M-3"""
    game = turn({"red": 9, "blue": 9})
    claim = Claim("oak-yew", cards=cards("bbbbrr"))
    assert BOARD.tracks["oak-yew"].kind == "tunnel"
    assert refusal(game, claim) == ("M-3", "claim.no_sets")


# What is paid.


def test_a_claim_with_sets_names_its_cards_by_kind_and_has_no_colour() -> None:
    """M-3: trains and points go by length."""
    game = turn({"red": 2, "blue": 2, "black": 1})
    before = cards_in(game)
    trains = game.trains[0]
    events = game.play(0, Claim("yew-lime", cards=cards("rrbbk")), UnshuffledChance())
    assert events[0] == RouteClaimed(0, "yew-lime", "", 0, 4, cards=cards("rrbbk"))
    assert sum(game.hands[0].values()) == 0
    assert game.trains[0] == trains - 3
    assert cards_in(game) == before
    assert wire.encode(events[0])[2]["cards"] == ["blue", "blue", "black", "red", "red"]


def test_the_order_of_the_cards_does_not_matter() -> None:
    """M-3: two groupings of the same cards are one payment."""
    game = turn({"red": 2, "blue": 2, "black": 1})
    claim = Claim("yew-lime", cards=("red", "blue", "black", "blue", "red"))
    assert claim in game.legal_actions(0)
    events = game.play(0, claim, UnshuffledChance())
    assert events[0] == RouteClaimed(0, "yew-lime", "", 0, 4, cards=cards("rrbbk"))


def test_a_payment_without_sets_has_its_colour_however_it_was_named() -> None:
    """M-3, B-7"""
    for named, colour, locomotives in (("rrL", "red", 1), ("LLL", LOCOMOTIVE, 3)):
        game = turn({"red": 2, LOCOMOTIVE: 3})
        events = game.play(0, Claim("yew-lime", cards=cards(named)), UnshuffledChance())
        assert events[0] == RouteClaimed(0, "yew-lime", colour, locomotives, 4)
        assert "cards" not in wire.encode(events[0])[2]


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        (Claim("yew-lime", "red", cards=cards("rrbbk")), ("M-3", "claim.cards_alone")),
        (Claim("yew-lime", cards=cards("rrrb")), ("M-3", "claim.sets_count")),
        (Claim("yew-lime", cards=cards("rrrrbbb")), ("M-3", "claim.sets_count")),
        (Claim("yew-lime", cards=cards("rbbkk")), ("M-3", "claim.outside_sets")),
        (Claim("yew-lime", cards=cards("rrr")), ("M-1", "claim.ferry_needs_locomotives")),
        (Claim("yew-lime", cards=cards("rrggg")), ("B-7", "claim.too_few_cards")),
        (Claim("yew-lime", cards=("red", "pale")), ("B-7", "claim.no_colour")),
        (Claim("oak-yew", cards=cards("rr")), ("M-3", "claim.no_sets")),
    ],
)
def test_cards_that_do_not_pay_are_refused(claim: Claim, why: tuple[str, str]) -> None:
    """M-3"""
    game = turn({"red": 5, "blue": 4, "black": 3, LOCOMOTIVE: 1})
    assert refusal(game, claim) == why


def test_a_claim_with_sets_takes_trains_for_each_space() -> None:
    """M-3, B-7"""
    game = turn({"red": 5})
    game.trains[0] = 2
    assert listed(game, "yew-lime") == []
    claim = Claim("yew-lime", cards=cards("rrrrr"))
    assert refusal(game, claim) == ("B-7", "claim.too_few_trains")


# The whole board, and its speed.


def test_hands_of_forty_list_the_claims_of_ferries_in_a_millisecond() -> None:
    """M-3: ten times the time is allowed here, for machines that do other things too."""
    game = Game(engine.load_board("nordic"), 2)
    deck = full_deck()
    hand = Counter(deck[::3] + deck[1:10:3])
    assert hand.total() == 40
    index = game.open_tracks.sets
    assert index is not None
    held = {card: hand[card] for card in CARDS}
    began = time.process_time()
    found = sets.legal_claims(index, held, 40)
    assert time.process_time() - began < 0.01
    assert len(found) > 100


def test_every_subset_of_a_hand_is_as_legal_in_the_game_as_by_hand() -> None:
    """M-3: on all ferries of the Nordic Countries, with every payment of a small hand."""
    board = engine.load_board("nordic")
    game = first_turn_on(board, hands=[{"red": 3, "blue": 2, "green": 1, LOCOMOTIVE: 2}])
    legal = game.legal_actions(0)
    for payment in subsets({"red": 3, "blue": 2, "green": 1, LOCOMOTIVE: 2}):
        for facts in board.tracks.values():
            if facts.most_sets and payment:
                meant = Claim(facts.id, cards=payment)
                assert (meant in legal) == groups_into_sets(payment, facts), (facts.id, payment)


def subsets(hand: Mapping[Card, int]) -> Iterable[tuple[Card, ...]]:
    for counts in product(*(range(count + 1) for count in hand.values())):
        yield in_order(card for card, n in zip(hand, counts, strict=True) for _ in range(n))
