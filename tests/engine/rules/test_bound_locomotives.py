"""Ferries that ask for locomotives, and locomotives bound to kinds of track (M-1, M-2)."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Claim, Draw
from engine.board import Board
from engine.cards import COLOURS, LOCOMOTIVE
from engine.errors import IllegalAction, InvalidAction
from engine.events import CardTaken, DecisionOpened, RouteClaimed, RowFlushed, TurnStarted
from engine.game import Game
from tests.engine.mechanics import first_turn_on, ring, rules, track
from tests.engine.positions import UnshuffledChance

FERRY = track("elm-fir", kind="ferry", locomotives=1, colour="gray", length=3)
RED_FERRY = track("yew-lime", kind="ferry", locomotives=2, colour="red", length=3)
TUNNEL = "oak-yew"
PLAIN = "yew-lime"


def claims(game: Game, key: str) -> set[tuple[str, int]]:
    """The colours and locomotives of the legal claims of a track."""
    legal = game.legal_actions(0)
    found = [action for action in legal if isinstance(action, Claim) and action.track == key]
    every = {
        Claim(key, colour, n)
        for colour in (*COLOURS, LOCOMOTIVE)
        for n in range(game.board.tracks[key].length + 1)
        if (colour == LOCOMOTIVE) == (n == game.board.tracks[key].length)
    }
    assert set(found) == {claim for claim in every if claim in legal}
    return {(claim.colour, claim.locomotives) for claim in found}


def refusal(game: Game, claim: Claim) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as error:
        game.play(0, claim, UnshuffledChance())
    return error.value.ruling, error.value.message


def test_a_gray_ferry_takes_any_one_colour_and_its_locomotives() -> None:
    """M-1"""
    game = first_turn_on(ring(FERRY), hands=[{"red": 2, "blue": 1, LOCOMOTIVE: 2}])
    assert claims(game, "elm-fir") == {("red", 1), ("red", 2), ("blue", 2)}
    assert refusal(game, Claim("elm-fir", "red", 0)) == ("M-1", "claim.ferry_needs_locomotives")
    events = game.play(0, Claim("elm-fir", "red", 1), UnshuffledChance())
    assert events[0] == RouteClaimed(0, "elm-fir", "red", 1, 4)
    assert game.hands[0]["red"] == 0
    assert game.hands[0][LOCOMOTIVE] == 1


def test_a_coloured_ferry_takes_its_colour_and_only_locomotives() -> None:
    """M-1"""
    game = first_turn_on(ring(RED_FERRY), hands=[{"red": 3, "blue": 3, LOCOMOTIVE: 3}])
    assert claims(game, "yew-lime") == {("red", 2), (LOCOMOTIVE, 3)}
    game.hands[0][LOCOMOTIVE] = 1
    assert claims(game, "yew-lime") == set()


def test_a_hand_that_has_too_few_locomotives_for_a_ferry_passes() -> None:
    """M-1, B-14"""
    game = first_turn_on(ring(FERRY), hands=[{"red": 12}])
    for key in [*game.open_tracks.by_id]:
        if key != "elm-fir":
            game.open_tracks.close(game.board.tracks[key])
    game.deck, game.ticket_deck, game.row = [], [], [None] * 5
    assert game.legal_actions(0).listed() == [engine.actions.Pass()]


@pytest.fixture
def bound() -> Board:
    """A board whose locomotives go through tunnels only, with a ferry."""
    return ring(rules(locomotives=["tunnel"]), FERRY)


def test_bound_locomotives_pay_for_tunnels_and_for_nothing_else(bound: Board) -> None:
    """M-2"""
    colour, plain = bound.tracks[TUNNEL].colour, bound.tracks[PLAIN].colour
    game = first_turn_on(bound, hands=[{colour: 4, plain: 2, LOCOMOTIVE: 4}])
    assert claims(game, TUNNEL) == {(colour, n) for n in range(4)} | {(LOCOMOTIVE, 4)}
    assert claims(game, PLAIN) == {(plain, 0)}
    for claim in (Claim(PLAIN, plain, 1), Claim(PLAIN, LOCOMOTIVE, 2)):
        assert refusal(game, claim) == ("M-2", "claim.locomotives_bound")


def test_a_ferry_takes_bound_locomotives_for_its_symbols_alone(bound: Board) -> None:
    """M-2"""
    game = first_turn_on(bound, hands=[{"red": 2, LOCOMOTIVE: 3}])
    assert claims(game, "elm-fir") == {("red", 1)}
    free = ring(rules(locomotives=["tunnel", "ferry"]), FERRY)
    game = first_turn_on(free, hands=[{"red": 2, LOCOMOTIVE: 3}])
    assert claims(game, "elm-fir") == {("red", 1), ("red", 2), (LOCOMOTIVE, 3)}


def test_two_open_locomotives_may_be_taken_where_they_are_bound(bound: Board) -> None:
    """M-2, in place of B-4"""
    game = first_turn_on(bound)
    game.row = [LOCOMOTIVE, LOCOMOTIVE, "red", "red", "red"]
    events = game.play(0, Draw(LOCOMOTIVE), UnshuffledChance())
    assert isinstance(events[0], CardTaken)
    assert events[-1] == DecisionOpened(0, "second")
    assert Draw(LOCOMOTIVE) in game.legal_actions(0).listed()
    events = game.play(0, Draw(LOCOMOTIVE), UnshuffledChance())
    assert isinstance(events[-1], TurnStarted)
    assert game.hands[0][LOCOMOTIVE] >= 2


def test_an_open_locomotive_is_a_second_card_where_it_is_bound(bound: Board) -> None:
    """M-2, B-6: it must be taken where nothing else is left."""
    game = first_turn_on(bound)
    game.deck, game.row = [], ["red", LOCOMOTIVE, None, None, None]
    game.play(0, Draw("red"), UnshuffledChance())
    assert game.legal_actions(0).listed() == [Draw(LOCOMOTIVE)]
    assert engine.automatic_action(game, 0) == Draw(LOCOMOTIVE)


@pytest.mark.parametrize(("flush_at", "flushed"), [(3, True), (0, False)])
def test_three_open_locomotives_are_flushed_where_the_board_says_so(
    flush_at: int, flushed: bool
) -> None:
    """M-2, B-5"""
    game = first_turn_on(ring(rules(flush_at=flush_at)))
    game.row = [LOCOMOTIVE, LOCOMOTIVE, "red", "red", "red"]
    game.deck = ["blue"] * 20 + [LOCOMOTIVE]
    events = game.play(0, Draw("red"), UnshuffledChance())
    assert any(isinstance(event, RowFlushed) for event in events) is flushed


def test_commands_pay_for_ferries_and_tracks_without_locomotives(bound: Board) -> None:
    """M-1, M-2"""
    game = first_turn_on(bound, hands=[{"red": 2, LOCOMOTIVE: 3}])
    view = engine.view(game, 0)
    assert engine.parse("claim elm to fir", view) == (Claim("elm-fir", "red", 1),)
    plain = bound.tracks[PLAIN].colour
    game.hands[0] = {**game.hands[0], plain: 1, "red": 0}
    with pytest.raises(InvalidAction, match=r"payment\.none"):
        engine.parse("claim yew to lime", engine.view(game, 0))
    game.hands[0][plain] = 2
    assert engine.parse("claim yew to lime", engine.view(game, 0)) == (Claim(PLAIN, plain, 0),)
