"""The invariants over random games on a board with all mechanics that no other board has."""

from __future__ import annotations

import pytest

from engine.board import Board
from engine.bots.match import play_match
from tests.engine.invariants import check_game
from tests.engine.mechanics import countries, long_tickets, mountains, ring, rules, track

GAMES = 6


def all_at_once() -> Board:
    """Ferries, bound locomotives, countries, grand tours, and tickets that leave the game."""
    return ring(
        countries,
        track("elm-fir", kind="ferry", locomotives=1, colour="gray"),
        track("yew-lime", kind="ferry", locomotives=2, colour="red"),
        rules(locomotives=["tunnel"], flush_at=0, returned_at_setup="removed"),
        rules(returned_later="removed", bonuses={"longest": 10, "grand_tour": [0, 5, 12]}),
    )


def of_the_east() -> Board:
    """Long tickets, mountains and the most connected cities."""
    return ring(long_tickets, mountains, track("elm-fir", kind="ferry", locomotives=1))


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_across_mountains_keep_every_invariant(seed: int) -> None:
    """B-15, P-2, M-5, M-6, M-9: things, texts, views and replay."""
    game = check_game(of_the_east(), 2 + seed % 3, seed)
    assert game.outcome is not None
    assert all(score.connected is not None for score in game.outcome.scores)


def with_stations() -> Board:
    """Stations beside ferries, countries, tunnels and doubles."""
    return ring(
        countries,
        track("elm-fir", kind="ferry", locomotives=1, colour="gray"),
        rules(stations={"cost": [1, 2, 3], "points_left": 4}),
    )


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_with_stations_keep_every_invariant(seed: int) -> None:
    """B-15, M-4: things, texts, views and replay."""
    game = check_game(with_stations(), 2 + seed % 4, seed)
    assert game.outcome is not None
    for score in game.outcome.scores:
        assert score.stations is not None
        assert (len(score.stations) or 0) + (score.station_bonus or 0) // 4 == 3


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_keep_every_invariant(seed: int) -> None:
    """B-15, P-2, M-1, M-2, M-7, M-8, M-10, M-12: things, texts, views and replay."""
    game = check_game(all_at_once(), 2 + seed % 3, seed)
    assert game.outcome is not None
    assert all(score.grand_tours is not None for score in game.outcome.scores)


def test_the_planner_plays_for_what_these_mechanics_bring() -> None:
    """M-1, M-2, M-8: it wins nearly all of its games against random moves."""
    won = 0
    for seed in range(20):
        outcome = play_match(all_at_once(), ["planner", "random"], seed).outcome
        won += outcome.scores[0].seats == (0,)
    assert won >= 18
