"""The checker of `examples/checker/` agrees with `python -m engine check` about every record.

It is another program, written from the page on record files. The records are whole games of bots,
with moves by the clock and take-backs; then one thing in each is changed, and the chain mended as a
careful forger would.
"""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine import record
from engine.board import loading
from engine.hash_chain import GENESIS
from engine.record import Record
from games.sharing.records.packing import nameless
from tests.engine.mechanics import long_tickets, mountains, ring_file
from tests.examples.whole_games import ask_both, play, write
from tests.paths import ROOT

GOLDEN = sorted((ROOT / "tests/golden").glob("*.jsonl"))
TABLES = [
    *[("usa", 2), ("usa", 5), ("japan", 2), ("japan", 5), ("team-asia", 4), ("team-asia", 6)],
    *[("switzerland", 2), ("switzerland", 3), ("india", 2), ("india", 4)],
    *[("lantern-island", 2), ("lantern-island", 3)],
    *[("europe", 2), ("europe", 5)],
    *[("nordic", 2), ("nordic", 3)],
    *[("legendary-asia", 2), ("legendary-asia", 5)],
]
MADE_UP = (long_tickets, mountains)
"""The mechanics of a board of the tests alone."""
SPOILED = int(os.environ.get("NIGHT_MAIL_SPOILED_RECORDS", "60"))
"""Changed records of each table."""


def _replaced(value: Any, rng: random.Random) -> Any:
    """Another value of much the same kind."""
    if isinstance(value, bool) or value is None:
        return rng.choice([True, False, None, 0, 1, "hand"])
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, 0, -1, 1, str(value), None])
    if isinstance(value, str):
        return rng.choice(["locomotive", "red", "rack", "hand", "", "blind", value + "s", None, 0])
    if isinstance(value, list):
        items = copy.deepcopy(value)
        if items and rng.random() < 0.7:
            n = rng.randrange(len(items))
            choice = rng.randrange(4)
            if choice == 0:
                del items[n]
            elif choice == 1:
                items.append(items[n])
            elif choice == 2:
                items[n] = _replaced(items[n], rng)
            else:
                items[0], items[n] = items[n], items[0]
            return items
        return [*items, rng.choice([0, "red", None])]
    if value and rng.random() < 0.8:
        key = rng.choice(sorted(value))
        return {**value, key: _replaced(value[key], rng)}
    return {**value, rng.choice(["extra", "seat", "rack", "tickets"]): rng.choice([0, None, "red"])}


def _spoil_event(game: Record, rng: random.Random) -> None:
    n = rng.randrange(len(game.entries))
    entry = game.entries[n]
    fields = ["data", "data", "action", "action", "actor", "at", "type", "version", "seq"]
    field = rng.choice(fields)
    if field == "action" and entry.action is None:
        with_action = [n for n, other in enumerate(game.entries) if other.action]
        n = rng.choice(with_action)
        entry = game.entries[n]
    values: dict[str, Callable[[], Any]] = {
        "data": lambda: _replaced(entry.data, rng),
        "action": lambda: _replaced(entry.action, rng),
        "actor": lambda: rng.choice(["clock", "director", "0", "1", "table", "5", "01", "vote"]),
        "at": lambda: rng.choice(["2026-01-01T00:00:01Z", "2026-02-30T00:00:00Z", "now", entry.at]),
        "type": lambda: rng.choice(["table.paused", "game.turn_passed", "table.X", entry.type]),
        "version": lambda: rng.choice([0, 2, 1]),
        "seq": lambda: entry.seq + 1,
    }
    game.entries[n] = replace(entry, **{field: values[field]()})


def _spoil_order(game: Record, rng: random.Random) -> None:
    n = rng.randrange(len(game.entries) - 1)
    choice = rng.randrange(4)
    if choice == 0:
        del game.entries[n]
    elif choice == 1:
        game.entries.insert(n, game.entries[n])
    elif choice == 2:
        game.entries[n], game.entries[n + 1] = game.entries[n + 1], game.entries[n]
    else:
        told = replace(game.entries[n], type="table.resumed", data={}, action=None, actor="clock")
        game.entries.insert(n, told)
    salts = random.Random(n)
    game.entries = [
        replace(entry, seq=seq, salt=salts.randbytes(16).hex())
        for seq, entry in enumerate(game.entries)
    ]


def _spoil_ends(game: Record, rng: random.Random) -> None:
    choice = rng.randrange(5)
    if choice == 0:
        game.header = replace(game.header, order_fixed=not game.header.order_fixed)
    elif choice == 1:
        game.header = replace(game.header, seats=_replaced(game.header.seats, rng))
    elif choice == 2:
        game.header = replace(game.header, teams=rng.choice([[], [[0, 1]], [[1, 0], [2, 3]], None]))
    elif choice == 3:
        game.result = _replaced(game.result or {}, rng)
    else:
        del game.entries[rng.randrange(1, len(game.entries)) :]
        game.result = None


def _spoil_back(game: Record, rng: random.Random) -> None:
    """Go back to another event; a game without a take-back is given one."""
    found = [n for n, entry in enumerate(game.entries) if entry.type == "game.taken_back"]
    if found:
        n = rng.choice(found)
        entry = game.entries[n]
        to = rng.randrange(-1, entry.seq + 1)
        game.entries[n] = replace(entry, data={**entry.data, "to": to})
    else:
        _spoil_order(game, rng)


def spoiled(original: Record, rng: random.Random) -> Record:
    game = copy.deepcopy(original)
    rng.choice([_spoil_event] * 5 + [_spoil_order, _spoil_ends, _spoil_back])(game, rng)
    prev = GENESIS
    for n, entry in enumerate(game.entries):
        game.entries[n] = replace(entry, prev_hash=prev)
        prev = game.entries[n].hash()
    return game


def test_both_find_the_golden_records_whole() -> None:
    assert len(GOLDEN) >= 14
    for path, mine, other in ask_both(GOLDEN):
        assert (mine, other) == ([], []), path


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a board of mechanics that no other board has, or few have."""
    folder = tmp_path / "boards"
    folder.mkdir()
    raw = ring_file(*MADE_UP)
    (folder / "made-up.json").write_text(json.dumps(raw, indent=1), encoding="utf-8")
    monkeypatch.setattr(loading, "BOARD_FOLDER", folder)
    return folder


def test_both_agree_about_a_board_that_somebody_made_up(made_up: Path, tmp_path: Path) -> None:
    """M-5, M-6, M-9, B-13"""
    games = [play("made-up", 2 + seed % 3, seed) for seed in range(6)]
    paths = [write(game, tmp_path / f"whole-{n}.jsonl") for n, game in enumerate(games)]
    for path, mine, other in ask_both(paths, made_up):
        assert (mine, other) == ([], []), path
    rng = random.Random("made up")
    paths = [
        write(spoiled(rng.choice(games), rng), tmp_path / f"spoiled-{n}.jsonl")
        for n in range(SPOILED)
    ]
    found = list(ask_both(paths, made_up))
    assert [path for path, mine, other in found if bool(mine) != bool(other)] == []
    assert any(mine for _path, mine, _other in found)


@pytest.mark.parametrize(("board", "seats"), TABLES)
def test_both_agree_about_whole_games_and_spoiled_ones(
    board: str, seats: int, tmp_path: Path
) -> None:
    games = [play(board, seats, seed) for seed in range(3)]
    whole = [write(game, tmp_path / f"whole-{n}.jsonl") for n, game in enumerate(games)]
    for path, mine, other in ask_both(whole):
        assert (mine, other) == ([], []), path
    rng = random.Random(f"{board} {seats}")
    paths = [
        write(spoiled(rng.choice(games), rng), tmp_path / f"spoiled-{n}.jsonl")
        for n in range(SPOILED)
    ]
    found = list(ask_both(paths))
    apart = [(str(path), mine, other) for path, mine, other in found if bool(mine) != bool(other)]
    assert apart == []
    assert sum(1 for _path, mine, _other in found if mine) > SPOILED * 0.7


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"seq":3,', '"seq":3,"seq":3,', 1),
        lambda text: text.replace('"seq":3,', '"seq":3.0,', 1),
        lambda text: text.replace('"version":1', '"version":true', 1),
        lambda text: text.replace('"options":{}', '"options":{"note":"\\ud83d"}', 1),
        lambda text: text.replace('"options":{}', '"options":' + '{"a":' * 20 + "1" + "}" * 20, 1),
        lambda text: text.replace('"options":{}', '"options":{"n":9007199254740992}', 1),
        lambda text: text.replace('"options":{}', '"options":{},"extra":1', 1),
        lambda text: "\n".join(text.splitlines()[1:]),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\n\n", 5),
        lambda text: text.replace('"options":{}', '"options":{"né 🚂 ﷐":"\\u001f\\/"}', 1),
        lambda text: text.replace('"black"', '"\\u0062lack"', 1),
        lambda text: "",
    ],
    ids=[
        "key twice", "float", "bool for int", "half a character", "deep", "large", "strange key",
        "no header", "byte order mark", "empty lines", "odd keys", "escape", "empty file",
    ],
)  # fmt: skip
def test_both_read_a_line_alike(spoil: Callable[[str], str], tmp_path: Path) -> None:
    path = tmp_path / "spoiled.jsonl"
    path.write_text(spoil(GOLDEN[0].read_text()))
    ((_path, mine, other),) = ask_both([path])
    assert bool(mine) == bool(other), (mine, other)


def test_both_accept_a_record_without_names(tmp_path: Path) -> None:
    """As the file of a month has it, of games that moves were taken back in, too."""
    paths = []
    for number, (board, seats) in enumerate(TABLES):
        path = tmp_path / f"{number}.jsonl"
        found = nameless(play(board, seats, number), date(2026, 10, 9))
        path.write_text("".join(f"{line}\n" for line in record.dump(found)))
        paths.append(path)
    assert [(mine, other) for _path, mine, other in ask_both(paths)] == [([], [])] * len(paths)
