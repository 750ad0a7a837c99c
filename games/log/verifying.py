"""Proof that a log is unaltered, and that each of its events follows from the rules."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection, transaction

import engine
from engine import record
from engine.hash_chain import GENESIS
from games.common.dates import parse_stamp
from games.common.errors import LogError
from games.log import reading, records, triggers
from games.log.models import Event
from games.log.rows import LastEvent, row_faults
from games.tables.models import Game, GameStatus


@transaction.atomic
def verify(game: Game) -> list[str]:
    """Every fault of the log of a game as a sentence; an empty list if there is none.

    Checks numbers, hash chain, commitment, shuffles, every event against its action, and the rows
    against the state of the log. Uses no cache.
    """
    # The lock prevents changes: a half-read move would raise a false alarm.
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.version == -1:
        stray = Event.objects.filter(game=game).exists()
        return ["The game has not begun, and yet its log has events."] if stray else []
    faults = list(_chain(game))
    try:
        reading.board_of(game)
    except LogError as error:
        return [*faults, str(error)]
    if game.rules_version not in engine.RULES:
        return [
            *faults,
            f"The game is played by version {game.rules_version} of the rules and this program has"
            f" version {engine.RULES_VERSION}: verify it with a program that has the former.",
        ]
    found = records.complete_record(game)
    running = game.status == GameStatus.RUNNING
    faults += [
        fault
        for fault in record.check(found, running=running, branch=game.practice)
        if fault not in faults
    ]
    return faults or _rows(game, found)


def unguarded() -> str | None:
    """A sentence if the database lacks triggers that protect the log."""
    if triggers.is_installed(connection):
        return None
    return (
        "The triggers that keep the log append-only are missing. Put them back with `manage.py"
        " restore_triggers`, which touches no row, and find out who took them off."
    )


def _chain(game: Game) -> Iterator[str]:
    prev = GENESIS
    expected = 0
    for row in Event.objects.filter(game=game).order_by("seq").iterator(2000):
        if row.seq != expected:
            yield f"Event {expected} is missing; event {row.seq} is the next."
        if row.hash != records.entry_of(row).hash():
            yield f"Event {row.seq} ({row.type}) is not what was written: its hash is another."
        if row.prev_hash != prev:
            yield f"Event {row.seq} does not follow the event before it: something was changed."
        prev, expected = row.hash, row.seq + 1
    if expected != game.version + 1:
        yield f"The log ends with event {expected - 1}, but the game is at {game.version}."
    elif prev != game.head:
        yield f"Event {game.version} has another hash than the game remembers."


def _rows(game: Game, found: record.Record) -> list[str]:
    state = engine.replay(engine.load_board(game.board), found.events())
    end = found.entries[-1]
    last = LastEvent(end.seq, parse_stamp(end.at), end.type, end.data, end.hash())
    return list(row_faults(game, list(game.seats.order_by("number")), state, last))
