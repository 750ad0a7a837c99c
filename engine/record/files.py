"""Record files: read strictly, so that two programs cannot read one differently, and written.

The content of the lines is checked against rules and shuffles elsewhere
(:mod:`engine.record.checking`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, asdict, fields
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from engine import wire
from engine.errors import RecordError
from engine.events import Event
from engine.hash_chain import GENESIS, LOG_ENTRY_FIELDS, LogEntry, canonical_json
from engine.record.model import FORMAT, Header, Record

MAX_LINE_LENGTH: Final = 1_000_000
"""In characters. The longest line of a real game is its end, with some thousand."""
MAX_LINES: Final = 100_000
MAX_DEPTH: Final = 16
MAX_NUMBER: Final = 2**53 - 1
"""The largest number that every JSON reader keeps exactly (RFC 8259, section 6)."""

Test = Callable[[object], bool]


def _is_int(value: object) -> bool:
    return type(value) is int


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_object_or_null(value: object) -> bool:
    return value is None or isinstance(value, dict)


def _is_teams(value: object) -> bool:
    return value is None or (
        isinstance(value, list)
        and all(isinstance(team, list) and all(map(_is_int, team)) for team in value)
    )


_HEADER: Final[Mapping[str, Test]] = {
    "format": _is_text,
    "board": _is_text,
    "board_digest": _is_hash,
    "rules_version": _is_text,
    "seats": _is_int,
    "order_fixed": lambda value: isinstance(value, bool),
    "teams": _is_teams,
    "commitment": _is_hash,
    "contributions": lambda value: isinstance(value, list) and all(map(_is_text, value)),
    "options": _is_object,
}
_MAY_BE_MISSING: Final = frozenset({"teams"})
_EVENT: Final[Mapping[str, Test]] = {
    "seq": _is_int,
    "at": _is_text,
    "actor": _is_text,
    "type": _is_text,
    "version": _is_int,
    "data": _is_object,
    "action": _is_object_or_null,
    "salt": _is_text,
    "prev_hash": _is_hash,
}
_END: Final[Mapping[str, Test]] = {
    "secret": _is_hash,
    "hash": _is_hash,
    "result": _is_object_or_null,
}
assert _HEADER.keys() == {field.name for field in fields(Header)}
assert _EVENT.keys() == set(LOG_ENTRY_FIELDS)
assert all(
    field.default is not MISSING for field in fields(Header) if field.name in _MAY_BE_MISSING
)


def load_file(path: Path) -> Record:
    """Read the record in a file. It is read, not yet checked.

    :raises OSError: if the file cannot be opened.
    :raises RecordError: names the line that cannot be read.
    """
    with path.open("rb") as file:
        return load_stream(file)


def load_stream(stream: BinaryIO) -> Record:
    """Read the record in a stream of bytes, which is used up. It is read, not yet checked.

    :raises RecordError: names the line that cannot be read.
    """
    file = TextIOWrapper(stream, encoding="utf-8")
    try:
        return load(iter(lambda: file.readline(MAX_LINE_LENGTH + 2), ""))
    except UnicodeDecodeError as error:
        raise RecordError("The file is not UTF-8 text, so it is no record.") from error
    finally:
        file.detach()


def load(lines: Iterable[str]) -> Record:
    """Read the record in the lines of a file. It is read, not yet checked.

    :raises RecordError: names the line that cannot be read.
    """
    rows = list(_rows(lines))
    if len(rows) < 2 or rows[0][1]["record"] != "header" or rows[-1][1]["record"] != "end":
        raise RecordError("Line 1: a record begins with its header and closes with its end line.")
    header = _header(*rows[0])
    entries = [_entry(number, row) for number, row in rows[1:-1]]
    if not entries:
        raise RecordError("Line 2: an event was expected.")
    number, end = rows[-1]
    _check_fields(number, "end line", end, _END)
    if end["hash"] != entries[-1].hash():
        raise RecordError(f"Line {number}: the hash is not that of the last event.")
    return Record(header, entries, end["secret"], end["result"])


def _rows(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Decode the lines that are not empty, each with its number from 1."""
    for number, line in enumerate(lines, 1):
        if number > MAX_LINES:
            raise RecordError(f"Line {number}: no game has so many events.")
        if len(line.rstrip("\r\n")) > MAX_LINE_LENGTH:
            raise RecordError(f"Line {number} is longer than {MAX_LINE_LENGTH} characters.")
        if line.strip():
            yield number, _row(number, line)


def _row(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(
            line,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except RecordError as error:
        raise RecordError(f"Line {number}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"Line {number} is not JSON: {error}.") from error
    if not isinstance(row, dict) or not isinstance(row.get("record"), str):
        raise RecordError(f"Line {number} is not a line of a record.")
    if _is_deeper(row, MAX_DEPTH):
        raise RecordError(f"Line {number} is nested too deep.")
    try:
        canonical_json(row)
    except UnicodeEncodeError as error:
        raise RecordError(f"Line {number} holds half of a character.") from error
    return row


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # The first or the last of two equal keys: JSON readers differ.
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RecordError("a key appears twice in one object.")
    return found


def _integer(text: str) -> int:
    if len(text) > len(str(MAX_NUMBER)) + 1 or abs(int(text)) > MAX_NUMBER:
        raise RecordError("a number is too large.")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise RecordError(f"{text[:20]} is not an integer.")


def _is_deeper(value: object, most: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return most == 0 or any(_is_deeper(item, most - 1) for item in inner)


def _check_fields(
    number: int,
    line: str,
    row: Mapping[str, Any],
    tests: Mapping[str, Test],
    may_be_missing: frozenset[str] = frozenset(),
) -> None:
    """Check that a line has its keys and no others, each of its kind.

    :raises RecordError: names the key.
    """
    for name in tests.keys() - row.keys() - may_be_missing:
        raise RecordError(f"Line {number} lacks a field: the {line} has no {name!r}.")
    for name, value in row.items():
        if name == "record":
            continue
        if name not in tests:
            raise RecordError(f"Line {number}: the {line} has a strange field, {name[:40]!r}.")
        if not tests[name](value):
            raise RecordError(f"Line {number}: the {line} has a strange {name!r}.")


def _header(number: int, row: dict[str, Any]) -> Header:
    if row.get("format") != FORMAT:
        raise RecordError(f"Line 1: the format must be {FORMAT!r}; update the program or the file.")
    _check_fields(number, "header", row, _HEADER, _MAY_BE_MISSING)
    return Header(**{name: value for name, value in row.items() if name != "record"})


def _entry(number: int, row: dict[str, Any]) -> LogEntry:
    if row["record"] != "event":
        raise RecordError(f"Line {number}: an event was expected.")
    _check_fields(number, "event", row, _EVENT)
    entry = LogEntry(**{name: row[name] for name in LOG_ENTRY_FIELDS})
    try:
        wire.decode(entry.type, entry.version, entry.data)
    except RecordError as error:
        raise RecordError(f"Line {number}: {error}") from error
    return entry


def dump(record: Record) -> Iterator[str]:
    """Write the lines of a record file, without line ends."""
    yield _line({"record": "header", **asdict(record.header)})
    for entry in record.entries:
        yield _line({"record": "event", **entry.as_dict()})
    last = record.entries[-1].hash() if record.entries else GENESIS
    yield _line({"record": "end", "secret": record.secret, "hash": last, "result": record.result})


def record_game(
    game_events: Iterable[tuple[Event, str, dict[str, Any] | None]],
    header: Header,
    secret: bytes,
    at: str = "2026-01-01T00:00:00Z",
) -> Record:
    """Make the record of a game played outside a site, from (event, actor, action) in order.

    Its salts follow from the secret, so that the same seed gives the same file.
    """
    entries: list[LogEntry] = []
    prev = GENESIS
    result = None
    for seq, (event, actor, action) in enumerate(game_events):
        type_, version, data = wire.encode(event)
        salt = hashlib.sha256(secret + b"salt" + str(seq).encode()).hexdigest()[:32]
        entry = LogEntry(seq, at, actor, type_, version, data, action, salt, prev)
        prev = entry.hash()
        entries.append(entry)
        if type_ == "game.ended":
            result = data
    return Record(header, entries, secret.hex(), result)


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
