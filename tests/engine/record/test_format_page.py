"""docs/record-format.md is complete, and enough to check a record without this program."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from dataclasses import fields

import pytest

from engine import record, wire
from engine.board import load_board
from engine.board.loading import BOARD_FOLDER
from engine.bots.match import play_match
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([a-z_.]+)` \| (.*) \|$", PAGE, flags=re.MULTILINE))
COLOURS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green"]


@pytest.mark.parametrize("type_", [*wire.EVENT_TYPES, *wire.ACTION_TYPES])
def test_every_event_and_action_is_described_with_every_field(type_):
    kind = wire.EVENT_TYPES.get(type_) or wire.ACTION_TYPES[type_]
    missing = [field.name for field in fields(kind) if f"`{field.name}`" not in ROWS[type_]]
    assert missing == []


@pytest.mark.parametrize("field", [field.name for field in fields(record.Header)])
def test_every_field_of_the_header_is_described(field):
    assert field in ROWS


@pytest.fixture(scope="module", params=[("usa", 2), ("japan", 4)])
def lines(request):
    """The file of a game, as a stranger gets it."""
    board, seats = request.param
    match = play_match(load_board(board), ["random"] * seats, "format")
    return [json.loads(line) for line in record.dump(match.record())]


def sha256_of(data: object) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_stranger_can_check_the_chain(lines):
    previous = "0" * 64
    for event in lines[1:-1]:
        assert event["prev_hash"] == previous
        previous = sha256_of({key: value for key, value in event.items() if key != "record"})
    assert lines[-1]["hash"] == previous


def test_a_stranger_can_check_the_commitment_and_the_board(lines):
    header, end = lines[0], lines[-1]
    secret = bytes.fromhex(end["secret"])
    assert header["commitment"] == hashlib.sha256(secret).hexdigest()
    board = json.loads((BOARD_FOLDER / f"{header['board']}.json").read_text(encoding="utf-8"))
    facts = {key: board[key] for key in ("tracks", "tickets")}
    facts["rules"] = {key: value for key, value in board["rules"].items() if key != "counts"}
    facts["cities"] = [
        {key: value for key, value in city.items() if key != "name"} for city in board["cities"]
    ]
    assert header["board_digest"] == sha256_of(facts)


def test_a_stranger_can_redo_the_shuffles(lines):
    """Seats, the first deck, tickets, and every later deck from the discards."""
    header, secret = lines[0], bytes.fromhex(lines[-1]["secret"])
    joined = b"".join(
        len(text.encode()).to_bytes(4, "big") + text.encode() for text in header["contributions"]
    )
    key = hmac.new(secret, b"night-mail/chance/1" + joined, "sha256").digest()

    def shuffled(items: list, number: int) -> list:
        stream = b"".join(
            hmac.new(
                key, b"shuffle" + number.to_bytes(4, "big") + block.to_bytes(4, "big"), "sha256"
            ).digest()
            for block in range(20)
        )
        words = (int.from_bytes(stream[n : n + 4], "big") for n in range(0, len(stream), 4))
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            w = next(words)
            while w >= 2**32 // (i + 1) * (i + 1):
                w = next(words)
            items[i], items[w % (i + 1)] = items[w % (i + 1)], items[i]
        return items

    board = json.loads((BOARD_FOLDER / f"{header['board']}.json").read_text(encoding="utf-8"))
    lengths = {track["id"]: track["length"] for track in board["tracks"]}
    deck = [colour for colour in COLOURS for _ in range(12)] + ["locomotive"] * 14
    discards: list[str] = []
    number = 0
    for event in lines[1:-1]:
        kind, data = event["type"], event["data"]
        if kind == "game.started":
            assert data["order"] == shuffled(range(header["seats"]), number)
        elif kind == "game.deck_shuffled":
            pile = deck if number == 1 else sorted(discards, key=[*COLOURS, "locomotive"].index)
            assert data["cards"] == shuffled(pile, number)
            discards = []
        elif kind == "game.tickets_shuffled":
            tickets = [f"{ticket['a']}-{ticket['b']}" for ticket in board["tickets"]]
            assert data["tickets"] == shuffled(tickets, number)
        elif kind == "game.row_flushed":
            discards += data["cards"]
        elif kind in ("game.route_claimed", "game.bullet_train_placed"):
            coloured = lengths[data["track"]] - data["locomotives"]
            discards += ["locomotive"] * data["locomotives"] + [data["colour"]] * coloured
        if data.get("shuffle") is not None:
            assert data["shuffle"] == number
            number += 1
    assert number >= 3
