"""The transaction in which a game changes: lock, compare, decide, append, update projections,
notify.

Decision 178 says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any, Final, TypeAlias, TypeVar, cast

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine.bots import BOTS
from engine.bots.levels import LEVELS
from engine.events import TableEvent
from games import log
from games.clock.core.game_calendars import has_vacations
from games.common import log_context, sql
from games.common.actors import CLOCK, DIRECTOR, TABLE
from games.common.errors import Refused, SeatLost, Stale
from games.common.event_types import BRANCHED
from games.common.handlers import on_game_taken_back
from games.common.jobs import RESULTS_TASK, send_delayed, send_on_commit
from games.common.metrics import MOVES
from games.notifications import outbox
from games.notifications.channels import public_endpoint
from games.play.projections import update_projections
from games.play.refusals import refusal_sentence
from games.tables.models import Game, GameStatus, Seat

BOTS_TASK: Final = "games.play_bots"
THINK_TASK: Final = "games.think_for_bots"
QUICK_BOTS: Final = frozenset(BOTS) - {level.name for level in LEVELS.values() if level.playouts}
"""Bots that answer within a request. All others search in a worker: games/play/bot_queue.py."""
# The request with the move lets the bots answer by itself; a worker at once would only collide.
HEAD_START: Final = timedelta(seconds=2)
T = TypeVar("T")
Cause: TypeAlias = tuple[str, tuple[int, engine.Action] | None]
"""The actor of events, and the seat and the action that caused them."""

_lock: Final = sql.PreparedQuery(lambda pk: Game.objects.select_for_update().filter(pk=pk))
_seats: Final = sql.PreparedQuery(
    lambda pk: (
        Seat.objects.filter(game_id=pk)
        .annotate(has_vacations=has_vacations(), is_public=public_endpoint())
        .order_by("number")
    )
)


class LockedGame:
    """A game whose row is locked, with its state; changes are written to the log at once."""

    def __init__(self, game: Game, state: engine.Game | None, now: datetime) -> None:
        self.game = game
        self.now = now
        self.events: list[engine.Event] = []
        self.movers: dict[int, str] = {}
        self.acted: list[tuple[int, str]] = []
        if state is not None:
            self.state = state
        self.pending_before: Mapping[int, str] = state.pending.copy() if state else {}

    @cached_property
    def seats(self) -> list[Seat]:
        """The rows of the seats in order, read at the first access."""
        return cast("list[Seat]", _seats.rows(self.game.pk))

    @property
    def has_vacations(self) -> bool:
        """Whether anybody at the table had a vacation at that time."""
        seats: list[Any] = self.seats
        return any(seat.has_vacations for seat in seats)

    def seat(self, number: int) -> Seat:
        """The row of one seat."""
        return next(seat for seat in self.seats if seat.number == number)

    @cached_property
    def chance(self) -> engine.Chance:
        """The source of the shuffles, made when needed: few moves shuffle."""
        return chance_of(self.game)

    def shuffle(self, items: list[T], number: int) -> list[T]:
        """The items in the order of a shuffle of this game."""
        return self.chance.shuffle(items, number)

    def start(self, events: Sequence[engine.Event]) -> None:
        """Start the game with these events."""
        self.state = engine.replay(engine.load_board(self.game.board), events)
        self._append(events, TABLE, None)

    def start_from(self, past: Sequence[log.LogLine], origin: dict[str, object]) -> None:
        """Start the game with the past of another one and with newly shuffled decks.

        ``origin`` names that game. The past has no events of the table or take-backs.
        """
        self.state = engine.replay(
            engine.load_board(self.game.board), [line.event for line in past]
        )
        for (actor, action), events in _causes(past):
            self._append(events, actor, action)
        self.append_table_event(BRANCHED, origin, TABLE)
        self._append([engine.reshuffle(self.state, self)], TABLE, None)

    def check_open(self, seat: int, decision: int) -> None:
        """Check that a decision of a seat is still open.

        :raises Stale: if it is closed.
        """
        if self.state.decision_seqs.get(seat) != decision:
            raise Stale

    def check_holder(self, seat: int, *, person: int | None, bot: str) -> None:
        """Check that a seat still has the person with this id or, with None, this bot.

        :raises SeatLost: if it has another holder by now.
        """
        row = self.seat(seat)
        if (row.person_id, row.bot) != (person, bot):
            raise SeatLost

    def play(self, seat: int, action: engine.Action, actor: str) -> None:
        """Carry an action out.

        :raises IllegalAction: before anything has changed.
        """
        self._append(self.state.play(seat, action, self), actor, (seat, action))
        self.movers[seat] = actor
        self.acted.append((seat, actor))

    def append_table_event(self, type_: str, data: dict[str, object], actor: str) -> None:
        """Write an event of the table (``table.…``) into the log."""
        event = TableEvent(type_, data)
        self.state.apply(event)
        self._append([event], actor, None)

    def take_back(self, to: int) -> None:
        """Take back everything after event ``to``, as a director (P-1).

        Every open decision gets a new number and a new start; everybody who must decide is
        notified.

        :raises Refused: if the game cannot go back to that event. Nothing has changed.
        """
        past = [line.event for line in log.events(self.game)]
        try:
            state, events = engine.take_back(self.state.board, past, to, self)
        except engine.IllegalAction as error:
            raise Refused(
                refusal_sentence(error.message, error.params, self.state.board)
            ) from error
        self.state = state
        self.pending_before = {}
        for seat in self.seats:
            on_game_taken_back(seat, self.now)
            seat.opened_at = None
        self._append(events, DIRECTOR, None)

    def turn_continues(self, seat: int, turn: int) -> bool:
        """Whether turn number ``turn`` waits for another decision of this seat (P-1)."""
        state = self.state
        return state.turn == turn and state.turn_seat == seat and seat in state.decision_seqs

    def _append(
        self,
        events: Sequence[engine.Event],
        actor: str,
        action: tuple[int, engine.Action] | None,
    ) -> None:
        log.append(game=self.game, events=events, actor=actor, action=action, now=self.now)
        self.events += events


@contextmanager
def game_transaction(*, game: Game, now: datetime, start: bool = False) -> Iterator[LockedGame]:
    """Lock a game for the caller to act at its table, all in one transaction.

    If the block succeeds with changes, rows and outbox follow. If it raises, everything is rolled
    back.

    :raises Refused: if nobody can move in this game now.
    """
    log_context.about_game(game.pk)
    with transaction.atomic():
        (row,) = _lock.rows(game.pk)
        _check(row, GameStatus.OPEN if start else GameStatus.RUNNING)
        locked = LockedGame(row, None if start else log.load_locked(row), now)
        yield locked
        if locked.events:
            bots = update_projections(
                game=row,
                seats=locked.seats,
                state=locked.state,
                movers=locked.movers,
                has_vacations=locked.has_vacations,
                now=now,
            )
            if not row.practice:
                outbox.notify_events(
                    seats=locked.seats,
                    state=locked.state,
                    before_pending=locked.pending_before,
                    events=locked.events,
                    now=now,
                )
            log.keep(row, locked.state)
            transaction.on_commit(partial(_count_moves, locked), robust=True)
            # A bot that had a decision before is being asked already.
            fresh = bots - locked.pending_before.keys()
            ask_bots(row, [locked.seat(number).bot for number in fresh], wait=HEAD_START)
            if locked.state.outcome is not None and not row.practice:
                send_on_commit(RESULTS_TASK)


def _count_moves(locked: LockedGame) -> None:
    for seat, actor in locked.acted:
        by = "clock" if actor == CLOCK else "bot" if locked.seat(seat).bot else "player"
        MOVES.labels(locked.game.board, by).inc()


def ask_bots(game: Game, bots: Iterable[str], *, wait: timedelta = timedelta(0)) -> None:
    """Ask workers to let these bots of a game decide; the quick ones after a wait."""
    bots = set(bots)
    if bots & QUICK_BOTS:
        send_delayed(BOTS_TASK, game.pk, wait=wait)
    if bots - QUICK_BOTS:
        send_on_commit(THINK_TASK)


def chance_of(game: Game) -> engine.Chance:
    """The source of the shuffles of a game."""
    contributions = game.seats.order_by("number").values_list("contribution", flat=True)
    return engine.Chance(bytes(game.secret), list(contributions))


def _causes(past: Sequence[log.LogLine]) -> Iterator[tuple[Cause, list[engine.Event]]]:
    """Split the lines of a log into runs with one cause each."""
    cause: Cause = (TABLE, None)
    events: list[engine.Event] = []
    for line in past:
        begins = line.action is not None and line.seat is not None
        if events and (begins or line.actor != cause[0]):
            yield cause, events
            events = []
        if not events:
            acted = (line.seat, line.action) if line.action and line.seat is not None else None
            cause = (line.actor, acted)
        events.append(line.event)
    if events:
        yield cause, events


def _check(game: Game, wanted: GameStatus) -> None:
    if game.status != wanted:
        raise Refused(_why_not(game.status))
    if game.rules_version not in engine.RULES:
        raise Refused(
            _(
                "This game needs version %(wanted)s of the rules, and this site runs "
                "version %(have)s. Please tell the administrators; nothing in the game "
                "is lost."
            )
            % {"wanted": game.rules_version, "have": engine.RULES_VERSION}
        )


def _why_not(status: str) -> str:
    if status == GameStatus.OPEN:
        return _("This game has not begun: it is waiting for more players.")
    if status == GameStatus.RUNNING:
        return _("This game has already begun.")
    if status == GameStatus.CANCELLED:
        return _("This game was cancelled before it began. Find another in the lobby.")
    return _("This game is over. You can still see its result and log on its page.")
