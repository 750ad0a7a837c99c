"""A strict validator: whatever is changed in a record is found, and nothing ends in a traceback."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine
from engine import record
from engine.cli import main
from engine.errors import RecordError
from engine.hash_chain import LOG_ENTRY_FIELDS, LogEntry
from tests.engine.rules.test_taking_back import Log, chosen
from tests.paths import GOLDEN
from tests.thinning import cases

Row = dict[str, Any]

STRANGE: list[Any] = [
    None, True, False, 0, -1, 7, 10**6, "", "x", "0", "é", "\u0000", [], ["x"], [0], {}, {"x": 1},
]  # fmt: skip


def with_a_take_back() -> list[Row]:
    """A finished game with table events and a take-back."""
    log = chosen()
    start, rng = log.game.seq, random.Random(3)
    for _ in range(12):
        log.random_step(rng)
    log.note()
    log.take_back(start)
    while log.game.outcome is None:
        log.random_step(rng)
    return [json.loads(line) for line in record.dump(log.record())]


def from_file(name: str) -> list[Row]:
    lines = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


RECORDS = {
    "usa": from_file("usa-2-final-round"),
    "japan": from_file("japan-2-final-round"),
    "team-asia": from_file("team-asia-4-passes"),
    "taken back": with_a_take_back(),
}


def rechained(rows: list[Row]) -> list[Row]:
    """The record with hashes computed again, as a careful forger would."""
    prev = record.GENESIS
    for row in rows:
        if not isinstance(row, dict):
            continue
        if row.get("record") == "event":
            row["prev_hash"] = prev
            prev = LogEntry(**{name: row.get(name) for name in LOG_ENTRY_FIELDS}).hash()
        elif row.get("record") == "end" and "hash" in row:
            row["hash"] = prev
    return rows


def faults_of(rows: list[Any]) -> list[str]:
    """The faults of the file of these rows, found as the command line finds them."""
    try:
        loaded = record.load(json.dumps(row) for row in rows)
    except RecordError as error:
        return [str(error)]
    return record.check(loaded)


def forged(key: str, change: Callable[[list[Row]], object]) -> list[str]:
    rows = copy.deepcopy(RECORDS[key])
    change(rows)
    return faults_of(rechained(rows))


def event(rows: list[Row], type_: str) -> Row:
    return next(row for row in rows if row.get("type") == type_)


@pytest.mark.parametrize("key", RECORDS)
def test_the_records_that_are_changed_here_add_up_as_they_are(key: str) -> None:
    assert forged(key, lambda rows: None) == []


FORGERIES: dict[str, tuple[Callable[[list[Row]], object], str]] = {
    "true in place of 1": (
        lambda rows: event(rows, "game.turn_started")["data"].update(number=True),
        "rules and",
    ),
    "a default left out": (
        lambda rows: event(rows, "game.route_claimed")["data"].pop("closes"),
        "rules and",
    ),
    "an extra key": (
        lambda rows: event(rows, "game.route_claimed")["data"].update(extra=0),
        "do not fit",
    ),
    "an action on a later event": (
        lambda rows: event(rows, "game.turn_started").update(action={"type": "pass", "seat": 0}),
        "but another event was caused",
    ),
    "another actor in a block": (
        lambda rows: event(rows, "game.turn_started").update(actor="table"),
        "has the actor",
    ),
    "a seat for the table": (
        lambda rows: event(rows, "game.deck_shuffled").update(actor="0"),
        "has the actor",
    ),
    "another time in a block": (
        lambda rows: event(rows, "game.turn_started").update(at="2026-01-01T00:00:01Z"),
        "another time",
    ),
    "a month 13": (
        lambda rows: event(rows, "game.started").update(at="2026-13-01T00:00:00Z"),
        "the time",
    ),
    "idle microseconds": (
        lambda rows: event(rows, "game.started").update(at="2026-01-01T00:00:00.000000Z"),
        "the time",
    ),
    "no time at all": (lambda rows: event(rows, "game.started").update(at="yesterday"), "the time"),
    "salt in capitals": (
        lambda rows: event(rows, "game.started").update(salt="AB" * 16),
        "the salt is not",
    ),
    "a salt used twice": (lambda rows: rows[2].update(salt=rows[1]["salt"]), "salt has been used"),
    "the clock for a player": (
        lambda rows: event(rows, "game.route_claimed").update(actor="clock"),
        "that the clock makes",
    ),
    "a seat that is true": (
        lambda rows: event(rows, "game.card_drawn")["action"].update(seat=True),
        "no seat",
    ),
    "an action of nobody": (
        lambda rows: event(rows, "game.card_drawn")["action"].pop("seat"),
        "no seat",
    ),
    "seats that are no integer": (lambda rows: rows[0].update(seats=2.0), "not an integer"),
    "a board outside": (lambda rows: rows[0].update(board="../usa"), "There is no board"),
    "order_fixed that is 0": (lambda rows: rows[0].update(order_fixed=0), "strange 'order_fixed'"),
    "no options": (lambda rows: rows[0].pop("options"), "no 'options'"),
    "a strange key in the header": (lambda rows: rows[0].update(note="x"), "strange field, 'note'"),
    "a strange key at the end": (lambda rows: rows[-1].update(note="x"), "strange field, 'note'"),
    "a secret in capitals": (
        lambda rows: rows[-1].update(secret=rows[-1]["secret"].upper()),
        "strange 'secret'",
    ),
    "a strange key of an event": (lambda rows: rows[5].update(note="x"), "strange field, 'note'"),
    "no result": (lambda rows: rows[-1].update(result=None), "The result is not"),
    "no last event": (lambda rows: rows.pop(-2), "in the middle of what an action causes"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_record_says_what_is_wrong_with_it(name: str) -> None:
    change, says = FORGERIES[name]
    found = forged("usa", change)
    assert any(says in fault for fault in found), found


def test_a_record_that_stops_between_two_turns_is_not_complete() -> None:
    def cut(rows: list[Row]) -> None:
        place = max(n for n, row in enumerate(rows) if row.get("type") == "game.turn_started")
        rows[place + 1 : -1] = []
        rows[-1]["result"] = None

    assert forged("usa", cut) == ["The record ends before the game does."]


@pytest.mark.parametrize(("actor", "faults"), [("director", 0), ("0", 1)])
def test_a_game_that_a_director_ended_early_is_a_complete_record(actor: str, faults: int) -> None:
    log = chosen()
    log.told.append((engine.events.TableEvent("table.voided", {}), actor, None))
    assert len(record.check(log.record())) == faults


def test_the_log_of_a_running_game_adds_up_where_a_site_asks_for_it() -> None:
    log = chosen()
    assert record.check(log.record()) == ["The record ends before the game does."]
    assert record.check(log.record(), running=True) == []


def test_a_table_event_never_stands_within_what_an_action_causes() -> None:
    log = chosen()
    log.note()
    log.told.insert(-2, log.told.pop())
    assert any("rules and shuffles" in fault for fault in record.check(log.record(), running=True))


def test_after_the_end_only_the_table_goes_on() -> None:
    log = chosen()
    rng = random.Random(1)
    while log.game.outcome is None:
        log.random_step(rng)
    log.note()
    assert record.check(log.record()) == []
    action = {"type": "draw", "source": "blind", "seat": 0}
    log.told.append((engine.events.CardDrawn(0, "red"), "0", action))
    assert any("game.over" in fault for fault in record.check(log.record()))


def test_the_clock_makes_the_automatic_move_and_no_other() -> None:
    """B-14: what the clock does follows from the state, so a checker knows it."""
    for blind in (True, False):
        log = chosen()
        seat = log.game.turn_seat
        assert seat is not None
        source = "blind" if blind else next(filter(None, log.game.row))
        before = len(log.told)
        log.play(seat, engine.actions.Draw(source))
        log.told[before:] = [(event, "clock", action) for event, _, action in log.told[before:]]
        assert (record.check(log.record(), running=True) == []) is blind


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything in a JSON value."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def is_free(row: Row, path: tuple[Any, ...]) -> bool:
    """Whether a record may say another thing here and still add up.

    Time and salt are proved by nothing but the chain, the options by nothing at all, table events
    are the site's, and an action can be written in more than one way.
    """
    if not path:
        return False
    free_fields = ("at", "salt", "options", "action")
    return path[0] in free_fields or (is_about_the_table(row) and path[0] != "seq")


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=cases(50, 150))
def test_a_record_changed_in_one_place_never_adds_up(data: st.DataObject) -> None:
    rows = copy.deepcopy(RECORDS[data.draw(st.sampled_from(sorted(RECORDS)))])
    # Header and end are two lines of hundreds, and every second change is theirs.
    number = data.draw(st.one_of(st.sampled_from([0, -1]), st.integers(1, len(rows) - 2)))
    row = rows[number]
    path = data.draw(st.sampled_from(list(places(row))))
    before = json.dumps(row, sort_keys=True)
    if not path:
        rows[number] = data.draw(st.sampled_from(STRANGE))
    else:
        owner = row
        for key in path[:-1]:
            owner = owner[key]
        if data.draw(st.booleans()):
            owner[path[-1]] = data.draw(st.sampled_from(STRANGE))
        else:
            del owner[path[-1]]
    changed = json.dumps(rows[number], sort_keys=True) != before
    if data.draw(st.booleans()) and path and path[0] not in ("record", "prev_hash", "hash"):
        rechained(rows)
        free = is_free(row, path)
    else:
        # Without new hashes even what nothing else proves is proved by the chain.
        free = path[:1] == ("options",) and number == 0
    may_be_missing = number == 0 and path == ("teams",)
    found = faults_of(rows)
    assert found or not changed or free or may_be_missing, (number, path)


def leaves_another_true_record(rows: list[Row], place: int) -> bool:
    """Whether a line left out leaves the record of another game that could have been played.

    Table events change no game, and what is taken back next need not have happened.
    """
    after = (row["type"] for row in rows[place + 1 : -1] if row["type"].startswith("game."))
    taken_back = bool(rows[place].get("action")) and next(after, "") == "game.taken_back"
    return taken_back or is_about_the_table(rows[place])


def is_about_the_table(row: Row) -> bool:
    return str(row.get("type")).startswith("table.")


@given(data=st.data())
@settings(max_examples=cases(20, 40))
def test_lines_left_out_doubled_or_exchanged_are_found(data: st.DataObject) -> None:
    rows = copy.deepcopy(RECORDS[data.draw(st.sampled_from(sorted(RECORDS)))])
    place = data.draw(st.integers(0, len(rows) - 2))
    how = data.draw(st.sampled_from(["left out", "doubled", "exchanged"]))
    assume(how != "left out" or not leaves_another_true_record(rows, place))
    # A pause that comes one event earlier changes no game either.
    assume(how != "exchanged" or not is_about_the_table(rows[place + 1]))
    if how == "left out":
        del rows[place]
    elif how == "doubled":
        rows.insert(place, copy.deepcopy(rows[place]))
    else:
        rows[place], rows[place + 1] = rows[place + 1], rows[place]
    for seq, row in enumerate(row for row in rows if row["record"] == "event"):
        row["seq"] = seq
    assert faults_of(rechained(rows) if data.draw(st.booleans()) else rows)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "a record begins with its header"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"null\n", "Line 1 is not a line of a record"),
        (b"[" * 100_000, "Line 1 is not JSON"),
        (b'{"record":' * 5000, "Line 1 is not JSON"),
        (b'{"record": "header", "x": NaN}', "NaN is not an integer"),
        (b'{"record": "header", "x": 1e999}', "1e999 is not an integer"),
        (b'{"record": "header", "x": ' + b"9" * 5000 + b"}", "too large"),
        (b'{"record": "header", "record": "header"}', "twice"),
        (b'{"record": "header", "x": "\\ud800"}', "half of a character"),
        (b'{"record": "header", "x": ' + b"[" * 40 + b"]" * 40 + b"}", "nested too deep"),
        (b" " * 1_000_100 + b"{}", "Line 1 is longer"),
        (b'{"record": ["header"]}', "Line 1 is not a line of a record"),
    ],
    ids=[
        "empty", "bytes", "null", "brackets", "braces", "NaN", "infinity", "digits", "two keys",
        "surrogate", "nested", "long", "list",
    ],
)  # fmt: skip
def test_the_command_line_refuses_any_file_with_a_sentence(
    text: bytes, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(text)
    assert main(["check", str(path)]) == 1
    assert says in capsys.readouterr().err
    assert main(["show", str(path)]) == 2
    assert says in capsys.readouterr().err


@given(text=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_no_file_of_any_bytes_ends_in_a_traceback(
    text: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("any") / "record.jsonl"
    path.write_bytes(text)
    assert main(["check", str(path)]) == 1


def test_a_record_that_does_not_add_up_is_not_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = copy.deepcopy(RECORDS["usa"])
    event(rows, "game.route_claimed")["data"]["track"] = "nowhere"
    path = tmp_path / "record.jsonl"
    lines = [json.dumps(row) for row in rechained(rows)]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert main(["show", str(path)]) == 1
    assert "does not add up" in capsys.readouterr().err


def test_seats_that_a_log_fixed_are_checked_too() -> None:
    log = Log()
    with_order = log.record()
    with_order.header.order_fixed = True
    assert record.check(with_order, running=True)
