"""Records of a server that cheats with cards and tickets: all three checkers refuse them.

The forger knows the secret, so chain, hashes and shuffles are those that the forged game has.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.cards import LOCOMOTIVE
from engine.hash_chain import GENESIS, LogEntry
from engine.record import Record
from engine.rules import piles
from engine.rules.context import EventEmitter
from tests.examples.test_hoarding_games import hoard
from tests.examples.whole_games import ask_both, ask_browser, play, write

Entries = list[LogEntry]
Change = Callable[[dict[str, Any]], dict[str, Any] | None]
"""The changed data of an event, None where there is nothing to change."""


def another(card: str) -> str:
    return "red" if card != "red" else "blue"


def reverse_returned(data: dict[str, Any]) -> dict[str, Any] | None:
    returned = data["returned"][::-1]
    return {**data, "returned": returned} if returned != data["returned"] else None


def swap_kept(data: dict[str, Any]) -> dict[str, Any] | None:
    if not data["returned"]:
        return None
    kept, returned = list(data["kept"]), list(data["returned"])
    kept[0], returned[0] = returned[0], kept[0]
    return {**data, "kept": kept, "returned": returned}


def reverse_tickets(data: dict[str, Any]) -> dict[str, Any] | None:
    tickets = data["tickets"][::-1]
    return {**data, "tickets": tickets} if tickets != data["tickets"] else None


FORGERIES: dict[str, tuple[str, Change]] = {
    "a slot": ("game.card_taken", lambda data: {**data, "slot": (data["slot"] + 1) % 5}),
    "a card taken": ("game.card_taken", lambda data: {**data, "card": another(data["card"])}),
    "no refill": ("game.card_taken", lambda data: {**data, "refill": None}),
    "slots": ("game.row_filled", lambda data: {**data, "slots": [*data["slots"][::-1], 0]}),
    "a flushed card": (
        "game.row_flushed",
        lambda data: {**data, "cards": [another(data["cards"][0]), *data["cards"][1:]]},
    ),
    "a seat dealt to": ("game.cards_dealt", lambda data: {**data, "seat": 1 - data["seat"] % 2}),
    "a seat that drew": ("game.card_drawn", lambda data: {**data, "seat": 1 - data["seat"] % 2}),
    "a turn": ("game.turn_started", lambda data: {**data, "seat": 1 - data["seat"] % 2}),
    "the order returned": ("game.tickets_kept", reverse_returned),
    "a ticket kept": ("game.tickets_kept", swap_kept),
    "a ticket chosen": ("game.tickets_chosen", swap_kept),
    "first tickets returned": ("game.tickets_returned", reverse_tickets),
    "tickets dealt": ("game.tickets_dealt", reverse_tickets),
    "the numbers kept": (
        "game.choices_revealed",
        lambda data: {**data, "kept": [count + 1 for count in data["kept"]]},
    ),
    "what a tunnel asks": (
        "game.tunnel_turned_up",
        lambda data: {**data, "asks": data["asks"] + 1},
    ),
    "the result": (
        "game.ended",
        lambda data: {
            **data,
            "scores": [{**s, "tickets": s["tickets"][1:]} for s in data["scores"]],
        },
    ),
}


def chained(game: Record) -> Record:
    """The record with its chain as a forger makes it again."""
    prev = GENESIS
    for place, entry in enumerate(game.entries):
        game.entries[place] = replace(entry, prev_hash=prev)
        prev = game.entries[place].hash()
    return game


def forged(game: Record, type_: str, change: Change, rng: random.Random) -> Record | None:
    """The record with one event of a type changed; None where it has none to change."""
    found = [
        (place, data)
        for place, entry in enumerate(game.entries)
        if entry.type == type_ and (data := change(entry.data)) not in (None, entry.data)
    ]
    if not found:
        return None
    place, data = rng.choice(found)
    entries = [*game.entries]
    entries[place] = replace(entries[place], data=data)
    return chained(replace(game, entries=entries))


@pytest.mark.parametrize("board", engine.board_names())
def test_all_checkers_refuse_cards_and_tickets_that_are_not_where_they_were(
    board: str, tmp_path: Path
) -> None:
    seats = engine.load_board(board).seat_counts
    games = [play(board, seats[-1], "forged"), play(board, seats[0], "forged", hoard, 600)]
    rng = random.Random(board)
    whole = [write(game, tmp_path / f"whole-{n}.jsonl") for n, game in enumerate(games)]
    assert ask_browser(whole) == [[], []]
    paths = []
    for name, (type_, change) in FORGERIES.items():
        for n, game in enumerate(games):
            found = forged(game, type_, change, rng)
            if found is not None:
                paths.append(write(found, tmp_path / f"{name} {n}.jsonl"))
    assert len(paths) > 20
    browser = ask_browser(paths)
    for (path, mine, other), faults in zip(ask_both(paths), browser, strict=True):
        assert all((mine, other, faults)), (path.stem, mine, other, faults)


def test_all_checkers_refuse_a_deck_of_which_the_locomotives_were_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every shuffle follows from the secret, and every draw is off the top of its deck."""

    honest = piles.reshuffle_discards
    taken = 0

    def without_locomotives(emitter: EventEmitter) -> None:
        nonlocal taken
        game = emitter.game
        if not game.deck:
            taken += game.discards[LOCOMOTIVE]
            game.discards[LOCOMOTIVE] = 0
        honest(emitter)

    monkeypatch.setattr(piles, "reshuffle_discards", without_locomotives)
    paths = []
    for board in engine.board_names():
        taken = 0
        game = play(board, engine.load_board(board).seat_counts[-1], "cheated")
        if taken:
            paths.append(write(game, tmp_path / f"{board}.jsonl"))
    monkeypatch.undo()
    assert len(paths) > 5
    for (path, mine, other), faults in zip(ask_both(paths), ask_browser(paths), strict=True):
        assert all((mine, other)), path.stem
        # The forger's shuffle is that of the cards that are left.
        assert "count" in {kind for kind, *_ in faults}, path.stem


def test_the_browser_refuses_what_is_said_of_order_seats_and_end(tmp_path: Path) -> None:
    game = play("usa", 3, "ends")
    header = game.header
    cut = game.entries[: len(game.entries) // 2]
    forgeries = [
        replace(game, header=replace(header, order_fixed=not header.order_fixed)),
        replace(game, header=replace(header, seats=2)),
        replace(game, result={**(game.result or {}), "reason": "passes?"}),
        replace(game, entries=cut, result=None),
    ]
    paths = [write(chained(one), tmp_path / f"{n}.jsonl") for n, one in enumerate(forgeries)]
    assert [bool(faults) for faults in ask_browser(paths)] == [True] * 4
