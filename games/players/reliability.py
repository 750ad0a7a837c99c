"""Count from the logs who plays on time and who finishes games."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.absence.models import HandOver
from games.common.actors import CLOCK
from games.common.event_types import (
    DEADLINE_MISSED,
    MISS_COUNTED,
    MISS_EXCUSED,
    SEAT_KEPT,
    SEAT_OPENED,
    SEAT_REPLACED,
)
from games.log.due import CONDUCT, due_logs, note_changed_games
from games.log.models import Event
from games.players.models import ReliabilityRecord
from games.players.rating import Progress, starters
from games.players.sums import change_sums, lock_sums, recount_sums
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)


TURN_STARTED: Final = "game.turn_started"
COUNTED: Final = (
    TURN_STARTED,
    DEADLINE_MISSED,
    MISS_EXCUSED,
    MISS_COUNTED,
    SEAT_OPENED,
    SEAT_KEPT,
    SEAT_REPLACED,
)
"""The relevant event types, besides all events that an action caused."""


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """The relevant part of an event; ``seat`` is that of the action that caused it."""

    seq: int
    actor: str
    type: str
    data: Mapping[str, Any]
    seat: int | None


@dataclass(slots=True)
class Tally:
    """The turns of one person in one game."""

    answered: int = 0
    missed: int = 0
    excused: int = 0


class SeatHolders:
    """The holder of each seat over time: a person's id, or None for a bot or somebody erased."""

    def __init__(
        self, began: Mapping[int, int | None], moves: Sequence[tuple[int, int, int | None]]
    ) -> None:
        """``moves`` are (number of the seat, seq, who took it), in the order of the log."""
        self._began = began
        self._moves = moves

    def at(self, seat: int, seq: int) -> int | None:
        """The holder of a seat when event ``seq`` was written."""
        person = self._began.get(seat)
        for number, moved, taker in self._moves:
            if number == seat and moved < seq:
                person = taker
        return person

    def last(self) -> set[int]:
        """The holders of the seats now."""
        held = dict(self._began)
        held.update((number, taker) for number, _seq, taker in self._moves)
        return {person for person in held.values() if person is not None}

    def ever(self) -> set[int]:
        """Everybody who held a seat."""
        takers = [taker for _number, _seq, taker in self._moves]
        return {person for person in [*self._began.values(), *takers] if person is not None}


def tally(lines: Iterable[CountedEvent], holders: SeatHolders) -> dict[int, Tally]:
    """The turns that each person answered or missed.

    All decisions of a seat between the starts of two turns are one turn; it is missed if the clock
    moved in any part of it. An excuse names the decision that ran out of time, and so does its
    withdrawal. While a seat looks for a substitute, a miss counts for nobody.

    >>> lines = [
    ...     CountedEvent(1, "0", "game.tickets_chosen", {}, 0),
    ...     CountedEvent(2, "1", "game.turn_started", {"seat": 1}, None),
    ...     CountedEvent(3, "clock", "table.deadline_missed", {"seat": 1}, None),
    ... ]
    >>> tally(lines, SeatHolders({0: 7, 1: 8}, []))
    {7: Tally(answered=1, missed=0, excused=0), 8: Tally(answered=0, missed=1, excused=0)}
    """
    turn = 0
    turns: dict[tuple[int, int], tuple[int, str]] = {}
    # The last number is the person's id, or None if the miss counts for nobody.
    misses: list[tuple[int, int, int | None]] = []
    excuses: dict[tuple[int, int], tuple[int, int, int | None, int]] = {}
    open_seats: set[int] = set()
    for line in lines:
        if line.type == TURN_STARTED:
            turn += 1
        if line.type == SEAT_OPENED:
            open_seats.add(line.data["seat"])
        elif line.type in (SEAT_KEPT, SEAT_REPLACED):
            open_seats.discard(line.data["seat"])
        elif line.type == DEADLINE_MISSED:
            seat = line.data["seat"]
            person = None if seat in open_seats else holders.at(seat, line.seq)
            misses.append((seat, line.seq, person))
            if person is not None:
                turns[seat, turn] = person, "missed"
        elif line.type == MISS_EXCUSED:
            seat, decision = line.data["seat"], line.data["decision"]
            # The clock moves once for a decision: the first time after it was opened.
            found = [miss for miss in misses if miss[0] == seat and miss[1] > decision][:1]
            for miss in found:
                misses.remove(miss)
                excuses[seat, decision] = *miss, -line.seq
                if miss[2] is not None:
                    turns[seat, -line.seq] = miss[2], "excused"
        elif line.type == MISS_COUNTED:
            excuse = excuses.pop((line.data["seat"], line.data["decision"]), None)
            if excuse is not None:
                misses.append(excuse[:3])
                misses.sort(key=lambda miss: miss[1])
                turns.pop((excuse[0], excuse[3]), None)
        elif line.seat is not None and line.actor != CLOCK:
            open_seats.discard(line.seat)
            person = holders.at(line.seat, line.seq)
            if person is not None:
                turns.setdefault((line.seat, turn), (person, "answered"))
    tallies = {person: Tally() for person in sorted(holders.ever())}
    for person, what in turns.values():
        setattr(tallies[person], what, getattr(tallies[person], what) + 1)
    return tallies


BUDGET: Final = 60.0
"""Seconds after which a run begins no further game."""
MOST: Final = 20_000
"""Games that a run takes up at most."""


def update_reliability(*, now: datetime, budget: float = BUDGET) -> int:
    """Count the games with new events; return how many it counted.

    After ``budget`` seconds the rest is left to the next run.
    """
    end = time.monotonic() + budget
    counted = 0
    note_changed_games(now=now)
    waiting = due_logs(CONDUCT)
    for pk in list(waiting.order_by("due_at").values_list("game", flat=True)[:MOST]):
        try:
            count_reliability_in(game=pk)
            counted += 1
        except Exception:  # one broken game must not stop the others
            logger.exception("The turns of the game with id %s could not be counted.", pk)
            # Behind the others.
            waiting.filter(game=pk).update(due_at=now)
        if time.monotonic() >= end:
            break
    return counted


def recompute_reliability(*, watch: Progress = lambda games, total: games) -> int:
    """Count every game again from its log, each in a transaction of its own; return how many.

    ``watch`` wraps the games and may show progress.
    """
    games = _with_people()
    total = games.count()
    for game in watch(games.order_by("pk").iterator(500), total):
        count_reliability_in(game=game.pk)
    with transaction.atomic():
        lock_sums()
        ReliabilityRecord.objects.exclude(game__in=games.values("pk")).delete()
    recount_sums()
    return total


@transaction.atomic
def count_reliability_in(*, game: int) -> None:
    """Count one game (an id) up to its last event, and update the sums of its people."""
    locked = Game.objects.select_for_update().defer("secret").get(pk=game)
    holders = _holders(locked)
    people = holders.ever()
    # Alone against bots nobody waits.
    counts = len(people) > 1
    tallies = tally(_lines(locked), holders) if counts else {person: Tally() for person in people}
    places = _places(locked)
    lock_sums()
    counted = ReliabilityRecord.objects.filter(game=locked)
    before = list(counted)
    counted.delete()
    after = [
        ReliabilityRecord(
            game=locked,
            person_id=person,
            seq=locked.version,
            answered=turns.answered,
            missed=turns.missed,
            excused=turns.excused,
            finished=_finished(locked, person in holders.last()) if counts else None,
            place=places.get(person),
            ended_at=locked.ended_at if person in places else None,
        )
        for person, turns in tallies.items()
    ]
    ReliabilityRecord.objects.bulk_create(after)
    change_sums(before, after)
    due_logs(CONDUCT).filter(game=locked).delete()


def _places(game: Game) -> dict[int, int | None]:
    """The places of the people who sat there at the end of a finished game."""
    if game.status != GameStatus.FINISHED:
        return {}
    seats = Seat.objects.filter(game=game, person__isnull=False)
    return dict(seats.values_list("person", "place"))


def _finished(game: Game, holds: bool) -> bool | None:
    """Whether a person played a game to its end, or left it; None if the game was voided."""
    if not holds:
        return False
    return True if game.status == GameStatus.FINISHED else None


def _with_people() -> QuerySet[Game]:
    seated = Seat.objects.filter(game=OuterRef("pk"), person__isnull=False)
    left = HandOver.objects.filter(seat__game=OuterRef("pk"), person_before__isnull=False)
    begun = Game.objects.filter(version__gte=0, practice=False).defer("secret")
    return begun.filter(Exists(seated) | Exists(left))


def _holders(game: Game) -> SeatHolders:
    moves = HandOver.objects.filter(seat__game=game).order_by("seq", "pk")
    return SeatHolders(
        starters(game), list(moves.values_list("seat__number", "seq", "person_after"))
    )


def _lines(game: Game) -> Iterator[CountedEvent]:
    rows = Event.objects.filter(Q(type__in=COUNTED) | Q(action__isnull=False), game=game)
    fields = rows.order_by("seq").values_list("seq", "actor", "type", "data", "action")
    for seq, actor, type_, data, action in fields.iterator(2000):
        yield CountedEvent(seq, actor, type_, data, action["seat"] if action else None)
