"""Who of those who wait get a table together."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from games.lobby.pairing.matching import Found, Waiting, gap, pair

BOARDS = {2: ["japan", "usa"], 3: ["japan", "usa"], 6: ["asia"]}


def wish(number: int, **facts: object) -> Waiting:
    """A wish of a person of their own for any board with two seats."""
    usual = {"person": number, "board": "", "seats": 2, "pace": "3-days", "rated": True}
    known = {"patience": 0.0, "points": 1500.0, "percent": None}
    return Waiting(wish=number, **{**usual, **known, **facts})  # type: ignore[arg-type]


def tables(*waiting: Waiting, **known: object) -> list[Found]:
    return pair(waiting, **{"boards": BOARDS, "apart": {}, "apart_if_rated": {}, **known})  # type: ignore[arg-type]


def together(found: list[Found]) -> list[set[int]]:
    return [{one.person for one in table.waiting} for table in found]


def both_ways(pairs: set[tuple[int, int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


people = st.integers(1, 12)
wishes = st.lists(
    st.builds(
        wish,
        number=st.integers(1, 200),
        person=people,
        board=st.sampled_from(["", "", "japan", "usa", "gone"]),
        seats=st.sampled_from([2, 3]),
        pace=st.sampled_from(["1-day", "3-days"]),
        rated=st.booleans(),
        patience=st.floats(0, 1.5),
        points=st.integers(1000, 2000),
        percent=st.none() | st.integers(50, 100),
    ),
    max_size=40,
    unique_by=lambda one: one.wish,
)
pairs = st.sets(st.tuples(people, people).filter(lambda two: two[0] != two[1]), max_size=20)


@given(wishes, pairs, pairs)
def test_a_table_has_what_each_of_its_people_wants_and_nobody_is_at_two(
    waiting: list[Waiting], blocked: set[tuple[int, int]], shared: set[tuple[int, int]]
) -> None:
    apart, sharing = both_ways(blocked), both_ways(shared)
    found = tables(*waiting, apart=apart, apart_if_rated=sharing)
    seated = Counter(one.person for table in found for one in table.waiting)
    assert set(seated.values()) <= {1}
    for table in found:
        leader = table.waiting[0]
        assert len(table.waiting) == leader.seats
        assert table.board in BOARDS[leader.seats]
        for one in table.waiting:
            assert one in waiting
            assert one.board in ("", table.board)
            assert (one.seats, one.pace, one.rated) == (leader.seats, leader.pace, leader.rated)
            assert one is leader or gap(leader, one) <= leader.tolerance
        for one, other in combinations(table.waiting, 2):
            assert other.person not in apart.get(one.person, ())
            assert not (leader.rated and other.person in sharing.get(one.person, ()))


@given(wishes, pairs, st.randoms(use_true_random=False))
def test_the_order_in_which_wishes_are_read_changes_nothing(
    waiting: list[Waiting], blocked: set[tuple[int, int]], dice: random.Random
) -> None:
    shuffled = list(waiting)
    dice.shuffle(shuffled)
    apart = both_ways(blocked)
    assert tables(*shuffled, apart=apart) == tables(*waiting, apart=apart)


@given(st.lists(st.tuples(st.integers(0, 3000), st.none() | st.integers(0, 100)), max_size=30))
def test_people_who_have_lost_patience_play_with_anybody(
    known: list[tuple[int, int | None]],
) -> None:
    waiting = [
        wish(number, patience=1.0, points=points, percent=percent)
        for number, (points, percent) in enumerate(known)
    ]
    assert len(tables(*waiting)) == len(waiting) // 2


@given(st.integers(0, 1500), st.integers(0, 40), st.floats(0, 0.99), st.floats(0, 0.5))
def test_who_is_paired_now_would_be_paired_later_too(
    points: int, percent: int, patience: float, more: float
) -> None:
    def found(used: float) -> list[Found]:
        first = wish(1, patience=used, points=1500, percent=100)
        return tables(first, wish(2, points=1500 + points, percent=100 - percent))

    assert not found(patience) or found(patience + more)
    assert found(1.0)


def test_ratings_that_are_far_apart_wait_and_near_ones_do_not() -> None:
    assert together(tables(wish(1, points=1200), wish(2, points=1900))) == []
    assert together(tables(wish(1, points=1200), wish(2, points=1390))) == [{1, 2}]


def test_reliability_keeps_apart_and_newcomers_fit_everybody() -> None:
    sure, unsure, new = wish(1, percent=99), wish(2, percent=60), wish(3, percent=None)
    assert tables(sure, unsure) == []
    assert together(tables(sure, unsure, new)) == [{1, 3}]


def test_the_nearest_get_the_seats() -> None:
    waiting = [wish(1), wish(2, points=1650), wish(3, points=1380), wish(4, points=1510)]
    assert together(tables(*waiting)) == [{1, 4}]


def test_those_who_wait_longest_are_served_first() -> None:
    assert together(tables(wish(3), wish(2), wish(1))) == [{1, 2}]


def test_a_board_brings_those_together_who_want_it_or_take_any() -> None:
    found = tables(wish(1, board="usa"), wish(2, board="japan"), wish(3))
    assert (together(found), found[0].board) == ([{1, 3}], "usa")
    assert tables(wish(1, board="usa"), wish(2, board="japan")) == []


def test_who_takes_any_board_does_not_spoil_the_table_of_others() -> None:
    """The two nearest want boards on which there is nobody else: the third brings a table."""
    found = tables(
        wish(1, seats=3),
        wish(2, seats=3, board="japan", points=1501),
        wish(3, seats=3, board="usa", points=1502),
        wish(4, seats=3, board="usa", points=1503),
    )
    assert (together(found), found[0].board) == ([{1, 3, 4}], "usa")


def test_people_who_take_any_board_are_spread_over_the_boards() -> None:
    found = tables(*(wish(number) for number in range(40)))
    assert {table.board for table in found} == {"japan", "usa"}
    (only,) = tables(*(wish(number, seats=6) for number in range(6)))
    assert only.board == "asia"


def test_a_block_parts_and_a_shared_network_does_so_in_rated_games_alone() -> None:
    two = (wish(1), wish(2))
    apart = both_ways({(1, 2)})
    assert tables(*two, apart=apart) == []
    assert tables(*two, apart_if_rated=apart) == []
    unrated = (wish(1, rated=False), wish(2, rated=False))
    assert tables(*unrated, apart=apart) == []
    assert together(tables(*unrated, apart_if_rated=apart)) == [{1, 2}]


def test_everybody_at_a_table_gets_on_with_everybody_else() -> None:
    waiting = [wish(number, seats=3, points=1500 + number) for number in range(1, 5)]
    assert together(tables(*waiting)) == [{1, 2, 3}]
    assert together(tables(*waiting, apart=both_ways({(2, 3)}))) == [{1, 2, 4}]


def test_two_wishes_of_one_person_make_no_table() -> None:
    assert tables(wish(1, person=7), wish(2, person=7, board="usa")) == []
