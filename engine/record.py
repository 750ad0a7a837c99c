"""Record files: a whole game as JSON Lines, checkable without this program (docs/record-format.md).

The first line is the header, then comes a line an event, then the closing line with the revealed
secret, the last hash and the result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from engine import wire
from engine.actions import Action, Skip
from engine.board import Board, load_board
from engine.chain import GENESIS, Entry
from engine.chance import Chance
from engine.errors import BoardError, IllegalAction, InvalidAction, RecordError
from engine.events import Event, TableEvent, TakenBack
from engine.game import RULES_VERSION, Game, replay
from engine.rules.setup import start
from engine.rules.taking_back import take_back

FORMAT: Final = "night-mail-record/1"
DIRECTOR: Final = "director"
"""The actor of a take-back (P-1)."""


@dataclass(slots=True)
class Header:
    """What must be known before the first event.

    ``teams`` lists the seats of each team that the players chose; None where chance paired them, or
    where the board has no teams (A-1, A-16).
    """

    board: str
    board_digest: str
    seats: int
    commitment: str
    contributions: list[str]
    order_fixed: bool = False
    teams: list[list[int]] | None = None
    rules_version: str = RULES_VERSION
    options: dict[str, Any] = field(default_factory=dict)
    format: str = FORMAT


@dataclass(slots=True)
class Record:
    """A complete record: header, entries in order of seq, the secret (hexadecimal), the result.

    ``result`` is the data of the ``game.ended`` event, or None for a voided game.
    """

    header: Header
    entries: list[Entry]
    secret: str
    result: dict[str, Any] | None

    def events(self) -> list[Event]:
        """Gets the events as objects.

        :raises RecordError: if one cannot be read.
        """
        return [wire.decode(entry.type, entry.version, entry.data) for entry in self.entries]


def dump(record: Record) -> Iterator[str]:
    """Gets the lines of a record file, without line ends."""
    yield _line({"record": "header", **asdict(record.header)})
    for entry in record.entries:
        yield _line({"record": "event", **entry.plain()})
    last = record.entries[-1].hash() if record.entries else GENESIS
    closing = {"record": "end", "secret": record.secret, "hash": last, "result": record.result}
    yield _line(closing)


def load(lines: Iterable[str]) -> Record:
    """Gets the record of the lines of a file. It is read, not yet checked.

    :raises RecordError: names the line that cannot be read.
    """
    rows = [_row(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if len(rows) < 2 or rows[0].pop("record") != "header" or rows[-1].pop("record") != "end":
        raise RecordError("Line 1: a record begins with its header and closes with its end line.")
    if rows[0].get("format") != FORMAT:
        raise RecordError(f"Line 1: the format must be {FORMAT!r}; update the program or the file.")
    try:
        header = Header(**rows[0])
        _check_teams(header.teams)
        entries = []
        for number, row in enumerate(rows[1:-1], 2):
            if row.pop("record") != "event":
                raise RecordError(f"Line {number}: an event was expected.")
            entries.append(_entry(number, row))
        if entries and rows[-1]["hash"] != entries[-1].hash():
            raise RecordError(f"Line {len(rows)}: the hash is not that of the last event.")
        return Record(header, entries, str(rows[-1]["secret"]), rows[-1]["result"])
    except (TypeError, KeyError) as error:
        raise RecordError(f"The header or the end line is incomplete: {error}.") from error


def check(record: Record) -> list[str]:
    """Gets every fault of a record as a sentence; an empty list means that all of it adds up.

    Re-does the hash chain, the commitment, every shuffle, and every event from its action.
    """
    faults = [*_check_chain(record), *_check_commitment(record)]
    try:
        faults += _check_play(record)
    except (RecordError, BoardError, InvalidAction, KeyError, IndexError, ValueError) as error:
        faults.append(f"The events cannot be replayed: {error}")
    return faults


def record_game(
    game_events: Iterable[tuple[Event, str, dict[str, Any] | None]],
    header: Header,
    secret: bytes,
    at: str = "2026-01-01T00:00:00Z",
) -> Record:
    """Gets the record of a game played outside a site, from (event, actor, action) in order.

    Its salts follow from the secret, so that the same seed gives the same file.
    """
    entries: list[Entry] = []
    prev = GENESIS
    result = None
    for seq, (event, actor, action) in enumerate(game_events):
        type_, version, data = wire.encode(event)
        salt = hashlib.sha256(secret + b"salt" + str(seq).encode()).hexdigest()[:32]
        entry = Entry(seq, at, actor, type_, version, data, action, salt, prev)
        prev = entry.hash()
        entries.append(entry)
        if type_ == "game.ended":
            result = data
    return Record(header, entries, secret.hex(), result)


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _row(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise RecordError(f"Line {number} is not JSON: {error}.") from error
    if not isinstance(row, dict) or "record" not in row:
        raise RecordError(f"Line {number} is not a line of a record.")
    return row


def _entry(number: int, row: dict[str, Any]) -> Entry:
    try:
        entry = Entry(**row)
        wire.decode(entry.type, entry.version, entry.data)
    except TypeError as error:
        raise RecordError(f"Line {number} lacks a field or has a strange one: {error}.") from error
    except RecordError as error:
        raise RecordError(f"Line {number}: {error}") from error
    return entry


def _check_teams(teams: object) -> None:
    if teams is None:
        return
    if not isinstance(teams, list) or not all(
        isinstance(team, list) and all(type(seat) is int for seat in team) for team in teams
    ):
        raise RecordError("Line 1: the teams must be lists of seat numbers, or null.")


def _check_chain(record: Record) -> Iterator[str]:
    prev = GENESIS
    for place, entry in enumerate(record.entries):
        if entry.seq != place:
            yield f"Event {entry.seq} stands where event {place} belongs."
        if entry.prev_hash != prev:
            yield f"Event {entry.seq} does not follow the event before it: something was changed."
        prev = entry.hash()


def _check_commitment(record: Record) -> Iterator[str]:
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        yield "The secret is not hexadecimal."
        return
    if hashlib.sha256(secret).hexdigest() != record.header.commitment:
        yield "The revealed secret is not the one that was committed to."


def _check_play(record: Record) -> list[str]:
    header = record.header
    board = load_board(header.board)
    if board.digest != header.board_digest:
        return [f"The facts of the board {board.name} are not those that the game was played on."]
    if header.rules_version != RULES_VERSION:
        return [f"This program plays rules version {RULES_VERSION}, not {header.rules_version}."]
    if len(header.contributions) not in (0, header.seats):
        return [f"There are {len(header.contributions)} contributions for {header.seats} seats."]
    chance = Chance(bytes.fromhex(record.secret), header.contributions)
    whole = record.events()
    told = [
        (entry, event)
        for entry, event in zip(record.entries, whole, strict=True)
        if not isinstance(event, TableEvent)
    ]
    order = told[0][1].order if header.order_fixed else None  # type: ignore[union-attr]
    expected = start(board, header.seats, chance, order, header.teams)
    faults = _compare(told[: len(expected)], expected)
    if faults:
        return faults
    game = replay(board, expected)
    rest = told[len(expected) :]
    while rest:
        entry, event = rest[0]
        if isinstance(event, TakenBack):
            game, expected = _take_back_again(board, whole[: entry.seq], entry, event.to, chance)
        else:
            expected = _redo(game, entry, chance)
        faults = _compare(rest[: len(expected)], expected)
        if faults:
            return faults
        rest = rest[len(expected) :]
    ended = wire.encode(game.outcome)[2] if game.outcome else None
    return [] if ended == record.result else ["The result is not the one that the events lead to."]


def _redo(game: Game, entry: Entry, chance: Chance) -> list[Event]:
    if entry.action is None:
        raise RecordError(f"Event {entry.seq} has no action that could have caused it.")
    stored = dict(entry.action)
    seat = stored.pop("seat")
    action: Action = wire.decode_action(stored)
    if isinstance(action, Skip) and entry.actor != "clock":
        raise RecordError(f"Event {entry.seq}: only the clock may skip a turn.")
    if entry.actor.isdecimal() and entry.actor != str(seat):
        raise RecordError(f"Event {entry.seq}: seat {entry.actor} acted for seat {seat}.")
    try:
        return game.play(seat, action, chance)
    except IllegalAction as error:
        raise RecordError(f"Event {entry.seq} breaks a rule: {error}.") from error


def _take_back_again(
    board: Board, before: Sequence[Event], entry: Entry, to: int, chance: Chance
) -> tuple[Game, list[Event]]:
    if entry.actor != DIRECTOR:
        raise RecordError(f"Event {entry.seq}: only a director takes moves back.")
    try:
        return take_back(board, before, to, chance)
    except IllegalAction as error:
        raise RecordError(f"Event {entry.seq} breaks a rule: {error}.") from error


def _compare(told: Sequence[tuple[Entry, Event]], expected: list[Event]) -> list[str]:
    for (entry, event), wanted in zip(told, expected, strict=False):
        if event != wanted:
            return [f"Event {entry.seq} ({entry.type}) is not what the rules and shuffles give."]
    if len(told) < len(expected):
        return ["The record ends in the middle of what an action causes."]
    return []
