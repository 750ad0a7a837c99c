"""The tally of a game agrees with its final state, whatever was played."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine.bots.match import play_match
from engine.ending import tally_of
from engine.ending.tally import POINT_KINDS
from engine.events import GameEnded
from tests.engine.ending.facts_again import read
from tests.engine.invariants import BOARDS_AND_SEATS
from tests.paths import GOLDEN
from tests.thinning import one_in

RECORDS = one_in(3, sorted(path.stem for path in GOLDEN.glob("*.jsonl")), 1)


def check(board: engine.Board, log: list[engine.Event]) -> None:
    state = engine.replay(board, log)
    tally = tally_of(board, log)
    assert tally is not None
    assert state.outcome is not None
    for side, score in zip(tally.sides, state.outcome.scores, strict=True):
        assert (side.seats, side.place, side.total) == (score.seats, score.place, score.total)
        known = {
            "grand_tour": bool(board.bonuses.grand_tour),
            "mountain": bool(board.crossing_points),
            "connected": bool(board.bonuses.most_connected),
            "station": board.stations is not None,
        }
        assert tuple(side.points) == tuple(kind for kind in POINT_KINDS if known.get(kind, True))
        assert sum(ticket.completed for ticket in side.tickets) == score.completed
        assert {t.ticket for t in side.tickets} <= {
            ticket for number in side.seats for ticket in tally.seats[number].offered
        }
    assert [seat.trains for seat in tally.seats] == state.trains
    assert sum(seat.turns for seat in tally.seats) == tally.turns == state.turn
    laid = Counter((track, seat.seat) for seat in tally.seats for track, _turn in seat.claims)
    assert laid == Counter(state.owner.items())
    for seat in tally.seats:
        turns = [turn for _track, turn in seat.claims]
        assert turns == sorted(turns)
        assert all(1 <= turn <= seat.turns for turn in turns)
    assert [tally.seats[seat].position for seat in state.order] == [*range(1, len(state.order) + 1)]


@pytest.mark.parametrize("name", RECORDS)
def test_the_tally_of_a_record_is_that_of_its_final_state(name: str) -> None:
    board, log, _steps = read(name)
    check(board, log)


@pytest.mark.parametrize(("key", "seats"), BOARDS_AND_SEATS[::4])
def test_the_tally_of_a_game_of_bots_is_that_of_its_final_state(key: str, seats: int) -> None:
    board = engine.load_board(key)
    check(board, [event for event, _, _ in play_match(board, ["planner"] * seats, "tally").log])


def test_a_game_that_was_not_played_to_its_end_has_no_tally() -> None:
    board, log, _steps = read(RECORDS[0])
    end = next(n for n, event in enumerate(log) if isinstance(event, GameEnded))
    assert tally_of(board, log[:end]) is None
