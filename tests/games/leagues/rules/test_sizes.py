"""Divisions are as wanted as they can be, and tables come out even."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.leagues.rules.sizes import division_sizes, table_sizes


@given(st.integers(2, 60), st.integers(1, 8), st.lists(st.integers(2, 6), min_size=1, max_size=3))
def test_tables_seat_everybody_exactly_and_only_sizes_that_are_allowed(
    players: int, games: int, seats: list[int]
) -> None:
    sizes = table_sizes(players, games, seats)
    usable = {size for size in seats if size <= players}
    if sizes is None:
        assert all(players * games % size for size in usable)
    else:
        assert sum(sizes) == players * games
        assert set(sizes) <= usable


@given(st.integers(2, 60), st.integers(1, 8))
def test_as_many_tables_as_possible_have_the_wanted_size(players: int, games: int) -> None:
    sizes = table_sizes(players, games, [4, 3, 2])
    total = players * games
    fewest_others = min(
        (total - 4 * fours for fours in range(total // 4 + 1) if total - 4 * fours != 1),
        default=None,
    )
    if players >= 4:
        assert sizes is not None
        assert total - 4 * sizes.count(4) == fewest_others


@given(st.integers(1, 300), st.integers(4, 20), st.integers(1, 4))
def test_divisions_hold_everybody_and_stay_near_the_wanted_size(
    players: int, wanted: int, step: int
) -> None:
    sizes = division_sizes(players, wanted, lambda size: size % step == 0)
    if sizes is None:
        return
    assert sum(sizes) == players
    assert all(size % step == 0 for size in sizes)
    assert all(abs(size - wanted) <= wanted / 2 for size in sizes) or sizes == [players]


def test_what_cannot_be_even_falls_to_the_lowest_divisions() -> None:
    assert division_sizes(34, 8, lambda size: True) == [8, 8, 9, 9]
    assert division_sizes(200, 10, lambda size: True) == [10] * 20


def test_numbers_that_fit_nowhere_have_no_split() -> None:
    assert division_sizes(7, 4, lambda size: size == 4) is None
