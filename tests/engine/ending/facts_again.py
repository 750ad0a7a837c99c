"""The facts of a story computed again, as plainly as can be, from the log alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import engine
from engine import events, record
from engine.ending import facts
from engine.ending.story import Story
from engine.events import BulletTrainPlaced, RouteClaimed, TunnelBuilt
from engine.network import component_of_city
from engine.state import State
from tests.paths import GOLDEN

Steps = list[tuple[events.Event, State, State]]
"""Each event that counts with the state before and after it."""


def is_connected(board: engine.Board, tracks: Iterable[str], a: str, b: str) -> bool:
    """Whether these tracks connect two cities, as a ticket asks (B-12)."""
    parts = component_of_city(board, tracks)
    return a in parts and parts[a] == parts.get(b)


def steps_of(board: engine.Board, log: Sequence[events.Event]) -> Steps:
    lasting = set(engine.effective_seqs(log))
    found: Steps = []
    before = None
    for seq, (event, state) in enumerate(engine.replay_steps(board, log)):
        if seq in lasting:
            after = state.copy()
            found.append((event, before or after, after))
            before = after
    return found


@cache
def read(name: str) -> tuple[engine.Board, list[events.Event], Steps]:
    """A golden record, read once: board, log and steps, which nobody changes."""
    played = record.load_file(GOLDEN / f"{name}.jsonl")
    board, log = engine.load_board(played.header.board), played.events()
    return board, log, steps_of(board, log)


def network(state: State, side: Sequence[int]) -> list[str]:
    """The tracks that count for a side's tickets; at the end those lent to it, too (M-4)."""
    theirs = {track for seat, own in enumerate(state.claims) if seat not in side for track in own}
    scores = state.outcome.scores if state.outcome else ()
    lent = {one.track for score in scores if score.seats == side for one in score.stations or ()}
    return [track for track in state.owner if track not in theirs or track in lent]


def spaces(state: State, side: Sequence[int], ticket: str) -> int | None:
    """The fewest spaces that a ticket lacks, by relaxing all tracks until nothing changes."""
    board, own = state.board, set(network(state, side))
    card = board.tickets[ticket]
    far = dict.fromkeys(card.near_cities, 0)
    changed = True
    while changed:
        changed = False
        for track in [*own, *state.open_tracks.by_id]:
            at = board.tracks[track]
            cost = 0 if track in own else at.length
            for a, b in ((at.a, at.b), (at.b, at.a)):
                if a in far and far[a] + cost < far.get(b, 1000):
                    far[b] = far[a] + cost
                    changed = True
    return min((far[city] for city in card.far_cities if city in far), default=None)


def held(state: State, side: Sequence[int]) -> list[str]:
    rack = state.ticket_racks[state.team_of[side[0]]] if state.teams else []
    return [*(ticket for seat in side for ticket in state.tickets[seat]), *rack]


def is_done(state: State, side: Sequence[int], ticket: str) -> bool:
    card = state.board.tickets[ticket]
    tracks = network(state, side)
    return any(
        is_connected(state.board, tracks, near, far)
        for near in card.near_cities
        for far in card.far_cities
    )


def leads(steps: Steps) -> list[tuple[int, tuple[int, ...]]]:
    """Each time that another side is alone ahead, from the points in the events alone."""
    points: dict[tuple[int, ...], int] = {}
    found: list[tuple[int, tuple[int, ...]]] = []
    for event, _, state in steps:
        for side in state.teams or tuple((seat,) for seat in state.order):
            points.setdefault(side, 0)
            if isinstance(event, RouteClaimed | TunnelBuilt) and event.seat in side:
                points[side] += worth(event)
        first = [side for side in points if points[side] == max(points.values())]
        if len(first) == 1 and [side for _, side in found[-1:]] != first:
            found.append((state.turn, first[0]))
    return found


def waits(steps: Steps) -> dict[int, int]:
    """The most turns in a row without trains, by seat."""
    turns: dict[int, list[bool]] = {}
    for event, _before, _ in steps:
        if isinstance(event, events.TurnStarted):
            turns.setdefault(event.seat, []).append(False)
        elif isinstance(event, RouteClaimed | BulletTrainPlaced | TunnelBuilt):
            turns[event.seat][-1] = True
    # The turn in which a director ended the game is none.
    last = steps[-1][2]
    if last.turn_seat is not None and turns.get(last.turn_seat):
        turns[last.turn_seat].pop()
    found = {}
    for seat, laid in turns.items():
        text = "".join("x" if was else "-" for was in laid)
        found[seat] = max(len(run) for run in text.split("x"))
    return found


def check(fact: facts.Fact, steps: Steps, log: Sequence[events.Event]) -> None:
    """Fail unless a fact is true."""
    last = steps[-1][2]
    board, outcome = last.board, last.outcome
    laying = [
        step
        for step in steps
        if isinstance(step[0], RouteClaimed | BulletTrainPlaced | TunnelBuilt)
    ]
    match fact:
        case facts.KeptTickets(seats, count, alike):
            (kept,) = [e.kept for e, _, _ in steps if isinstance(e, events.ChoicesRevealed)]
            assert count == max(kept)
            assert [seat for seat in range(last.seats) if kept[seat] == count] == list(seats)
            assert alike == (len(set(kept)) == 1)
        case facts.FirstTracks(seat, track, turn, bullet):
            event, _, state = laying[0]
            assert (event.seat, event.track, state.turn) == (seat, track, turn)
            assert bullet == isinstance(event, BulletTrainPlaced)
        case facts.FirstCompleted(side, ticket, turn):
            assert any(
                state.turn == turn and ticket in held(state, side) and is_done(state, side, ticket)
                for _, _, state in steps
            )
            sides = last.teams or tuple((seat,) for seat in last.order)
            for _, _, state in steps:
                if state.turn < turn:
                    assert not any(
                        is_done(state, other, card)
                        for other in sides
                        for card in held(state, other)
                    )
        case facts.DearestClaim(seat, track, points, cards, turn):
            claims = [e for e, _, _ in steps if isinstance(e, RouteClaimed | TunnelBuilt)]
            assert points == max(worth(claim) for claim in claims)
            (claim,) = [claim for claim in claims if claim.track == track]
            assert (claim.seat, worth(claim)) == (seat, points)
            extra = sum(
                before.tunnel.asks
                for event, before, _ in steps
                if isinstance(event, TunnelBuilt) and event.track == track and before.tunnel
            )
            named = len(claim.cards) if isinstance(claim, RouteClaimed) else 0
            assert cards == (named or board.tracks[track].length + extra)
            assert [s.turn for e, _, s in laying if e.track == track] == [turn]
        case facts.Blocked(seat, track, side, ticket, least, most, completed, turn):
            ((event, before, after),) = [step for step in laying if step[0].track == track]
            assert (event.seat, after.turn) == (seat, turn)
            assert seat not in side
            assert ticket in held(before, side)
            assert spaces(before, side, ticket) == least > 0
            assert spaces(after, side, ticket) == most
            assert most is None or most > least
            assert completed == is_done(last, side, ticket)
        case facts.TunnelDecided(seat, track, asks, built, turn):
            ends = [
                (before.tunnel.asks, isinstance(event, TunnelBuilt))
                for event, before, state in steps
                if isinstance(event, TunnelBuilt | events.TunnelWithdrawn)
                and before.tunnel
                and (event.seat, event.track, state.turn) == (seat, track, turn)
            ]
            assert ends == [(asks, built)]
            assert asks > 0
        case facts.LongWait(seat, turns, _):
            assert turns == waits(steps)[seat] == max(waits(steps).values())
        case facts.FullHand(seat, cards, turn):
            # Cards that are put back into a hand from a tunnel were in it before.
            assert cards == max(sum(hand.values()) for _, _, s in steps for hand in s.hands)
            assert any(sum(s.hands[seat].values()) == cards for _, _, s in steps if s.turn == turn)
        case facts.RowCleared(times):
            assert times == sum(isinstance(event, events.RowFlushed) for event, _, _ in steps) > 0
        case facts.LeadChanged(times, side, turn):
            assert times == len(leads(steps)) - 1 > 0
            assert leads(steps)[-1] == (turn, side)
        case facts.NeverCaught(side, turn):
            assert leads(steps) == [(turn, side)]
        case facts.BulletsGone(seat, turn):
            assert board.bullet_trains
            placed = [step for step in laying if isinstance(step[0], BulletTrainPlaced)]
            event, _, state = placed[board.bullet_trains.supply - 1]
            assert (event.seat, state.turn) == (seat, turn)
        case facts.TookBack(times):
            assert times == sum(isinstance(event, events.TakenBack) for event in log) > 0
        case facts.FinalRound(seat, turn):
            (found,) = [
                (e.last, s.turn) for e, _, s in steps if isinstance(e, events.FinalRoundStarted)
            ]
            assert found == (seat, turn)
        case facts.RanDry(turn):
            assert outcome
            assert outcome.reason == "passes"
            assert turn == last.turn
        case facts.LongestPath(sides, length, points):
            assert outcome
            assert points == board.bonuses.longest > 0
            assert length == max(score.longest for score in outcome.scores) > 0
            assert sides == tuple(s.seats for s in outcome.scores if s.longest == length)
        case facts.MostConnected(sides, cities, points):
            assert outcome
            assert points == board.bonuses.most_connected > 0
            assert cities == max(score.connected or 0 for score in outcome.scores) > 0
            assert sides == tuple(s.seats for s in outcome.scores if s.connected == cities)
        case facts.MostCompleted(sides, completed, points):
            assert outcome
            assert points == board.bonuses.globetrotter > 0
            assert completed == max(score.completed for score in outcome.scores) > 0
            assert sides == tuple(s.seats for s in outcome.scores if s.completed == completed)
        case facts.MostTours(sides, tours, points):
            assert outcome
            assert points == max(score.grand_tour_bonus or 0 for score in outcome.scores) > 0
            assert tours == max(score.grand_tours or 0 for score in outcome.scores)
            assert sides == tuple(s.seats for s in outcome.scores if s.grand_tours == tours)
        case facts.MostProgress(sides, progress, points):
            assert outcome
            assert board.bullet_trains
            assert progress == max(last.progress)
            assert {seat for (seat,) in sides} == {
                seat for seat in range(last.seats) if last.progress[seat] == progress
            }
            assert all(s.bullet_bonus == points for s in outcome.scores if s.seats in sides)
        case facts.AllCompleted(side, count):
            assert count == len(held(last, side)) > 1
            assert all(is_done(last, side, ticket) for ticket in held(last, side))
        case facts.DearestFailed(side, ticket, points, lacks):
            assert ticket in held(last, side)
            assert not is_done(last, side, ticket)
            assert lacks == spaces(last, side, ticket)
            assert outcome
            assert points == max(-result.points for s in outcome.scores for result in s.tickets)
            assert points == board.tickets[ticket].points
        case facts.Decided(by, winner, other, routes, tickets):
            check_decided(last, by, winner, other, routes, tickets)
        case facts.Won(sides, total, behind, margin):
            assert outcome
            assert sides == tuple(s.seats for s in outcome.scores if s.place == 1)
            assert total == max(score.total for score in outcome.scores)
            rest = [s for s in outcome.scores if s.place != 1]
            assert behind == tuple(s.seats for s in rest if s.place == rest[0].place)
            assert margin == (total - rest[0].total if rest else 0)
        case facts.EndedEarly(turn):
            assert outcome is None
            assert turn == last.turn
        case _:
            raise AssertionError(fact)


def worth(claim: RouteClaimed | TunnelBuilt) -> int:
    """What a claim scored at once, mountains included (M-5)."""
    return claim.points + (getattr(claim, "mountain_points", 0) or 0)


def check_decided(
    last: State,
    by: str,
    winner: tuple[int, ...],
    other: tuple[int, ...],
    routes: tuple[int, int],
    tickets: tuple[int, int],
) -> None:
    assert last.outcome
    scores = {score.seats: score for score in last.outcome.scores}
    assert [score.seats for score in last.outcome.scores if score.place == 1] == [winner]
    gain = {side: sum(r.points for r in score.tickets) for side, score in scores.items()}
    laid = {side: sum(last.points[seat] for seat in side) for side in scores}
    assert routes == (laid[winner], laid[other])
    assert tickets == (gain[winner], gain[other])
    both = {side: laid[side] + gain[side] for side in scores}
    others = [side for side in scores if side != winner]

    def alone(points: dict[tuple[int, ...], int]) -> bool:
        return all(points[winner] > points[side] for side in others)

    totals = {side: score.total for side, score in scores.items()}
    match by:
        case "routes":
            assert alone(laid)
            assert alone(both)
            assert alone(totals)
        case "tickets":
            assert not alone(laid)
            assert alone(both)
            assert alone(totals)
            assert laid[other] >= laid[winner]
        case "bonuses":
            assert not alone(both)
            assert alone(totals)
            assert both[other] >= both[winner]
        case "completed":
            assert totals[winner] == totals[other]
            assert scores[winner].completed > scores[other].completed
        case _:
            assert totals[winner] == totals[other]
            assert scores[winner].completed == scores[other].completed
            first, second = scores[winner], scores[other]
            assert {
                "longest path": first.longest > second.longest,
                "mountain tracks": (first.mountains or 0) > (second.mountains or 0),
                "fewest stations": len(first.stations or ()) < len(second.stations or ()),
                "longest path bonus": first.longest_bonus > second.longest_bonus,
            }[by]


def check_story(steps: Steps, log: Sequence[events.Event], story: Story) -> None:
    for fact in story.all:
        check(fact, steps, log)
    assert set(story.best) <= set(story.all)
