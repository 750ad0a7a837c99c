"""The best lending against every lending there is, and who is shown it (M-4)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import scoring
from engine.board import Board
from engine.game import Game
from engine.lending import best_lending
from engine.network import component_of_city, is_completed, points_of
from tests.engine.mechanics import countries, first_turn_on, own, ring, rules

STATIONS = rules(stations={"cost": [1, 2, 3], "points_left": 4})
BOARDS = (ring(STATIONS), ring(STATIONS, countries))
USA = engine.load_board("usa")


def by_trying(
    board: Board,
    mine: Sequence[str],
    stations: Sequence[str],
    others: Sequence[str],
    tickets: Sequence[str],
) -> tuple[str | None, ...]:
    """The lending of M-4 by its words alone: every choice, ranked."""
    offers = [
        [None, *[key for key in others if city in (board.tracks[key].a, board.tracks[key].b)]]
        for city in stations
    ]

    def rank(lent: tuple[str | None, ...]) -> tuple[int, int, int, list[str], list[int]]:
        tracks = [track for track in lent if track]
        parts = component_of_city(board, [*mine, *tracks])
        known = [board.tickets[ticket] for ticket in tickets]
        points = sum(points_of(ticket, parts) for ticket in known)
        completed = sum(is_completed(ticket, parts) for ticket in known)
        places = [place for place, track in enumerate(lent) if track]
        return -points, -completed, len(tracks), tracks, places

    return min(product(*offers), key=rank)


@st.composite
def cases(draw: st.DrawFn, boards: Sequence[Board], most: int) -> tuple[Board, list[list[str]]]:
    board = draw(st.sampled_from(boards))
    tracks = draw(st.permutations([*board.tracks]))
    mine = draw(st.integers(0, most))
    theirs = draw(st.integers(0, most * 2))
    stations = draw(st.lists(st.sampled_from(board.station_cities), max_size=3, unique=True))
    tickets = draw(st.lists(st.sampled_from([*board.tickets]), max_size=6, unique=True))
    return board, [tracks[:mine], stations, tracks[mine : mine + theirs], tickets]


@settings(max_examples=300, deadline=None)
@given(cases(BOARDS, 8))
def test_nothing_lends_better_on_a_small_board(case: tuple[Board, list[list[str]]]) -> None:
    """M-4: points, completed tickets, fewest tracks, the first list; countries, too (M-8)."""
    board, (mine, stations, others, tickets) = case
    known = [board.tickets[ticket] for ticket in tickets]
    found = best_lending(board, mine, stations, set(others), known)
    assert found == by_trying(board, mine, stations, others, tickets)


@settings(max_examples=60, deadline=None)
@given(cases((USA,), 40))
def test_nothing_lends_better_on_a_large_board(case: tuple[Board, list[list[str]]]) -> None:
    """M-4"""
    board, (mine, stations, others, tickets) = case
    known = [board.tickets[ticket] for ticket in tickets]
    found = best_lending(board, mine, stations, set(others), known)
    assert found == by_trying(board, mine, stations, others, tickets)


def lending_game(*, mine: Sequence[str], others: Sequence[str], tickets: Sequence[str]) -> Game:
    game = first_turn_on(BOARDS[0], 3)
    own(game, 0, *mine)
    own(game, 1, *others)
    game.tickets = [list(tickets), [], []]
    return game


def score_of(game: Game, seat: int = 0) -> engine.events.Score:
    (score,) = [score for score in scoring.final_scores(game) if score.seats == (seat,)]
    return score


def test_stations_join_what_they_lend_and_what_is_owned() -> None:
    """M-4: the way runs over an own track and two lent ones."""
    game = lending_game(mine=["fir-oak"], others=["elm-fir", "oak-yew"], tickets=["elm-yew"])
    game.stations[0] = ["elm", "oak"]
    score = score_of(game)
    assert [(one.city, one.track) for one in score.stations or ()] == [
        ("elm", "elm-fir"),
        ("oak", "oak-yew"),
    ]
    assert score.completed == 1
    assert score.station_bonus == 4
    assert score.total == score.routes + 6 + 4 + score.longest_bonus + score.globetrotter_bonus


def test_a_lent_track_counts_for_tickets_alone() -> None:
    """M-4: not for the longest path."""
    game = lending_game(mine=["fir-oak"], others=["elm-fir"], tickets=["elm-yew"])
    before = score_of(game).longest
    game.stations[0] = ["elm"]
    assert score_of(game).longest == before == game.board.tracks["fir-oak"].length


def test_a_station_that_adds_nothing_lends_nothing() -> None:
    """M-4"""
    game = lending_game(mine=["fir-oak"], others=["elm-fir"], tickets=["elm-yew"])
    game.stations[0] = ["elm", "rowan"]
    assert [one.track for one in score_of(game).stations or ()] == [None, None]


def test_open_tracks_and_own_ones_are_never_lent() -> None:
    """M-4"""
    game = lending_game(mine=["fir-oak", "oak-yew"], others=[], tickets=["elm-yew"])
    game.stations[0] = ["elm"]
    assert [one.track for one in score_of(game).stations or ()] == [None]


def test_one_track_may_be_lent_to_several() -> None:
    """M-4"""
    game = lending_game(mine=["fir-oak", "oak-yew"], others=["elm-fir"], tickets=["elm-yew"])
    own(game, 2, "fir-oak-second", "yew-lime")
    game.tickets[2] = ["elm-oak"] if "elm-oak" in game.board.tickets else ["elm-yew"]
    game.stations = [["elm"], [], ["fir"]]
    assert [one.track for one in score_of(game).stations or ()] == ["elm-fir"]
    lent = best_lending(
        game.board,
        ["fir-oak-second", "oak-yew"],
        ["fir"],
        {"elm-fir"},
        [game.board.tickets["elm-yew"]],
    )
    assert lent == ("elm-fir",)


def test_stations_that_were_not_built_are_worth_points() -> None:
    """M-4"""
    game = lending_game(mine=[], others=[], tickets=[])
    assert [score.station_bonus for score in scoring.final_scores(game)] == [12, 12, 12]
    game.stations[0] = ["elm", "oak", "yew"]
    assert score_of(game).station_bonus == 0


def test_the_owner_alone_sees_a_ticket_completed_by_a_station() -> None:
    """M-4, B-15: nobody sees the lending, and of other seats there is nothing to see."""
    game = lending_game(mine=["fir-oak", "oak-yew"], others=["elm-fir"], tickets=["elm-yew"])
    game.stations[0] = ["elm"]
    assert engine.view(game, 0).completed(0, "elm-yew")
    for reader in (1, 2, None):
        view = engine.view(game, reader)
        assert view.tickets[0] == []
        assert not view.completed(0, "elm-yew")
        assert view.parts(0) == component_of_city(game.board, ["fir-oak", "oak-yew"])
    assert engine.view(game, 1, revealed=True).completed(0, "elm-yew")


def test_what_others_hold_does_not_change_what_a_seat_is_shown() -> None:
    """M-4, B-15"""
    game = lending_game(mine=["fir-oak", "oak-yew"], others=["elm-fir"], tickets=["elm-yew"])
    game.stations = [["elm"], ["oak"], []]
    other = game.copy()
    game.tickets[1], other.tickets[1] = ["elm-lime"], ["oak-lime"]
    assert engine.view(game, 0) == engine.view(other, 0)
    assert engine.view(game, 0).parts(0) == engine.view(other, 0).parts(0)


@pytest.mark.slow
def test_the_hardest_lending_is_found_before_a_page_is_drawn() -> None:
    """M-4: the three busiest cities, all around them of others, and every ticket at once."""
    board = USA
    busy = sorted(board.cities, key=lambda city: -len(board.tracks_of_city[city]))[:3]
    began = time.perf_counter()
    for _ in range(10):
        best_lending(board, [], busy, set(board.tracks), [*board.tickets.values()])
    assert (time.perf_counter() - began) / 10 < 0.25
