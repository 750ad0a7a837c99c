"""Ties share: nobody gets more or less of the points at a table by being equal."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.common.errors import Refused
from games.leagues.rules.standings import DEFAULT_POINTS, share_points
from games.leagues.season.plan import check_points


def places_of(scores: list[int]) -> list[int]:
    return [1 + sum(other > score for other in scores) for score in scores]


@given(st.lists(st.integers(0, 3), min_size=2, max_size=5))
def test_a_table_gives_out_all_its_points_and_equal_places_get_the_same(scores: list[int]) -> None:
    places = places_of(scores)
    worth = share_points(DEFAULT_POINTS[len(scores)], places)
    assert sum(worth) == sum(DEFAULT_POINTS[len(scores)])
    for one, place in zip(worth, places, strict=True):
        assert all(one == other for other, same in zip(worth, places, strict=True) if same == place)
        assert all(one > other for other, lower in zip(worth, places, strict=True) if lower > place)


def test_two_who_share_the_first_place_share_what_both_places_are_worth() -> None:
    assert share_points([8, 5, 2, 1], [1, 1, 3, 4]) == [Fraction(13, 2), Fraction(13, 2), 2, 1]


def test_tables_of_every_size_give_the_same_on_the_average() -> None:
    assert {Fraction(sum(worth), len(worth)) for worth in DEFAULT_POINTS.values()} == {4}


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ({}, "needs 3 numbers"),
        ({3: [5, 1]}, "needs 3 numbers"),
        ({3: [1, 5, 9]}, "must be worth more"),
        ({3: [2, 2, 2]}, "must be worth more"),
        ({3: [9, 5, -1]}, "between 0 and"),
    ],
)
def test_points_that_make_no_sense_are_refused(points: dict[int, list[int]], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        check_points(points, [3])
