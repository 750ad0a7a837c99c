"""Parallels by cities, and the globetrotter of single players (M-13, M-11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine.actions import Claim
from engine.board import Board
from engine.game import Game
from engine.rules.claiming import are_alike
from engine.scoring import final_scores
from tests.engine.mechanics import Raw, first_turn_on, own, ring, rules
from tests.engine.positions import UnshuffledChance


def beside(raw: Raw) -> None:
    """Lay a tunnel of three spaces beside the two from Elm to Fir."""
    ends = {"id": "elm-fir-tunnel", "a": "fir", "b": "elm"}
    kind = {"kind": "tunnel", "turns_up": 3}
    raw["tracks"].append({**ends, "length": 3, "colour": "red", **kind})


def by_cities(raw: Raw) -> None:
    raw["rules"]["parallels"]["by"] = "cities"


@pytest.fixture
def joined() -> Board:
    return ring(beside, by_cities)


def claims(game: Game, seat: int) -> set[str]:
    legal = game.legal_actions(seat)
    return {action.track for action in legal if isinstance(action, Claim)}


def test_tracks_of_different_lengths_are_a_double_where_the_board_says_so(joined: Board) -> None:
    """M-13, in place of B-9's equal length"""
    assert ("elm-fir", "elm-fir-tunnel") in joined.groups
    assert joined.tracks["elm-fir"].parallel
    apart = ring(beside)
    assert ("elm-fir",) in apart.groups
    assert not apart.tracks["elm-fir"].parallel
    assert apart.digest != joined.digest


def test_the_rest_of_such_a_double_closes_with_few_players(joined: Board) -> None:
    """M-13, B-9"""
    game = first_turn_on(joined, hands=[{"purple": 2, "red": 3}, {"red": 3}])
    assert "elm-fir-tunnel" in claims(game, 0)
    events = game.play(0, Claim("elm-fir", "purple"), UnshuffledChance())
    assert events[0].closes == ("elm-fir-tunnel",)  # type: ignore[union-attr]
    assert "elm-fir-tunnel" not in game.open_tracks.by_id


def test_nobody_claims_two_tracks_of_such_a_double(joined: Board) -> None:
    """M-13, B-9"""
    game = first_turn_on(joined, seats=4, hands=[{"purple": 2, "red": 3}, {"red": 3}])
    game.play(0, Claim("elm-fir", "purple"), UnshuffledChance())
    assert "elm-fir-tunnel" in game.open_tracks.by_id
    assert "elm-fir-tunnel" in claims(game, 1)
    assert game.blocked_tracks[0] == {"elm-fir-tunnel"}


def test_the_nordic_countries_have_two_such_pairs() -> None:
    """M-13: Stavanger and Kristiansand, Trondheim and Mo i Rana; and gray twins stay alike."""
    board = engine.load_board("nordic")
    uneven = [
        group for group in board.groups if len({board.tracks[key].length for key in group}) > 1
    ]
    assert uneven == [
        ("kristiansand-stavanger-green", "kristiansand-stavanger-orange"),
        ("mo-i-rana-trondheim-green", "mo-i-rana-trondheim-red"),
    ]
    green, orange = (board.tracks[key] for key in uneven[0])
    assert not are_alike(green, orange)
    assert not are_alike(green, replace(green, length=4))
    twins = (board.tracks[f"stockholm-sundsvall-gray{more}"] for more in ("", "-2"))
    assert are_alike(*twins)


def ended(*completed: int) -> dict[int, int]:
    """The globetrotter bonus of seats with the given numbers of completed tickets."""
    board = ring(rules(bonuses={"globetrotter": 10}))
    game = first_turn_on(board, seats=len(completed))
    own(game, 0, "elm-fir")
    own(game, 1, "yew-lime")
    mine = {0: ("elm", "fir"), 1: ("lime", "yew"), 2: ("oak", "pine")}
    for seat, count in enumerate(completed):
        ends = mine[seat]
        tickets = [
            replace(next(iter(board.tickets.values())), id=f"{seat}-{n}", a=ends[0], b=ends[1])
            for n in range(count)
        ]
        game.board = replace(
            game.board, tickets={**game.board.tickets, **{one.id: one for one in tickets}}
        )
        game.tickets[seat] = [one.id for one in tickets]
    return {score.seats[0]: score.globetrotter_bonus for score in final_scores(game)}


def test_the_most_completed_tickets_earn_a_single_player_ten_points() -> None:
    """M-11"""
    assert ended(2, 1) == {0: 10, 1: 0}


def test_all_who_tie_for_the_most_completed_tickets_earn_them() -> None:
    """M-11"""
    assert ended(1, 1, 0) == {0: 10, 1: 10, 2: 0}


def test_no_completed_ticket_earns_nothing() -> None:
    """M-11"""
    assert ended(0, 0) == {0: 0, 1: 0}


def test_the_longest_path_of_the_nordic_countries_ranks_and_earns_nothing() -> None:
    """M-11, B-13"""
    board = engine.load_board("nordic")
    assert board.bonuses.longest == 0
    assert board.tie_breaks == ("longest path",)
    game = first_turn_on(board)
    for seat in range(2):
        game.tickets[seat] = []
    own(game, 0, "boden-tornio-green")
    own(game, 1, "alborg-goteborg-gray")
    game.points = [2, 2]
    scores = final_scores(game)
    assert [(one.seats, one.total, one.longest, one.place) for one in scores] == [
        ((1,), 2, 2, 1),
        ((0,), 2, 1, 2),
    ]
