"""The most cities in one connected part of a network (M-9)."""

from __future__ import annotations

from engine.game import Game
from engine.network import most_connected
from engine.scoring import final_scores
from tests.engine.mechanics import countries, first_turn_on, mountains, own, ring, rules


def bonuses(game: Game) -> dict[int, tuple[int | None, int | None]]:
    game.tickets = [[] for _ in range(game.seats)]
    return {s.seats[0]: (s.connected, s.connected_bonus) for s in final_scores(game)}


def test_the_largest_connected_part_counts_and_each_city_in_it_once() -> None:
    """M-9"""
    game = first_turn_on(ring(mountains))
    own(game, 0, "elm-fir", "fir-oak", "oak-yew", "pine-rowan")
    own(game, 1, "alder-hazel", "holly-maple", "maple-beech")
    assert bonuses(game) == {0: (4, 10), 1: (3, 0)}


def test_a_circle_of_tracks_counts_its_cities_once() -> None:
    """M-9"""
    board = ring(mountains)
    around = [key for key in board.tracks if not key.endswith("-second")]
    assert most_connected(board, around) == 12


def test_all_who_tie_score_and_a_network_of_nothing_earns_nothing() -> None:
    """M-9"""
    game = first_turn_on(ring(mountains), 3)
    assert set(bonuses(game).values()) == {(0, 0)}
    own(game, 0, "elm-fir")
    own(game, 2, "pine-rowan")
    assert bonuses(game) == {0: (2, 10), 1: (0, 0), 2: (2, 10)}


def test_an_end_place_of_a_country_is_no_city() -> None:
    """M-8, M-9"""
    board = ring(countries, mountains)
    assert most_connected(board, ["elm-north-1", "elm-fir"]) == 2


def test_a_board_that_does_not_reward_them_counts_none() -> None:
    """M-9"""
    game = first_turn_on(ring(rules(bonuses={})))
    own(game, 0, "elm-fir")
    assert bonuses(game) == {0: (None, None), 1: (None, None)}
