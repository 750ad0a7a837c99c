"""Read a log: the state it leads to, and its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

import engine
from engine import wire
from engine.events import TableEvent, TakenBack
from games.common import sql
from games.common.errors import LogError
from games.log import cache
from games.log.models import Event
from games.tables.models import Game


def _ends(game: int) -> QuerySet[Event, Any]:
    return Event.objects.filter(game=game).order_by("-seq").values_list("seq", "hash")


def _fields(game: int, after: int) -> QuerySet[Event, Any]:
    rows = Event.objects.filter(game=game, seq__gt=after).order_by("seq")
    return rows.values_list("seq", "at", "actor", "type", "version", "data", "action")


def _stored(game: int, until: int) -> QuerySet[Event, Any]:
    rows = Event.objects.filter(game=game, seq__lte=until).order_by("seq")
    return rows.values_list("type", "version", "data")


_last: Final = sql.PreparedValues(lambda game: _ends(game)[:1])
_last_until: Final = sql.PreparedValues(lambda game, at: _ends(game).filter(seq__lte=at)[:1])
_replayable: Final = sql.PreparedValues(_stored)
_lines: Final = sql.PreparedValues(_fields)


class LogLine(NamedTuple):
    """One event of a log, whole: redact it before anybody sees it."""

    seq: int
    at: datetime
    actor: str
    event: engine.Event
    action: engine.Action | None
    seat: int | None
    """The seat whose action caused this, on the first event of that action."""

    @property
    def begins(self) -> bool:
        """Whether no earlier line caused it, so that the game waited until then."""
        return self.action is not None or isinstance(self.event, TableEvent | TakenBack)


def load_locked(game: Game) -> engine.Game:
    """The state of a game whose row the caller has just locked.

    A locked row agrees with its log, so it says where the log ends.

    :raises LogError: like :func:`load`, and if the log ends elsewhere.
    """
    kept = cache.get(game.head)
    if kept is not None:
        return kept
    if not Event.objects.filter(game=game, seq=game.version, hash=game.head).exists():
        raise LogError(
            f"Event {game.version} of game {game} is missing or not the one that its row remembers."
            f" Run `manage.py verify_log {game}`; it says what to do."
        )
    return load(game, at=game.version)


def load_as_found(game: Game) -> engine.Game:
    """The state after the last event that the row of a game knows, if it is cached.

    That takes no query. Otherwise as :func:`load`, whose state may be a newer one. Others have
    the same object: the caller only reads it.

    :raises LogError: like :func:`load`.
    """
    kept = cache.peek(game.head) if game.horizon is None else None
    return load(game) if kept is None else kept


def load(game: Game, *, at: int | None = None) -> engine.Game:
    """The state of a started game, after its last event or after event ``at``.

    A row with a horizon has no event after it. The caller may change the state. It is
    complete: show people :func:`engine.view` of it.

    :raises LogError: if the game has no such event, or cannot be replayed by this program.
    """
    if game.horizon is not None:
        _check_horizon(game, at)
        at = game.horizon.seq if at is None else at
    last = _last.first(game.pk) if at is None else _last_until.first(game.pk, at)
    if last is None or (at is not None and last[0] != at):
        raise LogError(f"Game {game} has no event {0 if at is None else at}: it never came so far.")
    kept = cache.get(last[1])
    if kept is not None:
        return kept
    board = board_of(game)
    try:
        state = engine.replay(
            board, (wire.decode(*row) for row in _replayable.rows(game.pk, last[0]))
        )
    except (engine.RecordError, LookupError, TypeError, ValueError) as error:
        raise LogError(
            f"The log of game {game} cannot be replayed: {error} Update the program if the log is"
            f" newer than it; otherwise run `manage.py verify_log {game}`, which says what to do."
        ) from error
    cache.put(last[1], state.copy())
    return state


def _check_horizon(game: Game, at: int | None) -> None:
    if game.horizon is not None and at is not None and at > game.horizon.seq:
        raise LogError(f"Event {at} of game {game} is not shown to spectators yet.")


def keep(game: Game, state: engine.Game) -> None:
    """Cache the state after the last event of a game, so that it need not be replayed.

    The caller, who has the game locked, must not change the state afterwards.
    """
    cache.put(game.head, state)


def events(game: Game, *, after: int = -1, until: int | None = None) -> Iterator[LogLine]:
    """The lines of a log that follow event ``after``, up to event ``until``, oldest first.

    Those after the horizon of the row are left out.

    :raises LogError: at a line that this program cannot read.
    """
    rows: Iterable[Sequence[Any]]
    if game.horizon is not None:
        until = game.horizon.seq if until is None else min(until, game.horizon.seq)
    if until is None:
        rows = _lines.rows(game.pk, after)
    else:
        rows = _fields(game.pk, after).filter(seq__lte=until).iterator(2000)
    for seq, at, actor, type_, version, data, stored in rows:
        try:
            event = wire.decode(type_, version, data)
            cause = dict(stored) if stored else None
            seat = cause.pop("seat") if cause else None
            action = wire.decode_action(cause) if cause else None
        except (engine.RecordError, engine.InvalidAction, KeyError) as error:
            raise LogError(
                f"Event {seq} of game {game} cannot be read: {error} Update the program."
            ) from error
        yield LogLine(seq, at, actor, event, action, seat)


def board_of(game: Game) -> engine.Board:
    """The board of a game, with the same facts as when the game began.

    :raises LogError: if this program holds other facts, or newer rules are asked for.
    """
    try:
        board = engine.load_board(game.board)
    except engine.BoardError as error:
        raise LogError(f"Game {game} is played on a board that is missing: {error}") from error
    if board.digest != game.board_digest:
        raise LogError(
            f"Game {game} began with other facts of the board {board.name} than this program has."
            f" Put back engine/board/data/{board.key}.json with the digest {game.board_digest}."
        )
    return board
