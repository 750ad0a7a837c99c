"""The review of a finished game: each decision of a seat against the best that a search finds.

Skill and luck are separated: ``lost`` is what a decision gave away by what the seat could know
then, ``luck`` what the draws that followed brought beyond expectation (docs/luck.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from math import sqrt
from typing import Any, Final, Self

from engine.board.model import Board
from engine.bots.answers import answer_of
from engine.bots.rollout import Candidate
from engine.bots.search import SEARCHED, Option, compare, option_of, ranked_by_margin
from engine.ending.luck import LuckWatch
from engine.ending.tickets import TicketWatch
from engine.errors import RecordError
from engine.events import Decision, Event, GameStarted
from engine.fold import EVENT_HANDLERS
from engine.game import Game, effective_seqs
from engine.view import View, view

REVIEW_PLAYOUTS: Final = 400
"""The playouts for a decision of a review."""
HINT_PLAYOUTS: Final = 1500
NOISE: Final = 2.0
"""A difference counts from this many of its standard errors on."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision of a finished game, what was chosen, and what the search thinks of it.

    ``seq`` is the number of the decision, ``at`` the seq of the event that answered it. ``options``
    are best first, the chosen one among them. ``lost`` are the points of the final margin that the
    choice gave away, 0.0 where that is no more than noise. ``luck`` are the useful cards beyond
    expectation that followed, up to the seat's next decision.
    """

    seq: int
    at: int
    seat: int
    turn: int
    kind: Decision
    chosen: Option
    options: tuple[Option, ...]
    lost: float
    luck: float

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]

    @property
    def mattered(self) -> bool:
        """Whether there was a better action by more than noise."""
        return self.lost > 0

    def as_data(self) -> dict[str, Any]:
        """The decision as plain data, to be stored as JSON."""
        facts = {field.name: getattr(self, field.name) for field in fields(self)}
        options = [option.as_data() for option in self.options]
        return {**facts, "chosen": self.options.index(self.chosen), "options": options}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The decision that :meth:`as_data` made this of."""
        options = tuple(Option.from_data(one) for one in data["options"])
        facts = {field.name: data[field.name] for field in fields(cls)}
        return cls(**{**facts, "chosen": options[data["chosen"]], "options": options})


def hint(seen: View, playouts: int = HINT_PLAYOUTS) -> list[Option]:
    """The best actions for the open decision of a view's seat, by expected margin.

    :raises ValueError: if the view is a spectator's, or its seat has nothing to decide.
    """
    return ranked_by_margin(seen, playouts)


def count_decisions(
    board: Board,
    events: Sequence[Event],
    seats: Collection[int] | None = None,
    *,
    after: int = -1,
) -> int:
    """The number of decisions that :func:`review` yields for these arguments."""
    return sum(1 for _, at, *_rest in _decisions(board, events, seats) if at > after)


def review(
    board: Board,
    events: Sequence[Event],
    *,
    seats: Collection[int] | None = None,
    playouts: int = REVIEW_PLAYOUTS,
    after: int = -1,
) -> Iterator[ReviewedDecision]:
    """The decisions of these seats (all by default) in order of the log, one after the other.

    ``events`` is the whole log of a game. Decisions without a choice are left out, and what was
    taken back; so are those answered up to event ``after``, which were reviewed before. The same
    log and number of playouts give the same review.

    :raises RecordError: if the log does not begin with the start of a game.
    """
    lucks = _luck_after(board, events)
    for seq, at, seat, action, seen in _decisions(board, events, seats):
        if at <= after:
            continue
        candidates = compare(seen, playouts, also=[action], seed="review")
        place = [candidate.action for candidate in candidates].index(action)
        options = tuple(option_of(candidate) for candidate in candidates)
        yield ReviewedDecision(
            seq=seq,
            at=at,
            seat=seat,
            turn=seen.turn,
            kind=seen.pending[seat],
            chosen=options[place],
            options=options,
            lost=_lost(candidates[0], candidates[place]),
            luck=round(lucks[at], 3),
        )


def _lost(best: Candidate, chosen: Candidate) -> float:
    """The points that a choice gave away, world by world; 0.0 where that may be noise."""
    pairs = zip(best.margins, chosen.margins, strict=False)
    leads = [float(better - worse) for better, worse in pairs]
    count = len(leads)
    if count < 2:
        return 0.0
    mean = sum(leads) / count
    error = sqrt(sum((lead - mean) ** 2 for lead in leads) / (count * (count - 1)))
    return round(mean, 2) if mean > NOISE * error else 0.0


def _decisions(
    board: Board, events: Sequence[Event], seats: Collection[int] | None
) -> Iterator[tuple[int, int, int, Any, View]]:
    """Each decision with a choice: its number, the seq of its answer, seat, action, view."""
    game = _start(board, events)
    for seq in effective_seqs(events):
        event = events[seq]
        answer = answer_of(event, game)
        if answer is not None and (seats is None or answer[0] in seats):
            seat, action = answer
            if game.pending.get(seat) in SEARCHED:
                seen = view(game, seat)
                if seen.legal_actions().count() > 1:
                    yield game.decision_seqs[seat], seq, seat, action, seen
        game.seq = seq
        EVENT_HANDLERS[type(event)](game, event)


def _luck_after(board: Board, events: Sequence[Event]) -> dict[int, float]:
    """For each event that answers a decision the luck of its seat until that one's next answer."""
    game = _start(board, events)
    tickets = TicketWatch(board)
    watch = LuckWatch(tickets)
    last: dict[int, tuple[int, float]] = {}
    found: dict[int, float] = {}
    for seq in effective_seqs(events):
        event = events[seq]
        answer = answer_of(event, game)
        if answer is not None:
            seat = answer[0]
            (luck,) = watch.lucks([seat])
            if seat in last:
                found[last[seat][0]] = float(luck.surplus) - last[seat][1]
            last[seat] = seq, float(luck.surplus)
        watch.before(event, game)
        tickets.before(event, game)
        game.seq = seq
        EVENT_HANDLERS[type(event)](game, event)
        tickets.after(event, game)
    for seat, (at, before) in last.items():
        (luck,) = watch.lucks([seat])
        found[at] = float(luck.surplus) - before
    return found


def _start(board: Board, events: Sequence[Event]) -> Game:
    first = next(iter(events), None)
    if not isinstance(first, GameStarted):
        raise RecordError("A game's events must begin with game.started.")
    return Game(board, len(first.order))
