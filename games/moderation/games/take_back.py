"""Take a game back to an earlier event (P-1), and show what that changed.

The public numbers of every side are there for everybody; cards and tickets only of the reader's
own seat, and of all once the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import engine
from games import log
from games.facts.seats import SeatNumbers, seat_numbers
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import AuditEntry, ModerationAction
from games.play.transaction import game_transaction
from games.tables.models import Game


@decision(ModerationAction.TAKE_BACK)
def take_back(at: Decision, *, to: int) -> DecisionOutcome:
    """Take back everything after event ``to`` of a game.

    Its event in the log names the seats that had seen something hidden, and every unseen pile is
    shuffled again. All players are notified of the changes that they may know: see
    :func:`differences`. Another take-back can repair one that went too far.

    :raises Refused: if there is no such moment. Nothing has changed.
    """
    with game_transaction(game=at.game, now=at.now) as locked:
        since = locked.game.version
        locked.take_back(to)
        learnt = _learnt(at.game, since)
        return DecisionOutcome(
            {"to": to, "from": since, "learnt": learnt, "until": locked.game.version}
        )


@decision(ModerationAction.TAKE_BACK)
def undo_take_back(at: Decision) -> DecisionOutcome:
    """Go back to the moment before the take-back to undo, which is still in the log."""
    to = at.undone.data["from"]
    with game_transaction(game=at.game, now=at.now) as locked:
        since = locked.game.version
        locked.take_back(to)
        return DecisionOutcome({"to": to, "from": since, "until": locked.game.version})


def _learnt(game: Game, since: int) -> list[int]:
    """The seats that had seen something hidden, as the log names them."""
    event = next(line.event for line in log.events(game, after=since))
    return list(getattr(event, "learnt", ()))


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A seat before and after a take-back."""

    seat: int
    before: SeatNumbers
    after: SeatNumbers


@dataclass(frozen=True, slots=True)
class TakeBackDifference:
    """``back`` are the tracks that are free again. The other two are about the reader's own seat.

    ``cards`` has how many of each kind came (above 0) or went; ``tickets`` those that went.
    """

    changes: tuple[SeatChange, ...]
    back: tuple[str, ...]
    cards: Mapping[str, int]
    tickets: tuple[str, ...]


def difference(game: Game, entry: AuditEntry, seat: int | None) -> TakeBackDifference:
    """The changes of a take-back, for a seat or, with None, for a spectator."""
    [found] = differences(game, [entry], seat)
    return found


def differences(
    game: Game, entries: Sequence[AuditEntry], seat: int | None
) -> list[TakeBackDifference]:
    """The changes of each of some take-backs of a game; the log is read once for all."""
    if not entries:
        return []
    wanted = {entry.data[end] for entry in entries for end in ("from", "until")}
    events = [line.event for line in log.events(game)]
    steps = engine.replay_steps(engine.load_board(game.board), events)
    views = {
        seq: engine.view(state, seat) for seq, (_event, state) in enumerate(steps) if seq in wanted
    }
    return [
        difference_of_views(views[entry.data["from"]], views[entry.data["until"]])
        for entry in entries
    ]


def difference_of_views(before: engine.View, after: engine.View) -> TakeBackDifference:
    """The difference of two views of one reader."""
    changes = []
    for seat in before.order:
        was, now = seat_numbers(before, seat), seat_numbers(after, seat)
        if was != now:
            changes.append(SeatChange(seat, was, now))
    own = before.seat
    return TakeBackDifference(
        changes=tuple(changes),
        back=tuple(track for track in before.owner if track not in after.owner),
        cards={} if own is None else _cards(before.hands[own], after.hands[own]),
        tickets=()
        if own is None
        else tuple(ticket for ticket in before.tickets[own] if ticket not in after.tickets[own]),
    )


def _cards(was: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    moved = {card: now.get(card, 0) - was.get(card, 0) for card in {**was, **now}}
    return {card: count for card, count in moved.items() if count}
