"""Every picture shows its whole board, and nothing on it touches anything else."""

from __future__ import annotations

import itertools
import math

import pytest

from engine.board import Board, board_names, load_board
from engine.board.picture import Picture, load_picture
from tests.engine.board.outlines import (
    all_places,
    all_spaces,
    corners,
    labels,
    touch,
    touches_disc,
)


@pytest.fixture(params=board_names())
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


@pytest.fixture
def picture(board: Board) -> Picture:
    return load_picture(board.key)


def test_every_space_of_every_track_is_drawn(board: Board, picture: Picture) -> None:
    assert {track: len(spaces) for track, spaces in picture.tracks.items()} == {
        track.id: track.length for track in board.tracks.values()
    }


def test_every_city_stands_in_each_of_its_regions(board: Board, picture: Picture) -> None:
    assert {city: sorted(p.panel for p in places) for city, places in picture.places.items()} == {
        city.key: sorted(city.regions) for city in board.cities.values()
    }


def test_no_two_spaces_overlap(picture: Picture) -> None:
    spaces = all_spaces(picture)
    assert [
        (a, b) for (a, one), (b, two) in itertools.combinations(spaces, 2) if touch(one, two)
    ] == []


def test_no_space_covers_a_city(picture: Picture) -> None:
    assert [
        (name, place.city)
        for name, space in all_spaces(picture)
        for place in all_places(picture)
        if touches_disc(space, place, picture.city_radius)
    ] == []


def test_no_two_cities_stand_on_each_other(picture: Picture) -> None:
    assert [
        (a.city, b.city)
        for a, b in itertools.combinations(all_places(picture), 2)
        if math.hypot(a.x - b.x, a.y - b.y) < 2 * picture.city_radius + 4
    ] == []


def test_no_label_touches_a_label_a_city_or_a_space(picture: Picture) -> None:
    boxes = [(name, box) for name, lines in labels(picture).items() for box in lines]
    spaces = all_spaces(picture)
    assert [
        (a, b)
        for (a, one), (b, two) in itertools.combinations(boxes, 2)
        if a != b and touch(one, two)
    ] == []
    assert [
        (name, place.city)
        for name, box in boxes
        for place in all_places(picture)
        if touches_disc(box, place, picture.city_radius)
    ] == []
    assert [
        (name, space) for name, box in boxes for space, shape in spaces if touch(box, shape)
    ] == []


def test_everything_stays_inside_its_panel_and_out_of_the_others(
    board: Board, picture: Picture
) -> None:
    shapes = [
        (track.id, track.region, corners(space, picture))
        for track in board.tracks.values()
        for space in picture.tracks[track.id]
    ]
    shapes += [
        (city, panel, box) for (city, panel), lines in labels(picture).items() for box in lines
    ]
    r = picture.city_radius
    shapes += [
        (
            p.city,
            p.panel,
            [(p.x - r, p.y - r), (p.x + r, p.y - r), (p.x + r, p.y + r), (p.x - r, p.y + r)],
        )
        for p in all_places(picture)
    ]
    for name, key, shape in shapes:
        panel = picture.panels[key]
        for x, y in shape:
            assert panel.left <= x <= panel.left + panel.width, name
            assert panel.top <= y <= panel.top + panel.height, name
        for other in picture.panels.values():
            if other.key in (key, "main"):
                continue
            box = [
                (other.left, other.top),
                (other.left + other.width, other.top),
                (other.left + other.width, other.top + other.height),
                (other.left, other.top + other.height),
            ]
            assert not touch(shape, box), (name, other.key)
    for panel in picture.panels.values():
        assert panel.left >= 0
        assert panel.top >= 0
        assert panel.left + panel.width <= picture.width
        assert panel.top + panel.height <= picture.height


def test_the_postmark_lies_in_the_open(picture: Picture) -> None:
    if picture.postmark is None:
        return
    x, y = picture.postmark
    stamp = [(x - 48, y - 48), (x + 104, y - 48), (x + 104, y + 48), (x - 48, y + 48)]
    for name, shape in all_spaces(picture):
        assert not touch(shape, stamp), name
    for name, lines in labels(picture).items():
        assert not any(touch(box, stamp) for box in lines), name
    for place in all_places(picture):
        assert not touches_disc(stamp, place, picture.city_radius), place.city


def test_the_spaces_of_a_track_run_from_its_first_city_to_its_second(
    board: Board, picture: Picture
) -> None:
    for track in board.tracks.values():
        a, b = (
            next(place for place in picture.places[city] if place.panel == track.region)
            for city in (track.a, track.b)
        )
        first, last = picture.tracks[track.id][0], picture.tracks[track.id][-1]
        if track.length > 1:
            assert math.hypot(first.x - a.x, first.y - a.y) < math.hypot(last.x - a.x, last.y - a.y)
            assert math.hypot(last.x - b.x, last.y - b.y) < math.hypot(first.x - b.x, first.y - b.y)


def test_every_space_keeps_close_to_the_next(picture: Picture) -> None:
    for track, spaces in picture.tracks.items():
        for one, two in itertools.pairwise(spaces):
            gap = math.hypot(one.x - two.x, one.y - two.y)
            assert picture.space_length <= gap <= 1.7 * picture.space_length, track


def test_angles_leave_letters_upright(picture: Picture) -> None:
    assert all(-90 < s.angle <= 90 for spaces in picture.tracks.values() for s in spaces)
