"""The story of a game: every fact of it is computed again, on golden records and on bots' games."""

from __future__ import annotations

import os
import random

import pytest

import engine
from engine import events
from engine.bots.match import play_match
from engine.ending import ending_of, facts
from engine.ending.story import decided_by
from engine.events import Score, TicketResult
from tests.engine.ending.facts_again import check_story, read, steps_of
from tests.engine.invariants import BOARDS_AND_SEATS
from tests.engine.rules.test_taking_back import Log
from tests.paths import GOLDEN
from tests.thinning import one_in

RECORDS = one_in(3, sorted(path.stem for path in GOLDEN.glob("*.jsonl")), 0)
GAMES = int(os.environ.get("NIGHT_MAIL_SOAK_GAMES", "2"))
BOTS = ("planner", "random")


@pytest.mark.parametrize("name", RECORDS)
def test_every_fact_of_a_golden_record_is_true(name: str) -> None:
    board, log, steps = read(name)
    ending = ending_of(board, log)
    check_story(steps, log, ending.story)
    assert 9 <= len(ending.story.all) <= 13
    assert len(ending.story.best) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("board", "seats"), BOARDS_AND_SEATS)
def test_every_fact_of_a_game_of_bots_is_true(board: str, seats: int) -> None:
    for seed in range(GAMES):
        names = [BOTS[(seat + seed) % 2] if seed % 3 else "planner" for seat in range(seats)]
        match = play_match(engine.load_board(board), names, f"story {seed}")
        log = [event for event, _, _ in match.log]
        steps = steps_of(match.game.board, log)
        check_story(steps, log, ending_of(match.game.board, log).story)


def test_the_same_log_has_the_same_story_and_games_have_different_ones() -> None:
    stories = []
    for name in RECORDS:
        board, log, _ = read(name)
        stories.append(ending_of(board, log).story)
        assert ending_of(board, log).story == stories[-1]
    kinds = [tuple(type(fact) for fact in story.all) for story in stories]
    assert len(set(kinds)) > len(kinds) * 2 / 3
    found = {kind for story in kinds for kind in story}
    assert {facts.LeadChanged, facts.NeverCaught, facts.Blocked, facts.TunnelDecided} <= found
    assert {facts.BulletsGone, facts.FinalRound, facts.RanDry, facts.Decided} <= found


def test_a_game_that_a_director_ended_tells_nothing_that_was_hidden() -> None:
    board, whole, _ = read("usa-3-final-round")
    log = whole[: len(whole) // 2]
    ending = ending_of(board, log)
    hidden = facts.FirstCompleted | facts.Blocked | facts.AllCompleted | facts.DearestFailed
    assert not any(isinstance(fact, hidden) for fact in ending.story.all)
    assert isinstance(ending.story.end[-1], facts.EndedEarly)
    assert (ending.tickets, ending.awards, ending.lucks) == ((), (), ())
    check_story(steps_of(board, log), log, ending.story)


def test_what_was_taken_back_is_nowhere_and_that_it_was_is_told() -> None:
    played, dice = Log("usa", 2), random.Random(4)
    while not played.game.turn:
        played.random_step(dice)
    start = played.game.seq
    while played.game.turn < 30:
        played.random_step(dice)
    removed = {e.track for e in played.events if isinstance(e, events.RouteClaimed)}
    played.take_back(start)
    while played.game.outcome is None:
        played.random_step(dice)
    ending = ending_of(played.board, played.events)
    check_story(steps_of(played.board, played.events), played.events, ending.story)
    assert facts.TookBack(1) in ending.story.all
    standing = set(played.game.owner)
    tracks = {fact.track for fact in ending.story.all if hasattr(fact, "track")}
    assert tracks <= standing
    assert removed - standing, "something was taken back for good"


def score(seat: int, routes: int, tickets: int, bonus: int = 0, **facts: int) -> Score:
    total = routes + tickets + bonus
    results = (TicketResult("x", tickets > 0, tickets),)
    values = {"place": 2, "completed": 0, "longest": 0, **facts}
    return Score((seat,), total=total, routes=routes, tickets=results, **values)


@pytest.mark.parametrize(
    ("winner", "other", "by"),
    [
        (score(0, 50, 10, place=1), score(1, 40, 15), "routes"),
        (score(0, 40, 30, place=1), score(1, 50, 10), "tickets"),
        (score(0, 50, 30, place=1), score(1, 50, 10), "tickets"),
        (score(0, 40, 20, 10, place=1), score(1, 50, 12), "bonuses"),
        (score(0, 50, 10, 10, place=1), score(1, 40, 25), "bonuses"),
        (score(0, 40, 20, place=1, completed=2), score(1, 50, 10, completed=1), "completed"),
        (score(0, 40, 20, place=1, longest=9), score(1, 50, 10, longest=8), "longest path"),
        (score(0, 40, 20, place=1, mountains=3), score(1, 50, 10, mountains=1), "mountain tracks"),
    ],
)
def test_what_decided_a_game(winner: Score, other: Score, by: str) -> None:
    decided = decided_by([winner, other], ("longest path", "mountain tracks"))
    assert decided is not None
    assert (decided.by, decided.winner, decided.other) == (by, (0,), (1,))


def test_nothing_decided_a_shared_victory() -> None:
    shared = [score(0, 50, 10, place=1), score(1, 40, 20, place=1)]
    assert decided_by(shared, ("longest path",)) is None
