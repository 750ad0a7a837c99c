"""Mountain routes, whose crossings take trains beside those of the spaces (M-5)."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine import wire
from engine.actions import Claim
from engine.errors import IllegalAction
from engine.events import FinalRoundStarted, RouteClaimed
from engine.game import Game
from engine.scoring import final_scores
from tests.engine.mechanics import first_turn_on, mountains, ring, rules, track
from tests.engine.positions import UnshuffledChance

# Elm to Fir has two spaces, purple; the mountain has one crossing, or two.
ONE, TWO = (track("elm-fir", crossings=number) for number in (1, 2))


def game_with(*changes: Any, cards: int = 2, trains: int = 12) -> Game:
    game = first_turn_on(ring(mountains, *changes), hands=[{"purple": cards}])
    game.trains[0] = trains
    return game


def test_a_claim_takes_trains_for_spaces_and_crossings_and_cards_for_spaces_alone() -> None:
    """M-5"""
    game = game_with(TWO)
    events = game.play(0, Claim("elm-fir", "purple"), UnshuffledChance())
    assert events[0] == RouteClaimed(0, "elm-fir", "purple", 0, points=2, mountain_points=4)
    assert sum(game.hands[0].values()) == 0
    assert game.trains[0] == 12 - 4
    assert game.mountain_trains == [2, 0]
    assert game.points == [6, 0]
    for reader in (0, 1, None):
        seen = engine.view(game, reader)
        assert (seen.mountain_trains, seen.trains[0]) == ([2, 0], 8)


def test_the_event_of_another_route_says_nothing_of_mountains() -> None:
    """M-5, P-2"""
    game = game_with()
    game.hands[0] = {**game.hands[0], "white": 3}
    (event, *_) = game.play(0, Claim("fir-oak", "white"), UnshuffledChance())
    assert "mountain_points" not in wire.encode(event)[2]


@pytest.mark.parametrize(("trains", "legal"), [(2, False), (3, False), (4, True)])
def test_without_trains_for_all_of_it_the_claim_is_illegal(trains: int, legal: bool) -> None:
    """M-5"""
    game = game_with(TWO, cards=2, trains=trains)
    action = Claim("elm-fir", "purple")
    assert (action in game.legal_actions(0).listed()) is legal
    assert (action in game.legal_actions(0)) is legal
    if not legal:
        with pytest.raises(IllegalAction) as caught:
            game.play(0, action, UnshuffledChance())
        assert caught.value.ruling == "M-5"


def test_locomotives_pay_as_on_other_routes_and_the_trains_bound_them_too() -> None:
    """M-5, B-7"""
    game = game_with(ONE, cards=1, trains=3)
    game.hands[0] = {**game.hands[0], "locomotive": 2}
    found = {action for action in game.legal_actions(0) if isinstance(action, Claim)}
    on_it = {claim for claim in found if claim.track == "elm-fir"}
    assert on_it == {Claim("elm-fir", "purple", 1), Claim("elm-fir", "locomotive", 2)}
    game.trains[0] = 2
    found = {action for action in game.legal_actions(0) if isinstance(action, Claim)}
    assert not any(claim.track == "elm-fir" for claim in found)


def test_a_ferry_limits_locomotives_and_a_mountain_trains_each_by_itself() -> None:
    """M-1, M-5: listed claims are those that pass the check, one by one."""
    game = game_with(track("fir-oak", kind="ferry", locomotives=1))
    game.hands[0] = dict.fromkeys(game.hands[0], 4)
    for trains in range(8):
        game.trains[0] = trains
        listed = [action for action in game.legal_actions(0) if isinstance(action, Claim)]
        every = [
            Claim(key, colour, locomotives)
            for key, facts in game.board.tracks.items()
            for colour in game.hands[0]
            for locomotives in range(facts.length + 1)
            if (colour == "locomotive") == (locomotives == facts.length)
        ]
        assert sorted(map(str, listed)) == sorted(
            str(claim) for claim in every if claim in game.legal_actions(0)
        )


def test_trains_on_the_mountain_pile_count_as_used_for_the_final_round() -> None:
    """M-5, B-11"""
    game = game_with(TWO, trains=6)
    events = game.play(0, Claim("elm-fir", "purple"), UnshuffledChance())
    assert any(isinstance(event, FinalRoundStarted) for event in events)


def test_the_final_score_tells_crossings_apart_from_routes() -> None:
    """M-5, B-13: and most mountain routes win among equals."""
    game = game_with(TWO)
    game.play(0, Claim("elm-fir", "purple"), UnshuffledChance())
    game.tickets = [[], []]
    score = next(score for score in final_scores(game) if score.seats == (0,))
    assert (score.routes, score.mountains, score.mountain_bonus) == (2, 1, 4)
    assert score.total == 2 + 4 + (score.connected_bonus or 0)


def test_a_board_without_mountains_scores_none() -> None:
    """M-5"""
    game = first_turn_on(ring(rules(bonuses={})))
    assert {score.mountain_bonus for score in final_scores(game)} == {None}


def test_the_log_tells_of_the_trains_across_the_mountains() -> None:
    """M-5"""
    game = game_with(TWO)
    (event, *_) = game.play(0, Claim("elm-fir", "purple"), UnshuffledChance())
    line = engine.describe_event(event, game, names=["Ann", "Bob"], seat=1)
    assert line is not None
    assert line.startswith("Ann claimed Elm – Fir with 2 purple: 2 points.")
    assert "2 trains crossed the mountains: 4 points more." in line
