"""What a take-back changed, as far as a reader may know it.

The public numbers of every side are there for everybody; cards and tickets only of the reader's
own seat, and of all once the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import engine
from games import log
from games.moderation.models import AuditEntry
from games.tables.models import Game


@dataclass(frozen=True, slots=True)
class Numbers:
    """What everybody sees of a seat."""

    points: int
    trains: int
    cards: int
    tickets: int


@dataclass(frozen=True, slots=True)
class Change:
    """A seat before and after a take-back."""

    seat: int
    before: Numbers
    after: Numbers


@dataclass(frozen=True, slots=True)
class Difference:
    """``back`` are the tracks that are free again. The other two are of the reader's own seat.

    ``cards`` has how many of each kind came (above 0) or went; ``tickets`` those that went.
    """

    changes: tuple[Change, ...]
    back: tuple[str, ...]
    cards: Mapping[str, int]
    tickets: tuple[str, ...]


def difference(game: Game, entry: AuditEntry, seat: int | None) -> Difference:
    """Gets what a take-back changed, for a seat or, with None, for a spectator."""
    [found] = differences(game, [entry], seat)
    return found


def differences(game: Game, entries: Sequence[AuditEntry], seat: int | None) -> list[Difference]:
    """Gets what each of some take-backs of a game changed; the log is read once for all."""
    if not entries:
        return []
    wanted = {entry.data[end] for entry in entries for end in ("from", "until")}
    told = [line.event for line in log.events(game)]
    steps = engine.steps(engine.load_board(game.board), told)
    views = {
        seq: engine.view(state, seat) for seq, (_event, state) in enumerate(steps) if seq in wanted
    }
    return [between(views[entry.data["from"]], views[entry.data["until"]]) for entry in entries]


def between(before: engine.View, after: engine.View) -> Difference:
    """Gets the difference of two views of one reader."""
    changes = []
    for seat in before.order:
        was, now = _numbers(before, seat), _numbers(after, seat)
        if was != now:
            changes.append(Change(seat, was, now))
    own = before.seat
    return Difference(
        changes=tuple(changes),
        back=tuple(track for track in before.owner if track not in after.owner),
        cards={} if own is None else _cards(before.hands[own], after.hands[own]),
        tickets=()
        if own is None
        else tuple(ticket for ticket in before.tickets[own] if ticket not in after.tickets[own]),
    )


def _numbers(view: engine.View, seat: int) -> Numbers:
    return Numbers(
        view.points[seat],
        view.trains[seat],
        view.hand_sizes[seat],
        view.ticket_counts[seat] or 0,
    )


def _cards(was: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    moved = {card: now.get(card, 0) - was.get(card, 0) for card in {**was, **now}}
    return {card: count for card, count in moved.items() if count}
