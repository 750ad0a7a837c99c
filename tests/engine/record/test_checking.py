"""Record files: whole games that check themselves, and what a tampered one says."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import engine
from engine import record, wire
from engine.errors import RecordError
from engine.record import Header, Record


def played(board: str = "usa", seats: int = 2, seed: int = 5) -> Record:
    """A whole random game as a record."""
    facts = engine.load_board(board)
    chance = engine.Chance.from_seed(seed, seats)
    rng = random.Random(seed)
    game, events = engine.new_game(facts, seats, chance)
    told: list[tuple[engine.Event, str, dict[str, object] | None]] = [
        (event, "table", None) for event in events
    ]
    while game.outcome is None:
        seat = min(game.pending)
        action = rng.choice(game.legal_actions(seat).listed())
        stored = {**wire.encode_action(action), "seat": seat}
        for n, event in enumerate(game.play(seat, action, chance)):
            told.append((event, str(seat), stored if n == 0 else None))
    header = Header(
        board=board,
        board_digest=facts.digest,
        seats=seats,
        commitment=chance.commitment,
        contributions=list(chance.contributions),
    )
    return record.record_game(told, header, chance.secret)


@pytest.mark.parametrize(("board", "seats"), [("usa", 2), ("japan", 5)])
def test_the_record_of_a_whole_game_survives_its_file_and_adds_up(board: str, seats: int) -> None:
    """P-2"""
    original = played(board, seats)
    read = record.load(record.dump(original))
    assert read == original
    assert record.check(read) == []


def test_a_changed_event_breaks_the_chain() -> None:
    game = played()
    n = next(n for n, entry in enumerate(game.entries) if entry.type == "game.card_drawn")
    game.entries[n] = replace(game.entries[n], data={**game.entries[n].data, "card": "locomotive"})
    assert any("does not follow" in fault for fault in record.check(game))


def test_a_stacked_deck_is_found_even_under_a_whole_chain() -> None:
    game = played()
    deck = next(entry for entry in game.entries if entry.type == "game.deck_shuffled")
    cards = deck.data["cards"]
    first = next(n for n, card in enumerate(cards) if card != cards[0])
    cards[0], cards[first] = cards[first], cards[0]
    rechain(game)
    faults = record.check(game)
    assert len(faults) == 1
    assert "not what the rules and shuffles give" in faults[0]


def test_an_event_that_its_action_does_not_lead_to_is_found() -> None:
    game = played()
    entry = next(entry for entry in game.entries if entry.type == "game.route_claimed")
    entry.data["points"] += 1
    rechain(game)
    assert any("not what the rules" in fault for fault in record.check(game))


def test_another_secret_than_the_one_committed_to_is_found() -> None:
    game = played()
    game.secret = "00" * 32
    assert any("committed" in fault for fault in record.check(game))


def test_a_seat_that_acted_for_another_is_found() -> None:
    game = played()
    n = next(n for n, entry in enumerate(game.entries) if entry.type == "game.route_claimed")
    entry = game.entries[n]
    game.entries[n] = replace(entry, actor=str(1 - int(entry.actor)))
    rechain(game)
    assert any("acted for seat" in fault for fault in record.check(game))


def test_contributions_that_do_not_fit_the_seats_are_found() -> None:
    game = played()
    game.header.contributions.append("one too many")
    assert any("contributions for" in fault for fault in record.check(game))


def test_a_missing_tail_is_found() -> None:
    game = played()
    del game.entries[-1]
    assert record.check(game)


def test_a_result_that_the_events_do_not_lead_to_is_found() -> None:
    game = played()
    assert game.result is not None
    game.result = {**game.result, "reason": "passes"}
    assert record.check(game)


def rechain(game: Record) -> None:
    """What a careful forger would do after a change."""
    prev = record.GENESIS
    for n, entry in enumerate(game.entries):
        game.entries[n] = replace(entry, prev_hash=prev)
        prev = game.entries[n].hash()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda lines: lines[1:], "begins with its header"),
        (lambda lines: lines[:-1], "closes with its end line"),
        (lambda lines: [*lines[:3], "{oops", *lines[3:]], "Line 4 is not JSON"),
        (lambda lines: [lines[0], '{"record": "event", "seq": 0}', *lines[2:]], "Line 2 lacks"),
        (lambda lines: [lines[0].replace("record/1", "record/9"), *lines[1:]], "format must be"),
        (lambda lines: [lines[0], lines[1].replace("game.started", "game.flown"), lines[-1]],
         "Line 2: The event type 'game.flown' is unknown"),
        (lambda lines: [], "Line 1: a record begins"),
    ],
    ids=["no header", "no end", "no JSON", "half an event", "format", "event type", "empty"],
)  # fmt: skip
def test_a_file_that_cannot_be_read_names_the_line(spoil: object, says: str) -> None:
    lines = list(record.dump(played()))
    with pytest.raises(RecordError, match=says):
        record.load(spoil(lines))  # type: ignore[operator]


def test_the_lines_are_plain_json_objects() -> None:
    for line in record.dump(played()):
        assert isinstance(json.loads(line), dict)
