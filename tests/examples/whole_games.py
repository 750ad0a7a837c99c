"""Whole games as records, and what the checkers of the engine and of `examples/` say of them."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import engine
from engine import record, wire
from engine.errors import RecordError
from engine.record import Header, Record
from engine.rules.passing import automatic_action
from engine.rules.taking_back import return_points
from games.web.play.presenters.game_page import facts_for_shuffles
from tests.paths import ROOT

Policy = Callable[[engine.Game, int, random.Random], engine.Action]


def ask_browser(paths: Sequence[Path]) -> list[list[list[str | int]]]:
    """The faults that the scripts of a game's page find in each record, which is run by node."""
    boards = {name: facts_for_shuffles(engine.load_board(name)) for name in engine.board_names()}
    with NamedTemporaryFile("w", suffix=".json") as facts:
        json.dump(boards, facts)
        facts.flush()
        program = Path(__file__).with_name("browser_checker.js")
        command = ["node", program, ROOT / "static", facts.name, *paths]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def any_legal_action(game: engine.Game, seat: int, rng: random.Random) -> engine.Action:
    return rng.choice(game.legal_actions(seat).listed())


def ask_both(
    paths: Sequence[Path], boards: Path | None = None
) -> Iterator[tuple[Path, list[str], list[str]]]:
    """Each record with the faults that the site's checker finds, and those that the other finds."""
    folder = ["--boards", boards] if boards else []
    command = ["node", ROOT / "examples/checker/check.js", "--json", *folder, *paths]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["record"] for answer in answers] == [str(path) for path in paths]
    for path, answer in zip(paths, answers, strict=True):
        try:
            faults = record.check(record.load_file(path))
        except RecordError as error:
            faults = [str(error)]
        yield path, faults, answer["faults"]


def play(
    board: str,
    seats: int,
    seed: int | str,
    choose: Policy = any_legal_action,
    most_events: int = 100_000,
) -> Record:
    """A whole game: some moves are the clock's, a director takes moves back now and then.

    A game that goes on after so many events is made void.
    """
    facts, rng = engine.load_board(board), random.Random(seed)
    chance = engine.Chance.from_seed(f"checker {seed}", seats)
    order = rng.sample(range(seats), seats) if rng.random() < 0.3 else None
    teams = None
    if facts.teams and rng.random() < 0.5:
        shuffled = rng.sample(range(seats), seats)
        teams = [shuffled[n : n + 2] for n in range(0, seats, 2)]
    game, events = engine.new_game(facts, seats, chance, order, teams)
    causes: list[tuple[engine.Event, str, dict[str, Any] | None]] = []

    def note(found: Sequence[engine.Event], actor: str, action: dict[str, Any] | None) -> None:
        causes.extend((event, actor, None if n else action) for n, event in enumerate(found))

    note(events, "table", None)
    while game.outcome is None and len(causes) < most_events:
        if rng.random() < 0.02 and len(causes) < 900:
            log = [event for event, _actor, _action in causes]
            if points := return_points(facts, log):
                game, events = engine.take_back(facts, log, rng.choice(points[-40:]), chance)
                note(events, "director", None)
        if rng.random() < 0.05:
            event = engine.events.TableEvent("table.deadline_missed", {"seat": 0})
            game.apply(event)
            note([event], "clock", None)
        seat = rng.choice(sorted(game.pending))
        late = rng.random() < 0.15
        action = automatic_action(game, seat) if late else choose(game, seat, rng)
        stored = {**wire.encode_action(action), "seat": seat}
        note(game.play(seat, action, chance), "clock" if late else str(seat), stored)
    if game.outcome is None:
        note([engine.events.TableEvent("table.voided", {})], "director", None)
    header = Header(
        board=board,
        board_digest=facts.digest,
        seats=seats,
        commitment=chance.commitment,
        contributions=list(chance.contributions),
        order_fixed=order is not None,
        teams=teams,
    )
    return record.record_game(causes, header, chance.secret)


def write(game: Record, path: Path) -> Path:
    path.write_text("".join(f"{line}\n" for line in record.dump(game)))
    return path
