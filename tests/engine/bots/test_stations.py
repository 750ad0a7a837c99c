"""Bots build stations where a blocked way makes them worth while (M-4)."""

from __future__ import annotations

import engine
from engine.actions import BuildStation
from engine.board import Board
from engine.bots import choose_action
from engine.bots.evaluation import Evaluation
from engine.bots.lending import last_station, possible_stations
from engine.bots.match import play_match
from engine.bots.search import compare
from engine.game import Game
from tests.engine.mechanics import first_turn_on, own, ring, rules

STATIONS = rules(stations={"cost": [1, 2, 3], "points_left": 4})


def cut_off(board: Board) -> Game:
    """Seat 0 has all but one track of its ticket, and no other way: the one is of seat 1."""
    game = first_turn_on(board, hands=[{"red": 4}, {}])
    own(game, 0, "fir-oak", "oak-yew")
    own(game, 1, "elm-fir")
    for key in [*game.open_tracks.by_id]:
        game.open_tracks.close(game.board.tracks[key])
    game.tickets = [["elm-yew"], []]
    return game


def test_the_planner_builds_the_station_that_completes_its_ticket() -> None:
    """M-4: at either end of the track that cut it off."""
    view = engine.view(cut_off(ring(STATIONS)), 0)
    action = choose_action("planner", view)
    assert isinstance(action, BuildStation)
    assert action.city in ("elm", "fir")
    assert action in possible_stations(Evaluation(view))


def test_it_builds_one_on_the_last_turn_too_if_the_ticket_is_worth_more() -> None:
    """M-4"""
    game = cut_off(ring(STATIONS))
    game.last_seat = 0
    assert isinstance(choose_action("planner", engine.view(game, 0)), BuildStation)
    assert last_station(Evaluation(engine.view(game, 0)), most=100) is None


def test_with_the_station_built_the_ticket_is_done_and_no_other_is_wanted() -> None:
    """M-4"""
    game = cut_off(ring(STATIONS))
    game.stations[0] = ["elm"]
    view = engine.view(game, 0)
    assert possible_stations(Evaluation(view)) == []
    assert not isinstance(choose_action("planner", view), BuildStation)


def test_a_search_values_the_station_above_another_card() -> None:
    """M-4: the playouts lend what it was built for."""
    view = engine.view(cut_off(ring(STATIONS)), 0)
    best = compare(view, 60, seed="stations")[0]
    assert isinstance(best.action, BuildStation)


def test_games_of_planners_on_europe_use_what_they_build() -> None:
    """M-4: nearly every station lends at the end."""
    built = lent = 0
    for seed in range(2):
        for score in play_match(engine.load_board("europe"), ["planner"] * 5, seed).outcome.scores:
            built += len(score.stations or ())
            lent += sum(station.track is not None for station in score.stations or ())
    assert 0 < built <= 1.5 * lent
