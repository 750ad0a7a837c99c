"""A sketch says what its tracks would come to, on the view of its seat."""

from __future__ import annotations

import engine
from engine.plans.model import ClaimTrack, Plan
from engine.plans.sketch import plan_of_sketch, sums_of_sketch
from tests.engine.positions import position

PURPLE = "charleston-miami-purple"
GRAY = "dallas-houston-gray-1"


def test_trains_cards_and_points_are_counted() -> None:
    view = engine.view(position(hands=[{"purple": 1, "locomotive": 1, "red": 2}]), 0)
    sums = sums_of_sketch((PURPLE, GRAY), view)
    assert sums.trains == 45 - 4 - 1
    assert sums.missing == {"purple": 3}
    assert sums.locomotives == 1
    assert sums.points == 7 + 1
    assert sums.longest == 4


def test_tickets_that_would_be_complete_are_named() -> None:
    view = engine.view(position(tickets=[["dallas-new-york"], []]), 0)
    way = ("dallas-little-rock-gray", "little-rock-nashville-white")
    assert sums_of_sketch(way, view).completed == ()
    board = view.board
    ticket = board.tickets["dallas-new-york"]
    whole = engine.ways.shortest_way(board, (), view.open_tracks.by_id, ticket.a, ticket.b)
    assert whole is not None
    assert sums_of_sketch(whole, view).completed == ("dallas-new-york",)


def test_what_others_built_since_is_lost_and_what_one_built_is_done() -> None:
    view = engine.view(position(owner={PURPLE: 1, GRAY: 0}), 0)
    sums = sums_of_sketch((PURPLE, GRAY), view)
    assert (sums.tracks, sums.lost) == ((), (PURPLE,))
    assert sums.longest == 1


def test_a_sketch_becomes_a_plan_of_what_is_still_open() -> None:
    view = engine.view(position(owner={PURPLE: 1}), 0)
    assert plan_of_sketch((PURPLE, GRAY), view) == Plan((ClaimTrack(GRAY),))


def test_a_bullet_route_takes_no_trains_and_scores_no_points() -> None:
    view = engine.view(position("japan", seats=3), 0)
    bullet = next(key for key, track in view.board.tracks.items() if track.kind == "bullet")
    sums = sums_of_sketch((bullet,), view)
    assert (sums.trains, sums.points, sums.longest) == (view.trains[0], 0, 0)
