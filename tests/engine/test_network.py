"""Tickets completed and the longest path (B-12, A-12), against a search that tries every trail."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board, Track, load_board
from engine.network import component_of_city, edges_of, longest_trail_length
from engine.trail import Edge, heaviest_trail

USA = load_board("usa")


def longest_trail_path(board: Board, tracks: Iterable[str]) -> tuple[str, ...]:
    """The tracks of a longest continuous path in the order of travel.

    Of several equally long ones always the same for the same set of tracks.
    """
    claimed = sorted((board.tracks[key] for key in set(tracks)), key=lambda track: track.number)
    edges = edges_of(board)
    _, chosen = heaviest_trail([edges[track.id] for track in claimed])
    return tuple(
        t.id for t in _in_order_of_travel([t for t in claimed if edges[t.id].bits & chosen])
    )


def _in_order_of_travel(tracks: list[Track]) -> list[Track]:
    """The tracks of one trail in the order of travel, by Hierholzer's method."""
    left: dict[str, list[Track]] = {}
    for track in tracks:
        left.setdefault(track.a, []).append(track)
        left.setdefault(track.b, []).append(track)
    odd = [city for city, touching in left.items() if len(touching) % 2]
    start = odd[0] if odd else next(iter(left), "")
    used: set[str] = set()
    stack: list[tuple[str, Track | None]] = [(start, None)]
    journey: list[Track] = []
    while stack:
        city, came_by = stack[-1]
        while left.get(city) and left[city][-1].id in used:
            left[city].pop()
        if left.get(city):
            track = left[city].pop()
            used.add(track.id)
            stack.append((track.b if track.a == city else track.a, track))
        else:
            stack.pop()
            if came_by:
                journey.append(came_by)
    return journey[::-1]


def every_trail(edges: list[Edge]) -> int:
    """The weight of the heaviest trail by walking all of them."""

    @cache
    def onward(at: object, used: int) -> int:
        """The most that can be added from a vertex, given the edges already used."""
        return max(
            (
                edge.weight + onward(edge.b if at == edge.a else edge.a, used | edge.bits)
                for edge in edges
                if not used & edge.bits and at in (edge.a, edge.b)
            ),
            default=0,
        )

    vertices = {edge.a for edge in edges} | {edge.b for edge in edges}
    return max((onward(vertex, 0) for vertex in vertices), default=0)


@st.composite
def multigraphs(draw, vertices: int, spare: int):
    """A tree or a few, and ``spare`` edges more; two vertices may have several edges."""
    count = draw(st.integers(2, vertices))
    pairs = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))
    ends = draw(st.lists(pairs.filter(lambda pair: pair[0] != pair[1]), max_size=count - 1 + spare))
    return [Edge(a, b, draw(st.integers(1, 6)), 1 << n) for n, (a, b) in enumerate(ends)]


@given(multigraphs(vertices=8, spare=2))
def test_no_trail_is_heavier_than_the_one_found(edges):
    assert heaviest_trail(edges)[0] == every_trail(edges)


@pytest.mark.slow
@given(multigraphs(vertices=4, spare=5))
def test_no_trail_is_heavier_where_many_edges_are_parallel(edges):
    assert heaviest_trail(edges)[0] == every_trail(edges)


@given(st.sets(st.sampled_from(sorted(USA.tracks)), max_size=25))
def test_the_path_can_be_travelled_and_is_as_long_as_told(tracks):
    path = longest_trail_path(USA, tracks)
    assert set(path) <= tracks
    assert len(set(path)) == len(path)
    assert sum(USA.tracks[key].length for key in path) == longest_trail_length(USA, tracks)
    assert can_be_travelled(path)


def can_be_travelled(path: tuple[str, ...]) -> bool:
    if not path:
        return True
    first = USA.tracks[path[0]]
    heads = {first.a, first.b}
    for key in path[1:]:
        track = USA.tracks[key]
        heads = {b for a, b in ((track.a, track.b), (track.b, track.a)) if a in heads}
    return bool(heads)


@given(st.sets(st.sampled_from(sorted(USA.tracks)), max_size=25), st.randoms())
def test_the_order_in_which_tracks_are_given_does_not_matter(tracks, rng):
    shuffled = rng.sample(sorted(tracks), len(tracks))
    assert longest_trail_path(USA, shuffled) == longest_trail_path(USA, sorted(tracks))


def test_without_tracks_the_longest_path_is_zero():
    assert longest_trail_length(USA, []) == 0
    assert longest_trail_path(USA, []) == ()
    assert component_of_city(USA, []) == {}


def test_a_city_may_be_passed_again():
    """A figure of eight around Denver is one trail."""
    tracks = [
        "denver-oklahoma-city-red",
        "kansas-city-oklahoma-city-gray-1",
        "denver-kansas-city-black",
        "denver-santa-fe-gray",
        "phoenix-santa-fe-gray",
        "denver-phoenix-white",
    ]
    assert longest_trail_length(USA, tracks) == sum(USA.tracks[key].length for key in tracks)


def test_a_track_may_not_be_passed_again():
    """From Denver three lines lead out: the shortest of them stays aside."""
    tracks = ["denver-helena-green", "denver-santa-fe-gray", "denver-phoenix-white"]
    assert longest_trail_length(USA, tracks) == 4 + 5


def test_the_tracks_of_a_double_are_two_edges():
    """A-12: teammates' parallel tracks both count."""
    assert longest_trail_length(USA, ["denver-kansas-city-black", "denver-kansas-city-orange"]) == 8


def test_parts_that_do_not_meet_are_not_added():
    tracks = ["calgary-vancouver-gray", "atlanta-miami-blue", "atlanta-charleston-gray"]
    assert longest_trail_length(USA, tracks) == 7
    parts = component_of_city(USA, tracks)
    assert parts["miami"] == parts["charleston"] != parts["calgary"]
    assert "boston" not in parts


def test_each_city_is_told_with_what_it_is_connected():
    tracks = ["calgary-vancouver-gray", "atlanta-miami-blue", "atlanta-charleston-gray"]
    parts = component_of_city(USA, tracks)
    assert set(parts) == {"calgary", "vancouver", "atlanta", "miami", "charleston"}
    assert parts["miami"] == parts["charleston"] != parts["calgary"] == parts["vancouver"]


def test_an_unknown_track_is_an_error():
    with pytest.raises(KeyError):
        longest_trail_length(USA, ["atlantis-lyonesse-gray"])


def grid(rows: int, columns: int, weights: random.Random | None = None) -> list[Edge]:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    ends = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < columns]
    ends += [((r, c), (r + 1, c)) for r, c in cells if r + 1 < rows]
    return [
        Edge(a, b, weights.randint(1, 4) if weights else 1, 1 << n) for n, (a, b) in enumerate(ends)
    ]


@pytest.mark.parametrize(("side", "longest"), [(3, 10), (4, 21), (5, 34)])
def test_grids_with_forty_edges_are_solved_exactly(side, longest):
    """12, 24 and 40 edges. Of the 4, 8 and 12 odd cities on the rim two may stay odd.

    With 4 x 4 the odd cities stand in neighbouring pairs: three of the four pairs lose their edge.
    """
    assert heaviest_trail(grid(side, side))[0] == longest


@pytest.mark.parametrize("seed", range(3))
def test_small_weighted_grids_agree_with_the_full_search(seed):
    edges = grid(3, 3, random.Random(seed))
    assert heaviest_trail(edges)[0] == every_trail(edges)


def test_a_comb_with_many_dead_ends_is_solved_at_once():
    """Only the first and the last tooth can be used, and the whole back between them."""
    back = [Edge(("back", n), ("back", n + 1), 1, 1 << n) for n in range(20)]
    teeth = [Edge(("back", n), ("tip", n), 2, 1 << n + 20) for n in range(21)]
    assert heaviest_trail(back + teeth)[0] == 20 + 2 + 2
