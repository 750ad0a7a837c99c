"""Standings: points first, then what was done against each other, wins, share, tickets, lots."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.leagues.rules.results import Result, Side
from games.leagues.rules.standings import DEFAULT_POINTS, Standing, points_of_result, standings


def game(*scores: tuple[int, int], tickets: int = 0) -> Result:
    """A game of single players: (entry, score) each."""
    return Result(
        tuple(
            Side((entry,), 1 + sum(other > score for _, other in scores), score, tickets)
            for entry, score in scores
        )
    )


def order(lines: list[Standing]) -> list[int]:
    return [line.entry for line in lines]


@st.composite
def seasons(draw: st.DrawFn) -> list[Result]:
    games = []
    for _ in range(draw(st.integers(0, 8))):
        at = draw(st.lists(st.integers(1, 6), min_size=2, max_size=5, unique=True))
        games.append(game(*((entry, draw(st.integers(-20, 120))) for entry in at)))
    return games


@given(seasons(), st.sets(st.integers(1, 6)), st.text(max_size=3))
def test_standings_hold_everybody_once_in_order_and_every_point_that_was_given_out(
    results: list[Result], withdrawn: set[int], seed: str
) -> None:
    lines = standings(range(1, 7), results, DEFAULT_POINTS, seed=seed, withdrawn=withdrawn)
    assert sorted(order(lines)) == [1, 2, 3, 4, 5, 6]
    assert [line.order for line in lines] == [0, 1, 2, 3, 4, 5]
    given_out = sum(
        (sum(points_of_result(result, DEFAULT_POINTS).values()) for result in results), Fraction(0)
    )
    assert sum(line.points for line in lines) == given_out
    for better, worse in pairwise(lines):
        assert better.rank <= worse.rank
        assert (not better.withdrawn, better.points) >= (not worse.withdrawn, worse.points)
        assert (better.rank == worse.rank) == (
            (better.withdrawn, better.points, better.tie)
            == (worse.withdrawn, worse.points, worse.tie)
        )


@given(seasons(), st.randoms(use_true_random=False))
def test_neither_the_order_of_games_nor_that_of_entries_matters(
    results: list[Result], dice: object
) -> None:
    shuffled = results.copy()
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert standings(range(1, 7), results, DEFAULT_POINTS, seed="x") == standings(
        range(6, 0, -1), shuffled, DEFAULT_POINTS, seed="x"
    )


@given(seasons(), st.lists(st.integers(1, 6), max_size=8), st.sets(st.integers(1, 6)))
def test_where_games_do_not_count_the_mean_per_game_decides_and_nobody_else_is_touched(
    results: list[Result], void: list[int], withdrawn: set[int]
) -> None:
    uncounted = {entry: [4] * void.count(entry) for entry in void}
    before = {
        line.entry: line for line in standings(range(1, 7), results, DEFAULT_POINTS, seed="x")
    }
    lines = standings(
        range(1, 7), results, DEFAULT_POINTS, seed="x", withdrawn=withdrawn, uncounted=uncounted
    )
    for line in lines:
        earned, games = before[line.entry].points, line.played + line.uncounted
        assert line.uncounted == void.count(line.entry)
        if line.played and line.played >= line.uncounted:
            assert line.points * line.played == earned * games
        else:
            assert line.points == earned + 4 * line.uncounted
    for better, worse in pairwise(lines):
        assert (not better.withdrawn, better.points) >= (not worse.withdrawn, worse.points)


def test_a_voided_game_does_not_cost_the_innocent_their_place() -> None:
    # 1 won both games that counted; 2 won two of three.
    results = [
        game((1, 9), (3, 8)),
        game((1, 9), (4, 8)),
        game((2, 9), (3, 8)),
        game((2, 9), (4, 8)),
    ]
    results.append(game((2, 7), (5, 9)))
    lines = standings([1, 2, 3, 4, 5], results, DEFAULT_POINTS, seed="", uncounted={1: [2]})
    assert [(line.entry, str(line.points)) for line in lines][:2] == [(1, "18"), (2, "14")]
    assert order(standings([1, 2, 3, 4, 5], results, DEFAULT_POINTS, seed=""))[0] == 2


def test_direct_encounter_comes_before_wins() -> None:
    points = {2: (2, 0), 3: (3, 2, 1)}
    # 1 and 2 have three points each; 2 won once, but finished behind 1 when they met.
    results = [game((1, 50), (2, 40), (3, 60)), game((2, 50), (3, 40)), game((4, 1), (1, 0))]
    results.append(game((3, 9), (4, 8), (1, 7)))
    lines = standings([1, 2, 3, 4], results, points, seed="")
    tied = [line for line in lines if line.entry in (1, 2)]
    assert {line.points for line in tied} == {3}
    assert [line.entry for line in tied] == [1, 2]
    assert tied[0].tie.wins < tied[1].tie.wins


def test_wins_come_before_the_share_of_the_table() -> None:
    points = {2: (2, 0), 3: (4, 2, 0)}
    # 1 won once and scored little; 2 was second twice and scored a lot. They never met.
    results = [
        game((1, 10), (3, 9), (4, 8)),
        game((3, 90), (2, 89), (4, 1)),
        game((3, 90), (2, 89), (4, 1)),
    ]
    lines = [line for line in standings([1, 2, 3, 4], results, points, seed="") if line.entry < 3]
    assert [line.entry for line in lines] == [1, 2]
    assert lines[0].points == lines[1].points
    assert lines[0].tie.share < lines[1].tie.share


def test_the_share_of_the_table_comes_before_tickets_and_they_come_last() -> None:
    points = {2: (2, 0)}
    share = [game((1, 60), (3, 40), tickets=9), game((2, 99), (4, 1), tickets=1)]
    assert order(standings([1, 2, 3, 4], share, points, seed=""))[:2] == [2, 1]
    tickets = [game((1, 60), (3, 40), tickets=3), game((2, 60), (4, 40), tickets=5)]
    assert order(standings([1, 2, 3, 4], tickets, points, seed=""))[:2] == [2, 1]


def test_whoever_is_equal_in_everything_shares_the_rank_and_lots_give_the_order() -> None:
    level = [game((1, 50), (2, 50))]
    orders = set()
    for seed in "abcdefgh":
        lines = standings([1, 2], level, DEFAULT_POINTS, seed=seed)
        assert [line.rank for line in lines] == [1, 1]
        orders.add(tuple(order(lines)))
    assert orders == {(1, 2), (2, 1)}


def test_whoever_left_the_table_gets_nothing_and_the_others_keep_their_places() -> None:
    result = Result(
        (
            Side((1,), 1, 90, 3, left=frozenset({1})),
            Side((2,), 2, 50, 2),
            Side((3,), 3, 10, 1),
        )
    )
    assert points_of_result(result, DEFAULT_POINTS) == {1: 0, 2: 4, 3: 1}


def test_teammates_share_the_place_of_their_side_and_do_not_beat_each_other() -> None:
    result = Result((Side((1, 2), 1, 90, 3), Side((3, 4), 2, 50, 2)))
    lines = standings([1, 2, 3, 4], [result], DEFAULT_POINTS, seed="")
    assert [str(line.points) for line in lines] == ["6", "6", "2", "2"]
    assert all(line.tie.encounters == 0 for line in lines)
    assert [line.rank for line in lines] == [1, 1, 3, 3]


def test_who_withdrew_comes_last_whatever_the_points() -> None:
    lines = standings([1, 2], [game((1, 50), (2, 40))], DEFAULT_POINTS, seed="", withdrawn=[1])
    assert order(lines) == [2, 1]


def test_a_score_below_zero_does_not_make_the_share_of_others_larger_than_all() -> None:
    lines = standings([1, 2], [game((1, 50), (2, -40))], DEFAULT_POINTS, seed="")
    assert [line.tie.share for line in lines] == [1, 0]
