"""Replay of a stored game, compared with its rows, without locks: for checks of many games."""

from __future__ import annotations

from django.db import connection

import engine
from engine import wire
from games.common.errors import LogError
from games.common.snapshots import snapshot
from games.log import reading
from games.log.models import Event
from games.log.rows import LastEvent, row_faults
from games.tables.models import Game, GameStatus

BEFORE_THE_START = (GameStatus.OPEN, GameStatus.CANCELLED)


def replay_faults(pk: int) -> list[str]:
    """Replay a game by its id; every difference from its rows as a sentence.

    It decodes and folds the events; :func:`games.log.verify` also checks rules and hashes. A game
    that was deleted meanwhile has no faults.
    """
    # A move between two of the queries would look like a difference.
    with snapshot(connection):
        return _look(Game.objects.filter(pk=pk).first())


def _look(game: Game | None) -> list[str]:
    if game is None:
        return []
    seats = list(game.seats.order_by("number"))
    rows = list(
        Event.objects.filter(game=game)
        .order_by("seq")
        .values_list("seq", "at", "type", "version", "data", "hash")
    )
    if not rows:
        begun = game.version != -1 or game.status not in BEFORE_THE_START
        return ["The game has begun, and its log is empty."] if begun else []
    if game.status in BEFORE_THE_START:
        return [f"The game is {game.status}, and yet its log has events."]
    missing = next((place for place, row in enumerate(rows) if row[0] != place), None)
    if missing is not None:
        return [f"Event {missing} is missing; event {rows[missing][0]} is the next."]
    try:
        board = reading.board_of(game)
    except LogError as error:
        return [str(error)]
    if game.rules_version not in engine.RULES:
        return [
            f"The game is played by version {game.rules_version} of the rules and this program has"
            f" version {engine.RULES_VERSION}: replay it with a program that has the former."
        ]
    try:
        events = [wire.decode(type_, version, data) for _, _, type_, version, data, _ in rows]
        state = engine.replay(board, events)
    except (engine.RecordError, LookupError, TypeError, ValueError) as error:
        return [f"The log cannot be replayed: {error}"]
    seq, at, type_, _version, data, digest = rows[-1]
    return list(row_faults(game, seats, state, LastEvent(seq, at, type_, data, digest)))
