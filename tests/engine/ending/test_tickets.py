"""What tickets lacked, when they were completed, whose way was cut, paths and awards."""

from __future__ import annotations

import os

import pytest

import engine
from engine.bots.match import play_match
from engine.ending import AwardKind, ending_of
from engine.ending.tickets import TicketWatch
from engine.events import RouteClaimed, TunnelBuilt
from engine.network import longest_trail_length
from tests.engine.ending.facts_again import (
    Steps,
    held,
    is_done,
    network,
    read,
    spaces,
    steps_of,
    waits,
    worth,
)
from tests.engine.invariants import BOARDS_AND_SEATS
from tests.paths import GOLDEN
from tests.thinning import one_in

RECORDS = one_in(3, sorted(path.stem for path in GOLDEN.glob("*.jsonl")), 2)
GAMES = int(os.environ.get("NIGHT_MAIL_SOAK_GAMES", "1"))


def check_all_blocks(board: engine.Board, steps: Steps) -> int:
    """Every cut way is found, with its spaces, and no other."""
    watch = TicketWatch(board)
    expected = set()
    for event, before, after in steps:
        watch.before(event, before)
        watch.after(event, after)
        if not isinstance(event, RouteClaimed | TunnelBuilt):
            continue
        for side in after.teams or tuple((seat,) for seat in after.order):
            for ticket in held(before, side) if event.seat not in side else ():
                least, most = spaces(before, side, ticket), spaces(after, side, ticket)
                if least != most:
                    expected.add((event.track, side, ticket, least, most))
    found = {(b.track, b.side, b.ticket, b.before, b.after) for b in watch.blocks}
    assert found == expected
    return len(found)


@pytest.mark.parametrize("name", RECORDS)
def test_the_tickets_of_a_record_end_as_they_were_scored(name: str) -> None:
    board, log, steps = read(name)
    ending = ending_of(board, log)
    last = steps[-1][2]
    scored = {
        (score.seats, result.ticket): (result.completed, abs(result.points))
        for score in last.outcome.scores
        for result in score.tickets
    }
    ends = {(end.side, end.ticket): (end.completed, end.points) for end in ending.tickets}
    assert ends == scored
    for end in ending.tickets:
        assert end.spaces == spaces(last, end.side, end.ticket)
        assert sum(board.tracks[track].length for track in end.missing) == (end.spaces or 0)
        card, laid = board.tickets[end.ticket], [*network(last, end.side), *end.missing]
        if end.spaces is not None:
            parts = engine.network.component_of_city(board, laid)
            reached = {parts[city] for city in card.far_cities if city in parts}
            assert reached & {parts[city] for city in card.near_cities if city in parts}
        if end.completed:
            first = next(
                state.turn
                for _, _, state in steps
                if state.setup_done
                and end.ticket in held(state, end.side)
                and is_done(state, end.side, end.ticket)
            )
            assert end.turn == first
    done = [end for end in ending.tickets if end.completed]
    assert sorted(end.order for end in done) == list(range(1, len(done) + 1))
    in_order = sorted(done, key=lambda end: end.order)
    assert [end.turn for end in in_order] == sorted(end.turn for end in done)


@pytest.mark.parametrize(
    "name", ["usa-2-final-round", "usa-3-passes", "japan-3-final-round", "team-asia-4-passes"]
)
def test_every_way_that_was_cut_is_known(name: str) -> None:
    board, _, steps = read(name)
    assert check_all_blocks(board, steps) > 0


@pytest.mark.parametrize(("board", "seats"), BOARDS_AND_SEATS)
def test_every_way_that_bots_cut_is_known(board: str, seats: int) -> None:
    for seed in range(GAMES - 1):
        match = play_match(engine.load_board(board), ["planner"] * seats, f"ways {seed}")
        check_all_blocks(match.game.board, steps_of(match.game.board, [e for e, _, _ in match.log]))


@pytest.mark.parametrize("name", RECORDS)
def test_paths_are_what_the_board_awards(name: str) -> None:
    board, log, _ = read(name)
    last = engine.replay(board, log)
    assert last.outcome
    scores = {score.seats: score for score in last.outcome.scores}
    for way in ending_of(board, log).paths:
        score = scores[way.side]
        own = {track for seat in way.side for track in last.claims[seat]}
        assert set(way.trail) <= own
        if board.bonuses.longest:
            assert sum(board.tracks[track].length for track in way.trail) == score.longest
            assert longest_trail_length(board, way.trail) == way.length == score.longest
            assert way.holds == (score.longest_bonus > 0)
        else:
            assert way.trail == ()
        if board.bullet_trains:
            assert {last.owner[track] for track in way.bullets} <= set(way.side)
            assert sum(board.tracks[track].length for track in way.bullets) == way.progress
            assert way.holds == (way.progress == max(last.progress))
        else:
            assert way.bullets == ()


@pytest.mark.parametrize("name", RECORDS)
def test_awards_go_to_the_best_of_all(name: str) -> None:
    board, log, steps = read(name)
    ending = ending_of(board, log)
    awards = {award.kind: award for award in ending.awards}
    assert len(awards) == len(ending.awards)
    dear = awards[AwardKind.DEAREST_CLAIM]
    claims = [e for e, _, _ in steps if isinstance(e, RouteClaimed | TunnelBuilt)]
    assert dear.points == max(worth(claim) for claim in claims)
    failed = [end for end in ending.tickets if not end.completed and end.spaces is not None]
    if failed:
        close = awards[AwardKind.CLOSEST_TICKET]
        assert close.spaces == min(end.spaces for end in failed)
        assert AwardKind.LAST_TICKET not in awards
    if any(end.completed for end in ending.tickets):
        first = awards[AwardKind.FIRST_TICKET]
        assert first.turn == min(end.turn for end in ending.tickets if end.completed)
    if luck := awards.get(AwardKind.LUCK):
        assert luck.luck.surplus == max(other.surplus for other in ending.lucks) > 0
    if wait := awards.get(AwardKind.LONGEST_WAIT):
        assert wait.turns == max(waits(steps).values())
    if full := awards.get(AwardKind.FULLEST_HAND):
        assert full.cards == max(sum(h.values()) for _, _, s in steps for h in s.hands)
