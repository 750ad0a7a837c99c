"""Checking records: the chain, the commitment, and every event re-derived from its action.

A derived event and the one in the record are compared as canonical JSON, byte by byte: what looks
equal to one language (1 and true) is not equal.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from engine import wire
from engine.board import Board, load_board
from engine.chance import Chance
from engine.errors import BoardError, IllegalAction, InvalidAction, RecordError
from engine.events import Event, TableEvent, TakenBack
from engine.game import replay
from engine.hash_chain import GENESIS, LogEntry, canonical_json
from engine.record.model import (
    BRANCHED_TYPE,
    CLOCK_ACTOR,
    DIRECTOR_ACTOR,
    SETUP_ACTOR,
    VOTE_ACTOR,
    Header,
    Record,
)
from engine.rules.passing import automatic_action
from engine.rules.setup import setup_events
from engine.rules.taking_back import reshuffle, take_back
from engine.rules.versions import rules_of

EARLY_END_TYPES = frozenset({"table.voided", "table.adjudicated"})
"""The table events that end a game before the rules do."""
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.(?!000000)\d{6})?Z", re.ASCII)
_ROLE = re.compile(r"[a-z]{1,20}")
_SALT = re.compile(r"[0-9a-f]{32}")
_TABLE_TYPE = re.compile(r"table\.[a-z_]{1,34}")


def check(record: Record, *, running: bool = False, branch: bool = False) -> list[str]:
    """List every fault of a record, one sentence each; an empty list means that all of it adds up.

    Re-does the hash chain, the commitment, every shuffle, and every event from its action.
    ``running`` allows a game that has not ended: a site checks its own logs so. ``branch`` allows
    one that goes on from a moment of another game: of what it has from there, the chain alone is
    checked, and all that follows is derived.
    """
    faults = [*_check_entries(record.entries, record.header.seats), *_check_commitment(record)]
    try:
        board = _board(record.header)
        _Derivation(record, board).compare(running=running, branch=branch)
    except (RecordError, BoardError) as error:
        faults.append(str(error))
    except (ValueError, LookupError) as error:
        faults.append(f"The events cannot be replayed: {error}")
    return faults


def _check_entries(entries: Sequence[LogEntry], seats: int) -> Iterator[str]:
    """Check what each event says about itself, and that it follows the one before."""
    prev = GENESIS
    salts = set()
    for place, entry in enumerate(entries):
        # The header is on line 1 and event 0 on line 2.
        line = f"Line {place + 2}"
        if entry.seq != place:
            yield f"Event {entry.seq} is where event {place} belongs."
        if entry.prev_hash != prev:
            yield f"Event {entry.seq} does not follow the event before it: something was changed."
        prev = entry.hash()
        if not _is_stamp(entry.at):
            yield f"{line}: the time {entry.at[:40]!r} is not in the form 2026-11-21T07:30:00Z."
        if not _SALT.fullmatch(entry.salt):
            yield f"{line}: the salt is not 16 bytes in lower-case hexadecimal."
        elif entry.salt in salts:
            yield f"{line}: the salt has been used before."
        salts.add(entry.salt)
        if not (_ROLE.fullmatch(entry.actor) or _is_seat(entry.actor, seats)):
            yield f"{line}: the actor {entry.actor[:40]!r} is neither a seat nor a role."


def _is_stamp(text: str) -> bool:
    if not _STAMP.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_seat(actor: str, seats: int) -> bool:
    return len(actor) < 3 and actor in map(str, range(min(seats, 99)))


def _check_commitment(record: Record) -> Iterator[str]:
    if not re.fullmatch("[0-9a-f]{64}", record.secret):
        yield "The secret is not 32 bytes in lower-case hexadecimal."
    elif hashlib.sha256(bytes.fromhex(record.secret)).hexdigest() != record.header.commitment:
        yield "The revealed secret is not the one that was committed to."


def _board(header: Header) -> Board:
    """Load the board of a record.

    :raises RecordError: if it is another one, if this program does not have the version of the
        rules, or if the header does not fit.
    :raises BoardError: if there is none of that name.
    """
    board = load_board(header.board)
    if board.digest != header.board_digest:
        raise RecordError(
            f"The facts of the board {board.name} are not those that the game was played on."
        )
    rules_of(header.rules_version)
    if len(header.contributions) != header.seats:
        raise RecordError(
            f"There are {len(header.contributions)} contributions for {header.seats} seats."
        )
    return board


class _Derivation:
    """The game of a record, played again from header and actions."""

    def __init__(self, record: Record, board: Board) -> None:
        self.record = record
        self.entries = record.entries
        self.board = board
        self.chance = Chance(bytes.fromhex(record.secret), record.header.contributions)
        self.events: list[Event] = []
        """The events so far, table events included, as they were derived."""

    def compare(self, *, running: bool, branch: bool) -> None:
        """Play the whole game and hold each event against the record.

        :raises RecordError: at the first that differs.
        """
        origin = next((entry for entry in self.entries if entry.type == BRANCHED_TYPE), None)
        if origin is None:
            self._expect(self._setup(), SETUP_ACTOR, None)
            self.game = replay(self.board, self.events)
        elif branch:
            self._accept_past(origin)
        else:
            raise RecordError(
                f"Event {origin.seq} says that the events before it are of another game: they"
                " cannot be checked here."
            )
        while (place := len(self.events)) < len(self.entries):
            entry = self.entries[place]
            if entry.type.startswith("table."):
                self._note(entry)
            elif entry.type == "game.taken_back":
                self._take_back(entry)
            else:
                self._act(entry)
        self._end(running=running)

    def _setup(self) -> list[Event]:
        header = self.record.header
        order = None
        if header.order_fixed:
            order = self.entries[0].data.get("order") if self.entries else None
            if not isinstance(order, list) or not all(type(seat) is int for seat in order):
                raise RecordError("Event 0 has no order of play, and the header says it was fixed.")
        try:
            return setup_events(
                self.board, header.seats, self.chance, order, header.teams, header.rules_version
            )
        except ValueError as error:
            raise RecordError(f"Line 1: {error}") from error

    def _accept_past(self, origin: LogEntry) -> None:
        """Begin with the events of another game, and with the shuffle that follows them."""
        past = self.entries[: self.entries.index(origin)]
        self.events = [wire.decode(entry.type, entry.version, entry.data) for entry in past]
        if any(isinstance(event, TableEvent | TakenBack) for event in self.events):
            raise RecordError(f"Event {origin.seq}: the past of a branch holds moves alone.")
        self.game = replay(self.board, self.events)
        if self.game.rules.version != self.record.header.rules_version:
            raise RecordError("The past of the branch followed another version of the rules.")
        self._note(origin)
        self._expect([reshuffle(self.game, self.chance)], SETUP_ACTOR, None)

    def _note(self, entry: LogEntry) -> None:
        if entry.action is not None:
            raise RecordError(f"Event {entry.seq} has an action, which table events have not.")
        if entry.version != 1 or not _TABLE_TYPE.fullmatch(entry.type):
            raise RecordError(
                f"Event {entry.seq} is no table event that a site could have written."
            )
        event = TableEvent(entry.type, entry.data)
        self.game.apply(event)
        self.events.append(event)

    def _take_back(self, entry: LogEntry) -> None:
        if entry.actor != DIRECTOR_ACTOR:
            raise RecordError(f"Event {entry.seq}: only a director takes moves back.")
        to = entry.data.get("to")
        if type(to) is not int:
            raise RecordError(f"Event {entry.seq} does not say how far it takes moves back.")
        try:
            self.game, expected = take_back(self.board, self.events, to, self.chance)
        except IllegalAction as error:
            raise RecordError(f"Event {entry.seq} breaks a rule: {error}.") from error
        self._expect(expected, DIRECTOR_ACTOR, None)

    def _act(self, entry: LogEntry) -> None:
        if entry.action is None:
            raise RecordError(f"Event {entry.seq} has no action that could have caused it.")
        stored = dict(entry.action)
        seat = stored.pop("seat", None)
        if type(seat) is not int or not 0 <= seat < self.game.seats:
            raise RecordError(f"Event {entry.seq}: the action is of no seat of this game.")
        try:
            action = wire.decode_action(stored)
        except InvalidAction as error:
            raise RecordError(f"Event {entry.seq} has an action that cannot be read.") from error
        if entry.actor == CLOCK_ACTOR:
            if seat in self.game.pending and action != automatic_action(self.game, seat):
                raise RecordError(f"Event {entry.seq} is not the move that the clock makes.")
        elif entry.actor != str(seat):
            raise RecordError(f"Event {entry.seq}: {entry.actor[:20]} acted for seat {seat}.")
        elif stored["type"] == "skip":
            raise RecordError(f"Event {entry.seq}: only the clock may skip a turn.")
        try:
            expected = self.game.play(seat, action, self.chance)
        except IllegalAction as error:
            raise RecordError(f"Event {entry.seq} breaks a rule: {error}.") from error
        self._expect(expected, entry.actor, entry.action)

    def _expect(self, expected: list[Event], actor: str, action: dict[str, Any] | None) -> None:
        """Hold the next entries against the events that one cause leads to."""
        place = len(self.events)
        block = self.entries[place : place + len(expected)]
        for entry, event in zip(block, expected, strict=False):
            if not _is_same(entry, event):
                what = f"Event {entry.seq} ({entry.type[:40]})"
                raise RecordError(f"{what} is not what the rules and shuffles give.")
            if entry.actor != actor:
                raise RecordError(
                    f"Event {entry.seq} has the actor {entry.actor[:20]}, not {actor}."
                )
            if entry.at != block[0].at:
                raise RecordError(f"Event {entry.seq} has another time than what caused it.")
            if entry.action != action:
                raise RecordError(f"Event {entry.seq} has an action, but another event was caused.")
            action = None
        if len(block) < len(expected):
            raise RecordError("The record ends in the middle of what an action causes.")
        self.events += expected

    def _end(self, *, running: bool) -> None:
        outcome = self.game.outcome
        last = self.entries[-1]
        if outcome is None and not running:
            if last.type not in EARLY_END_TYPES:
                raise RecordError("The record ends before the game does.")
            by_vote = last.actor == VOTE_ACTOR and last.type == "table.adjudicated"
            if last.actor != DIRECTOR_ACTOR and not by_vote:
                raise RecordError(
                    f"Event {last.seq}: only a director, or all players, end a game early."
                )
        ended = wire.encode(outcome)[2] if outcome else None
        if canonical_json(ended) != canonical_json(self.record.result):
            raise RecordError("The result is not the one that the events lead to.")


def _is_same(entry: LogEntry, event: Event) -> bool:
    type_, version, data = wire.encode(event)
    if entry.type != type_ or type(entry.version) is not int:
        return False
    lifted = (
        entry.data if entry.version == version else wire.upcast(type_, entry.version, entry.data)
    )
    return canonical_json(lifted) == canonical_json(data)
