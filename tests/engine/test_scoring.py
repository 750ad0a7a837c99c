"""B-12, B-13, J-10: the final score and the places."""

from __future__ import annotations

from dataclasses import replace

from engine.board.model import TieBreak
from engine.events import Score, TicketResult
from engine.scoring import final_scores, ranked
from tests.engine.positions import position

WEST = {"seattle-vancouver-gray-1": 0, "portland-seattle-gray-1": 0}


def test_tickets_count_for_or_against_and_only_own_routes_complete_them() -> None:
    """B-12"""
    game = position(
        tickets=[["denver-el-paso"], ["denver-el-paso"]],
        owner={"denver-santa-fe-gray": 0, "el-paso-santa-fe-gray": 0},
    )
    scores = {score.seats[0]: score for score in final_scores(game)}
    assert scores[0].tickets == (TicketResult("denver-el-paso", True, 4),)
    assert scores[1].tickets == (TicketResult("denver-el-paso", False, -4),)
    assert scores[0].total == 4 + 4 + 10
    assert scores[1].total == -4


def test_the_longest_path_counts_spaces_and_earns_ten_points_on_usa() -> None:
    """B-12"""
    game = position(tickets=[[], []], owner={**WEST, "helena-seattle-yellow": 1})
    scores = {score.seats[0]: score for score in final_scores(game)}
    assert (scores[0].longest, scores[0].longest_bonus) == (2, 0)
    assert (scores[1].longest, scores[1].longest_bonus) == (6, 10)


def test_all_who_are_tied_for_longest_get_the_bonus() -> None:
    """B-12"""
    game = position(
        tickets=[[], []], owner={"dallas-houston-gray-1": 0, "atlanta-nashville-gray": 1}
    )
    assert [score.longest_bonus for score in final_scores(game)] == [10, 10]


def test_a_path_of_nought_is_never_a_best() -> None:
    """B-12"""
    game = position(tickets=[[], []])
    assert [score.longest_bonus for score in final_scores(game)] == [0, 0]


def test_a_city_may_be_passed_again_but_a_track_may_not() -> None:
    """B-12"""
    loop = ["dallas-houston-gray-1", "dallas-little-rock-gray", "little-rock-new-orleans-green"]
    back = ["houston-new-orleans-gray", "dallas-oklahoma-city-gray-1", "dallas-el-paso-red"]
    game = position(tickets=[[], []], owner=dict.fromkeys(loop + back, 0))
    best = final_scores(game)[0]
    # From Oklahoma City into Dallas, round the loop, and out to El Paso.
    assert best.longest == 2 + (1 + 2 + 3 + 2) + 4


def test_japan_awards_no_longest_path_and_no_globetrotter() -> None:
    """J-10"""
    game = position("japan", tickets=[[], []], owner={"masuda-tottori-black": 0})
    for score in final_scores(game):
        assert (score.longest, score.longest_bonus, score.globetrotter_bonus) == (0, 0, 0)


def test_japan_adds_the_bullet_bonus() -> None:
    """J-9"""
    game = position("japan", tickets=[[], []], progress=[6, 0])
    scores = final_scores(game)
    assert [(score.seats[0], score.bullet_bonus, score.total) for score in scores] == [
        (0, 10, 10),
        (1, -20, -20),
    ]


def score(seat: int, total: int, completed: int = 0, longest: int = 0) -> Score:
    return Score((seat,), 0, total, total, (), completed, longest)


def places(
    *scores: Score, tie_breaks: tuple[TieBreak, ...] = ("longest path",)
) -> list[tuple[int, int]]:
    return [(s.seats[0], s.place) for s in ranked(scores, tie_breaks)]


def test_most_points_win_then_completed_tickets_then_the_longest_path() -> None:
    """B-13"""
    assert places(score(0, 50), score(1, 60)) == [(1, 1), (0, 2)]
    assert places(score(0, 60, 2), score(1, 60, 3)) == [(1, 1), (0, 2)]
    assert places(score(0, 60, 2, 9), score(1, 60, 2, 10)) == [(1, 1), (0, 2)]


def test_tie_breaks_decide_in_the_order_of_the_board() -> None:
    """B-13, M-5"""
    one = replace(score(0, 60, 2, 9), mountains=1)
    other = replace(score(1, 60, 2, 8), mountains=4)
    assert places(one, other, tie_breaks=("mountain tracks",)) == [(1, 1), (0, 2)]
    both: tuple[TieBreak, ...] = ("longest path", "mountain tracks")
    assert places(one, other, tie_breaks=both) == [(0, 1), (1, 2)]
    level = replace(other, longest=9)
    assert places(one, level, tie_breaks=both) == [(1, 1), (0, 2)]


def test_boards_without_tie_breaks_do_not_break_ties_by_it() -> None:
    """B-13, J-10"""
    assert places(score(0, 60, 2, 9), score(1, 60, 2, 10), tie_breaks=()) == [(0, 1), (1, 1)]


def test_equal_on_all_counts_share_a_place_and_the_next_place_counts_them() -> None:
    """B-13"""
    tied = (score(0, 60, 2, 9), score(1, 60, 2, 9), score(2, 10), score(3, 5))
    assert places(*tied) == [(0, 1), (1, 1), (2, 3), (3, 4)]
