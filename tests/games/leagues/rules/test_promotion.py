"""Up and down: what goes up comes down, nobody falls out, and gaps are filled in order."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.leagues.rules.promotion import (
    Outcome,
    PreviousSeason,
    fill_divisions,
    order_of_strength,
    promotion_moves,
)


@given(
    st.lists(st.integers(6, 12), min_size=1, max_size=5),
    st.integers(0, 2),
    st.data(),
)
def test_everybody_goes_somewhere_and_as_many_go_up_as_go_down(
    sizes: list[int], count: int, data: st.DataObject
) -> None:
    divisions = fill_divisions(range(sum(sizes)), sizes)
    gone = data.draw(st.sets(st.integers(0, sum(sizes) - 1), max_size=2))
    going = promotion_moves(divisions, promote=count, relegate=count, withdrawn=gone)
    assert set(going) == set(range(sum(sizes)))
    for tier, players in enumerate(divisions, 1):
        kinds = Counter(going[who].outcome for who in players)
        staying = len(players) - len(gone & set(players))
        assert kinds[Outcome.PROMOTED] == (count if tier > 1 else 0)
        if tier < len(divisions):
            assert kinds[Outcome.RELEGATED] == max(0, count - (len(players) - staying))
        else:
            assert kinds[Outcome.RELEGATED] == 0
        for who in players:
            assert 1 <= going[who].tier <= len(divisions)
            if going[who].outcome == Outcome.STAYS:
                assert going[who].tier == tier


def test_the_best_go_up_and_the_last_go_down() -> None:
    going = promotion_moves([["a", "b", "c", "d"], ["e", "f", "g", "h"]], promote=1, relegate=1)
    assert {who: move.tier for who, move in going.items() if move.outcome != Outcome.STAYS} == {
        "d": 2,
        "e": 1,
    }


def test_who_withdrew_goes_down_in_place_of_somebody_and_a_substitute_goes_nowhere() -> None:
    divisions = [["a", "b", "c", "x"], ["sub", "f", "g", "h"]]
    going = promotion_moves(divisions, promote=1, relegate=1, withdrawn={"x"}, substitutes={"sub"})
    assert going["x"].outcome == Outcome.LEFT
    assert going["x"].tier == 2
    assert going["c"].outcome == Outcome.STAYS
    assert "sub" not in going
    assert going["f"].outcome == Outcome.PROMOTED


def test_a_substitute_who_withdraws_takes_no_place_that_leads_down() -> None:
    gone = {"x", "sub"}
    going = promotion_moves(
        [["a", "b", "c", "x", "sub"], ["d"]],
        promote=0,
        relegate=2,
        withdrawn=gone,
        substitutes={"sub"},
    )
    down = {who for who, move in going.items() if move.outcome == Outcome.RELEGATED}
    assert down == {"c"}


def test_promotions_come_before_relegations_in_a_division_too_small_for_both() -> None:
    going = promotion_moves([["a"] * 1, ["b", "c"], ["d"]], promote=2, relegate=2)
    assert going["b"].outcome == going["c"].outcome == Outcome.PROMOTED


def test_divisions_are_filled_by_tier_and_newcomers_open_new_ones_below() -> None:
    returning = [
        PreviousSeason("stays in 2", 2, Outcome.STAYS, 3),
        PreviousSeason("came up to 1", 1, Outcome.PROMOTED, 0),
        PreviousSeason("stays in 1", 1, Outcome.STAYS, 1),
        PreviousSeason("came down to 2", 2, Outcome.RELEGATED, 7),
        PreviousSeason("champion of long ago", 1, Outcome.STAYS, 0, ago=3),
    ]
    order = order_of_strength(returning, ["new", "newer"])
    assert order == [
        "stays in 1",
        "came up to 1",
        "champion of long ago",
        "came down to 2",
        "stays in 2",
        "new",
        "newer",
    ]
    assert fill_divisions(order, [3, 2, 2])[-1] == ["new", "newer"]
