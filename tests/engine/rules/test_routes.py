"""B-7, B-8, B-9: claiming routes."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Claim
from engine.errors import IllegalAction
from engine.events import RouteClaimed
from tests.engine.positions import UnshuffledChance, give, position

RED_SIX = "helena-omaha-red"  # five red spaces
GRAY_TWO = "atlanta-charleston-gray"
ATLANTA = ("atlanta-new-orleans-yellow", "atlanta-new-orleans-orange")


def refusal(game: engine.Game, action: Claim, seat: int = 0) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        game.play(seat, action, UnshuffledChance())
    assert action not in game.legal_actions(seat)
    assert action not in game.legal_actions(seat).listed()
    return refused.value


def test_a_route_is_paid_with_its_own_colour_and_scores_by_its_length() -> None:
    """B-7, B-8"""
    game = position(hands=[{"red": 5}])
    events = game.play(0, Claim(RED_SIX, "red", 0), UnshuffledChance())
    assert events[0] == RouteClaimed(0, RED_SIX, "red", 0, 10)
    assert game.points[0] == 10
    assert game.trains[0] == 40
    assert game.discards["red"] == 5
    assert game.hands[0]["red"] == 0


@pytest.mark.parametrize(("length", "points"), [(1, 1), (2, 2), (3, 4), (4, 7), (5, 10), (6, 15)])
def test_route_points_by_length(length: int, points: int) -> None:
    """B-8"""
    track = next(t for t in engine.load_board("usa").tracks.values() if t.length == length)
    game = position(hands=[{"locomotive": length}])
    game.play(0, Claim(track.id, "locomotive", length), UnshuffledChance())
    assert game.points[0] == points


def test_a_gray_route_takes_any_one_colour() -> None:
    """B-7"""
    game = position(hands=[{"red": 2, "blue": 2, "green": 1}])
    legal = [a for a in game.legal_actions(0) if getattr(a, "track", "") == GRAY_TWO]
    assert legal == [Claim(GRAY_TWO, "blue", 0), Claim(GRAY_TWO, "red", 0)]


def test_locomotives_stand_in_for_any_card_and_may_be_all() -> None:
    """B-7"""
    game = position(hands=[{"red": 2, "locomotive": 3}])
    legal = {a for a in game.legal_actions(0) if getattr(a, "track", "") == GRAY_TWO}
    assert legal == {
        Claim(GRAY_TWO, "red", 0),
        Claim(GRAY_TWO, "red", 1),
        Claim(GRAY_TWO, "locomotive", 2),
    }


def test_only_locomotives_is_one_payment_however_its_colour_is_named() -> None:
    """B-7"""
    game = position(hands=[{"locomotive": 5}])
    events = game.play(0, Claim(RED_SIX, "red", 5), UnshuffledChance())
    assert events[0] == RouteClaimed(0, RED_SIX, "locomotive", 5, 10)


def test_the_wrong_colour_is_refused() -> None:
    """B-7"""
    error = refusal(position(hands=[{"blue": 6}]), Claim(RED_SIX, "blue", 0))
    assert (error.ruling, error.message) == ("B-7", "claim.wrong_colour")


def test_too_few_cards_are_refused() -> None:
    """B-7"""
    error = refusal(position(hands=[{"red": 4}]), Claim(RED_SIX, "red", 0))
    assert error.message == "claim.too_few_cards"
    assert (error.params["needed"], error.params["held"]) == (5, 4)


def test_locomotives_that_one_does_not_hold_are_refused() -> None:
    """B-7"""
    error = refusal(position(hands=[{"red": 4}]), Claim(RED_SIX, "red", 1))
    assert error.message == "claim.too_few_locomotives"


def test_more_cards_than_spaces_are_refused() -> None:
    """B-7"""
    error = refusal(position(hands=[{"locomotive": 9}]), Claim(RED_SIX, "red", 6))
    assert error.message == "claim.too_many_cards"


@pytest.mark.parametrize("claim", [Claim(RED_SIX, "red", -1), Claim(RED_SIX, "red", 0, -1)])
def test_a_payment_with_less_than_nothing_is_refused(claim: Claim) -> None:
    """B-7: else a player would take locomotives, or fill the rack, by paying."""
    assert refusal(position(hands=[{"red": 8}]), claim).ruling in ("B-7", "A-4")


@pytest.mark.parametrize("claim", [Claim(RED_SIX, "red", 0, 1), Claim(RED_SIX, "red", 1, 0, 1)])
def test_where_there_are_no_teams_no_rack_pays(claim: Claim) -> None:
    """A-4, B-7: one card short, and no rack to take it from."""
    assert refusal(position(hands=[{"red": 4}]), claim).message == "claim.no_rack"


def test_the_locomotives_of_a_claim_leave_the_hand() -> None:
    """B-7"""
    game = position(hands=[{"red": 4, "locomotive": 3}])
    game.play(0, Claim(RED_SIX, "red", 2), UnshuffledChance())
    assert (game.hands[0]["red"], game.hands[0]["locomotive"]) == (1, 1)
    assert (game.discards["red"], game.discards["locomotive"]) == (3, 2)


def test_too_few_trains_are_refused() -> None:
    """B-7"""
    error = refusal(position(hands=[{"red": 5}], trains=[4]), Claim(RED_SIX, "red", 0))
    assert (error.ruling, error.message) == ("B-7", "claim.too_few_trains")


def test_a_claimed_route_is_gone_for_all() -> None:
    """B-7"""
    error = refusal(position(hands=[{"red": 9}], owner={RED_SIX: 1}), Claim(RED_SIX, "red", 0))
    assert error.message == "claim.taken"


def test_an_unknown_route_is_refused() -> None:
    error = refusal(position(), Claim("atlantis-avalon", "red", 0))
    assert error.message == "claim.no_such_route"


def test_any_open_route_may_be_claimed_connected_or_not() -> None:
    """B-7"""
    game = position(hands=[{"red": 9}], owner={"seattle-vancouver-gray-1": 0})
    assert Claim("miami-new-orleans-red", "red", 0) in game.legal_actions(0)


@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_players_the_second_track_closes(seats: int) -> None:
    """B-9"""
    game = position(seats=seats, hands=[{"orange": 4}], owner={ATLANTA[0]: 1})
    error = refusal(game, Claim(ATLANTA[1], "orange", 0))
    assert (error.ruling, error.message) == ("B-9", "claim.closed")


@pytest.mark.parametrize("seats", [4, 5])
def test_with_four_or_five_players_it_stays_open_for_the_others(seats: int) -> None:
    """B-9"""
    game = position(seats=seats, hands=[{"orange": 4}], owner={ATLANTA[0]: 1})
    assert Claim(ATLANTA[1], "orange", 0) in game.legal_actions(0).listed()


@pytest.mark.parametrize("seats", [4, 5])
def test_nobody_claims_two_tracks_of_one_double(seats: int) -> None:
    """B-9"""
    game = position(seats=seats, hands=[{"orange": 4}], owner={ATLANTA[0]: 0})
    error = refusal(game, Claim(ATLANTA[1], "orange", 0))
    assert (error.ruling, error.message) == ("B-9", "claim.own_twin")


def test_a_gray_twin_is_as_closed_as_a_coloured_one() -> None:
    """B-9"""
    game = position(seats=4, hands=[{"red": 4, "locomotive": 2}])
    give(game, "boston-montreal-gray-1", 0)
    listed = [getattr(action, "track", "") for action in game.legal_actions(0)]
    assert "boston-montreal-gray-2" not in listed


@pytest.mark.parametrize("locomotives", [0, 2, 6])
@pytest.mark.parametrize("trains", [3, 45])
@pytest.mark.parametrize(("board", "seats"), [("usa", 2), ("usa", 5), ("japan", 2), ("japan", 5)])
def test_the_list_of_claims_is_what_membership_says(
    board: str, seats: int, trains: int, locomotives: int
) -> None:
    """B-7, B-9, J-3: the list against a plain search over every claim that can be written."""
    full = dict.fromkeys(("red", "blue", "green", "yellow"), 3) | {"locomotive": locomotives}
    game = position(board, seats, hands=[full])
    facts = engine.load_board(board)
    doubles = [tracks[0] for tracks in facts.groups if len(tracks) == 2]
    for n, track in enumerate(doubles[:8]):
        give(game, track, n % seats)
    game.trains[0] = trains
    every = {
        Claim(track.id, colour, n)
        for track in facts.tracks.values()
        for colour in engine.cards.COLOURS
        for n in range(track.length)
    } | {Claim(track.id, "locomotive", track.length) for track in facts.tracks.values()}
    legal = game.legal_actions(0)
    listed = [action for action in legal if isinstance(action, Claim)]
    assert len(listed) == len(set(listed))
    assert set(listed) == {claim for claim in every if claim in legal}
