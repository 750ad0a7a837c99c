"""What the drawing places by itself lies clear of everything that the board file places."""

from __future__ import annotations

import itertools
import math

import pytest

from engine.board import Board, board_names, load_board
from engine.board.picture import Picture, load_picture
from games.drawing.board_svg import Claim, board_svg
from games.drawing.palette import MAPS
from games.drawing.placing import (
    BADGE,
    RING,
    beams,
    mountain_peaks,
    peak_outline,
    tunnel_badges,
)
from tests.engine.board.outlines import (
    Shape,
    all_places,
    all_spaces,
    corners,
    labels,
    touch,
    touches_disc,
)

WITH_TUNNELS = [
    key for key in board_names() if any(t.turns_up for t in load_board(key).tracks.values())
]
WITH_MOUNTAINS = [key for key in board_names() if load_board(key).crossing_points]
WITH_INSETS = [key for key in board_names() if len(load_picture(key).panels) > 1]


def badge_boxes(board: Board, picture: Picture) -> dict[str, Shape]:
    wide, high = BADGE
    return {
        track: [
            (badge.x + sx * wide / 2, badge.y + sy * high / 2)
            for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        for track, badge in tunnel_badges(board, picture).items()
    }


@pytest.mark.parametrize("key", WITH_TUNNELS)
def test_every_tunnel_has_a_badge_on_its_edge_that_covers_nothing(key: str) -> None:
    """Where all turn up as many cards the key says so once, and there are none."""
    board, picture = load_board(key), load_picture(key)
    boxes = badge_boxes(board, picture)
    tunnels = {track.id: track.turns_up for track in board.tracks.values() if track.turns_up}
    assert set(boxes) == (set(tunnels) if len({*tunnels.values()}) > 1 else set())
    names = [(city, box) for (city, _), lines in labels(picture).items() for box in lines]
    for track, badge in boxes.items():
        # It reaches over the edge of its own track, and less far than to a letter there.
        assert {
            name.rpartition(" ")[0] for name, space in all_spaces(picture) if touch(badge, space)
        } == {track}
        assert [
            space for space in picture.tracks[track] if touch(badge, corners(space, picture, -2.0))
        ] == [], track
        assert [name for name, box in names if touch(badge, box)] == [], track
        room = picture.city_radius + RING - 1
        assert [
            place.city for place in all_places(picture) if touches_disc(badge, place, room)
        ] == [], track
    for (one, a), (two, b) in itertools.combinations(boxes.items(), 2):
        assert not touch(a, b), (one, two)


@pytest.mark.parametrize("key", WITH_TUNNELS)
def test_a_badge_is_nearest_to_its_own_tunnel(key: str) -> None:
    board, picture = load_board(key), load_picture(key)
    for track, badge in tunnel_badges(board, picture).items():
        a, b = board.tracks[track].a, board.tracks[track].b

        def far(other: str, x: float = badge.x, y: float = badge.y) -> float:
            return min(math.hypot(s.x - x, s.y - y) for s in picture.tracks[other])

        nearest = min(board.tracks.values(), key=lambda other: far(other.id))
        assert {nearest.a, nearest.b} == {a, b}, track


@pytest.mark.parametrize("key", WITH_INSETS)
def test_every_inset_has_a_beam_to_where_it_belongs_that_no_name_hides(key: str) -> None:
    board, picture = load_board(key), load_picture(key)
    found = beams(picture)
    assert {beam.inset for beam in found} == set(picture.panels) - {"main"}
    for beam in found:
        places = picture.places[beam.city]
        assert {place.panel for place in places} == {"main", beam.inset}
        mark = next(place for place in places if place.panel == "main")
        assert beam.tip == (mark.x, mark.y)
        panel = picture.panels[beam.inset]
        for x, y in beam.base:
            assert panel.left <= x <= panel.left + panel.width
            assert panel.top <= y <= panel.top + panel.height
        wedge = [beam.tip, *beam.base]
        covered = [
            city
            for (city, _), lines in labels(picture).items()
            if any(touch(wedge, box) for box in lines)
        ]
        assert covered == []
    assert board.cities


@pytest.mark.parametrize("key", board_names())
def test_names_lie_above_all_trains_in_a_halo(key: str) -> None:
    """A train is wider than its spaces by its casing, which may reach below a name."""
    board, picture = load_board(key), load_picture(key)
    claims = {track: Claim(0) for track in board.tracks}
    svg = board_svg(board, claims=claims)
    names = svg.index("<text", svg.rindex("<use"))
    assert svg.rindex("<use") < names
    group = svg[svg.rindex("<g", 0, names) : names]
    assert 'paint-order="stroke"' in group
    assert f'stroke="{MAPS["light"].halo}"' in group
    boxes = [box for lines in labels(picture).values() for box in lines]
    reached = sum(
        touch(corners(space, picture, 2.5), box)
        for spaces in picture.tracks.values()
        for space in spaces
        for box in boxes
    )
    assert reached <= 8


@pytest.mark.parametrize("key", WITH_MOUNTAINS)
def test_every_mountain_has_its_peaks_on_its_edge_and_they_cover_nothing(key: str) -> None:
    """M-5: they reach over the edge of a space, and less far than to its letter."""
    board, picture = load_board(key), load_picture(key)
    names = [(city, box) for (city, _), lines in labels(picture).items() for box in lines]
    feet = mountain_peaks(board, picture)
    assert {track: len(found) for track, found in feet.items()} == {
        track.id: track.crossings for track in board.tracks.values() if track.crossings
    }
    peaks = [(track, peak_outline(*foot)) for track, found in feet.items() for foot in found]
    for track, peak in peaks:
        assert {
            name.rpartition(" ")[0] for name, space in all_spaces(picture) if touch(peak, space)
        } == {track}
        assert not any(
            touch(peak, corners(space, picture, -2.0)) for space in picture.tracks[track]
        ), track
        assert [city for city, box in names if touch(peak, box)] == []
        assert [
            place.city
            for place in all_places(picture)
            if touches_disc(peak, place, picture.city_radius)
        ] == []
    for (one, a), (two, b) in itertools.combinations(peaks, 2):
        assert not touch(a, b), (one, two)
