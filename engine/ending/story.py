"""The facts that the story of a game tells, in its order, about ten of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.board.model import TieBreak
from engine.ending import facts
from engine.ending.chronicle import Chronicle
from engine.ending.facts import Fact
from engine.ending.tickets import Block, Side, TicketEnd, TicketWatch
from engine.events import GameEnded, Score
from engine.scoring import measure
from engine.state import State

LONG_WAIT: Final = 6
"""Turns without trains from which on a wait is part of the story."""
FULL_HAND: Final = 12
FACTS: Final = 10
LEAST_MIDDLE: Final = 4
HIDDEN_FACTS: Final = (
    facts.KeptTickets
    | facts.FirstCompleted
    | facts.Blocked
    | facts.FullHand
    | facts.AllCompleted
    | facts.DearestFailed
    | facts.Decided
)
"""The facts that tell of tickets or of hands."""


@dataclass(frozen=True, slots=True)
class Story:
    """The facts of the beginning, of the course in order of time, and of the end.

    ``best`` are the two to show where there is no space for more.
    """

    opening: tuple[Fact, ...]
    course: tuple[Fact, ...]
    end: tuple[Fact, ...]
    best: tuple[Fact, ...]

    def best_on_board(self) -> tuple[Fact, ...]:
        """The two best of the facts that tell nothing of tickets or of hands."""
        others = [fact for fact in self.course if not isinstance(fact, HIDDEN_FACTS)]
        chosen = [fact for fact in self.best if not isinstance(fact, HIDDEN_FACTS)]
        return tuple(dict.fromkeys([*chosen, *others, *self.opening]))[:2]

    @property
    def all(self) -> tuple[Fact, ...]:
        """All facts in the order of the story."""
        return (*self.opening, *self.course, *self.end)


def story_of(
    state: State,
    chronicle: Chronicle,
    tickets: TicketWatch,
    ends: Sequence[TicketEnd],
    *,
    taken_back: int,
) -> Story:
    """The story of a game that is over; of one without an outcome, what everybody saw of it."""
    outcome = state.outcome
    opening = tuple(_opening(chronicle))
    end = tuple(_end(state, chronicle, ends)) if outcome else (facts.EndedEarly(state.turn),)
    found = list(_public_course(chronicle))
    if outcome:
        found += _ticket_course(tickets, ends)
    if taken_back:
        found.append((100, state.turn, facts.TookBack(taken_back)))
    space = max(LEAST_MIDDLE, FACTS - len(opening) - len(end))
    chosen = sorted(found, key=lambda entry: -entry[0])[:space]
    course = tuple(fact for _, _, fact in sorted(chosen, key=lambda entry: entry[1]))
    first = [fact for _, _, fact in chosen if not isinstance(fact, facts.TookBack)]
    last = [fact for fact in end if isinstance(fact, facts.Decided | facts.EndedEarly)]
    return Story(opening, course, end, (*first[:1], *(last or end[-1:])[:1]))


Weighted = tuple[float, int, Fact]
"""A fact of the course with its weight and the turn that it belongs to."""


def _opening(chronicle: Chronicle) -> Iterator[Fact]:
    if chronicle.kept:
        most = max(chronicle.kept)
        seats = tuple(seat for seat, kept in enumerate(chronicle.kept) if kept == most)
        yield facts.KeptTickets(seats, most, len(seats) == len(chronicle.kept))
    if chronicle.laid:
        first = chronicle.laid[0]
        yield facts.FirstTracks(first.seat, first.track, first.turn, first.kind == "bullet")


def _public_course(chronicle: Chronicle) -> Iterator[Weighted]:
    paid = [laid for laid in chronicle.laid if laid.points]
    if paid:
        dear = max(paid, key=lambda laid: (laid.points, laid.cards))
        yield (
            3 + dear.points / 4,
            dear.turn,
            facts.DearestClaim(dear.seat, dear.track, dear.points, dear.cards, dear.turn),
        )
    yield from _leads(chronicle)
    lost = [tunnel for tunnel in chronicle.tunnels if not tunnel.built]
    built = [tunnel for tunnel in chronicle.tunnels if tunnel.built]
    for weight, tunnels in ((6, lost), (3, built)):
        if tunnels:
            worst = max(tunnels, key=lambda tunnel: tunnel.asks)
            yield weight + worst.asks / 2, worst.turn, worst
    wait = max(chronicle.waits.values(), key=lambda wait: wait.turns, default=None)
    if wait and wait.turns >= LONG_WAIT:
        yield wait.turns / 2, wait.turn, wait
    hand = max(chronicle.hands.values(), key=lambda hand: hand.cards, default=None)
    if hand and hand.cards >= FULL_HAND:
        yield hand.cards / 5, hand.turn, hand
    if chronicle.bullets_gone is not None:
        builder = [laid for laid in chronicle.laid if laid.kind == "bullet"][-1]
        yield 5, builder.turn, facts.BulletsGone(builder.seat, builder.turn)
    if chronicle.flushes:
        # It has no turn of its own: it comes before all that has.
        yield min(5.0, chronicle.flushes), 0, facts.RowCleared(chronicle.flushes)


def _leads(chronicle: Chronicle) -> Iterator[Weighted]:
    if not chronicle.leads:
        return
    turn, side = chronicle.leads[-1]
    if len(chronicle.leads) == 1:
        yield 5, turn, facts.NeverCaught(side, turn)
    else:
        times = len(chronicle.leads) - 1
        yield 5 + min(3.0, times / 2), turn, facts.LeadChanged(times, side, turn)


def _ticket_course(tickets: TicketWatch, ends: Sequence[TicketEnd]) -> Iterator[Weighted]:
    if tickets.completions:
        ticket, side, turn, _seat = tickets.completions[0]
        yield 4, turn, facts.FirstCompleted(side, ticket, turn)
    completed = {(end.side, end.ticket) for end in ends if end.completed}
    held = {(end.side, end.ticket): end.points for end in ends}
    shown: set[Side] = set()

    def weight(block: Block) -> float:
        grown = 12 if block.after is None else min(10, block.after - block.before)
        points = held[block.side, block.ticket]
        failed = (block.side, block.ticket) not in completed
        return grown / 2 + points / 8 + 2 * failed - block.before / 4

    for block in sorted(tickets.blocks, key=lambda block: (-weight(block), block.turn)):
        if block.side in shown or len(shown) == 2:
            continue
        shown.add(block.side)
        fact = facts.Blocked(
            block.seat, block.track, block.side, block.ticket, block.before, block.after,
            (block.side, block.ticket) in completed, block.turn,
        )  # fmt: skip
        yield weight(block), block.turn, fact


def _end(state: State, chronicle: Chronicle, ends: Sequence[TicketEnd]) -> Iterator[Fact]:
    outcome = state.outcome
    assert outcome is not None
    if outcome.reason == "passes":
        yield facts.RanDry(state.turn)
    elif chronicle.final_round:
        turn, seat = chronicle.final_round
        yield facts.FinalRound(seat, turn)
    yield from _bonuses(outcome)
    failed = [end for end in ends if not end.completed]
    if failed:
        worst = max(failed, key=lambda end: end.points)
        yield facts.DearestFailed(worst.side, worst.ticket, worst.points, worst.spaces)
    full = [score for score in outcome.scores if 1 < score.completed == len(score.tickets)]
    if full:
        best = max(full, key=lambda score: score.completed)
        yield facts.AllCompleted(best.seats, best.completed)
    decided = decided_by(outcome.scores, state.board.tie_breaks)
    if decided:
        yield decided
    yield _won(outcome)


def _bonuses(outcome: GameEnded) -> Iterator[Fact]:
    paths = [score for score in outcome.scores if score.longest_bonus]
    if paths:
        yield facts.LongestPath(
            tuple(score.seats for score in paths), paths[0].longest, paths[0].longest_bonus
        )
    connected = [score for score in outcome.scores if score.connected_bonus]
    if connected:
        yield facts.MostConnected(
            tuple(score.seats for score in connected),
            connected[0].connected or 0,
            connected[0].connected_bonus or 0,
        )
    busiest = [score for score in outcome.scores if score.globetrotter_bonus]
    if busiest:
        yield facts.MostCompleted(
            tuple(score.seats for score in busiest),
            busiest[0].completed,
            busiest[0].globetrotter_bonus,
        )
    tours = max(score.grand_tours or 0 for score in outcome.scores)
    if tours:
        touring = [score for score in outcome.scores if score.grand_tours == tours]
        yield facts.MostTours(
            tuple(score.seats for score in touring), tours, touring[0].grand_tour_bonus or 0
        )
    furthest = max(score.progress for score in outcome.scores)
    if furthest:
        ahead = [score for score in outcome.scores if score.progress == furthest]
        yield facts.MostProgress(
            tuple(score.seats for score in ahead), furthest, ahead[0].bullet_bonus
        )


def decided_by(scores: Sequence[Score], tie_breaks: Sequence[TieBreak]) -> facts.Decided | None:
    """The fact that decided the game for its only winner; None where the victory is shared."""
    winner, *others = scores
    if not others or others[0].place == 1:
        return None

    def rivals(points: dict[tuple[int, ...], int]) -> list[Score]:
        return [other for other in others if points[other.seats] >= points[winner.seats]]

    on_board = {score.seats: _board_points(score) for score in scores}
    with_tickets = {score.seats: _board_points(score) + _ticket_points(score) for score in scores}
    totals = {score.seats: score.total for score in scores}
    by: facts.DecidedBy
    if level := rivals(totals):
        rival = level[0]
        by = _breaking(winner, rival, tie_breaks)
    elif not rivals(on_board) and not rivals(with_tickets):
        rival, by = others[0], "routes"
    elif rivals(with_tickets):
        rival, by = (
            max(rivals(with_tickets), key=lambda score: with_tickets[score.seats]),
            "bonuses",
        )
    else:
        rival, by = max(rivals(on_board), key=_board_points), "tickets"
    return facts.Decided(
        by,
        winner.seats,
        rival.seats,
        (_board_points(winner), _board_points(rival)),
        (_ticket_points(winner), _ticket_points(rival)),
    )


def _breaking(winner: Score, rival: Score, tie_breaks: Sequence[TieBreak]) -> facts.DecidedBy:
    """What ranked the winner before a rival with as many points (B-13)."""
    if winner.completed > rival.completed:
        return "completed"
    return next(one for one in tie_breaks if measure(winner, one) > measure(rival, one))


def _board_points(score: Score) -> int:
    """The points scored on the board before the end, those of mountains included (M-5)."""
    return score.routes + (score.mountain_bonus or 0)


def _ticket_points(score: Score) -> int:
    return sum(result.points for result in score.tickets)


def _won(outcome: GameEnded) -> facts.Won:
    first = [score for score in outcome.scores if score.place == 1]
    behind = [score for score in outcome.scores if score.place != 1]
    following = [score for score in behind if score.place == behind[0].place]
    return facts.Won(
        tuple(score.seats for score in first),
        first[0].total,
        tuple(score.seats for score in following),
        first[0].total - following[0].total if following else 0,
    )
