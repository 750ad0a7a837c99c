"""Awards: small distinctions at the end of a game. Each is computed, and each names one side.

Of equals the one that came first has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.ending.chronicle import Chronicle
from engine.ending.luck import Luck
from engine.ending.tickets import Side, TicketEnd


class AwardKind(StrEnum):
    """The kinds of award."""

    DEAREST_CLAIM = "dearest claim"
    """The claim of the most points, of equals that of the most cards."""
    CLOSEST_TICKET = "closest ticket"
    """The ticket that failed by the fewest spaces, of equals the dearer one."""
    LAST_TICKET = "last ticket"
    """The ticket that was completed last, where none failed with a way left."""
    FIRST_TICKET = "first ticket"
    """The ticket that was completed first."""
    LUCK = "luck"
    """The most useful cards beyond expectation, tunnels included (:mod:`engine.ending.luck`)."""
    LONGEST_WAIT = "longest wait"
    """The most turns in a row without laying anything."""
    FULLEST_HAND = "fullest hand"
    """The most cards in a hand at once."""


ON_THE_BOARD = frozenset({AwardKind.DEAREST_CLAIM, AwardKind.LONGEST_WAIT})
"""The awards that tell nothing of tickets or of hands."""


@dataclass(frozen=True, slots=True)
class Award:
    """An award with what it is for; fields that do not belong to its kind are empty."""

    kind: AwardKind
    side: Side
    track: str = ""
    ticket: str = ""
    points: int = 0
    cards: int = 0
    spaces: int = 0
    turns: int = 0
    turn: int = 0
    luck: Luck | None = None


LONG_WAIT = 4
FULL_HAND = 10


def awards_of(
    chronicle: Chronicle, ends: Sequence[TicketEnd], lucks: Sequence[Luck]
) -> tuple[Award, ...]:
    """The awards of a finished game, in the order in which they are shown."""
    return tuple(_awards(chronicle, ends, lucks))


def _awards(
    chronicle: Chronicle, ends: Sequence[TicketEnd], lucks: Sequence[Luck]
) -> Iterator[Award]:
    if chronicle.laid:
        dear = max(chronicle.laid, key=lambda laid: (laid.points, laid.cards))
        yield Award(
            AwardKind.DEAREST_CLAIM,
            (dear.seat,),
            track=dear.track,
            points=dear.points,
            cards=dear.cards,
            turn=dear.turn,
        )
    yield from _tickets(ends)
    if lucks:
        lucky = max(lucks, key=lambda luck: luck.surplus)
        if lucky.surplus > 0:
            yield Award(AwardKind.LUCK, (lucky.seat,), luck=lucky)
    wait = max(chronicle.waits.values(), key=lambda wait: wait.turns, default=None)
    if wait and wait.turns >= LONG_WAIT:
        yield Award(AwardKind.LONGEST_WAIT, (wait.seat,), turns=wait.turns, turn=wait.turn)
    hand = max(chronicle.hands.values(), key=lambda hand: hand.cards, default=None)
    if hand and hand.cards >= FULL_HAND:
        yield Award(AwardKind.FULLEST_HAND, (hand.seat,), cards=hand.cards, turn=hand.turn)


def _tickets(ends: Sequence[TicketEnd]) -> Iterator[Award]:
    close = [end for end in ends if not end.completed and end.spaces is not None]
    done = sorted((end for end in ends if end.order is not None), key=lambda end: end.order or 0)
    if close:
        best = min(close, key=lambda end: (end.spaces, -end.points))
        yield Award(
            AwardKind.CLOSEST_TICKET,
            best.side,
            ticket=best.ticket,
            points=best.points,
            spaces=best.spaces or 0,
        )
    elif len(done) > 1:
        yield _completed(AwardKind.LAST_TICKET, done[-1])
    if done:
        yield _completed(AwardKind.FIRST_TICKET, done[0])


def _completed(kind: AwardKind, end: TicketEnd) -> Award:
    return Award(kind, end.side, ticket=end.ticket, points=end.points, turn=end.turn or 0)
