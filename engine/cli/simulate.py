"""``simulate``: bots play games; a summary, and on demand a record of each game."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from engine import record
from engine.board.model import Board
from engine.bots import BOTS
from engine.bots.match import Match, play_match
from engine.cli.common import (
    Commands,
    add_board_options,
    board_from_options,
    columns,
    positive,
    with_progress_bar,
)


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("simulate", help="let bots play many games")
    add_board_options(parser)
    parser.add_argument("--games", type=positive, default=100)
    parser.add_argument("--seed", default="1", help="the same seed, the same games")
    parser.add_argument(
        "--bot",
        action="append",
        choices=sorted(BOTS),
        help="who plays; given several times, the seats take turns (default: random)",
    )
    parser.add_argument("--record", type=Path, metavar="DIR", help="write a record of each game")
    parser.add_argument("--check", action="store_true", help="check the record of each game")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Play the games; return 1 if a record does not add up."""
    board = board_from_options(options)
    names = options.bot or ["random"]
    bots = [names[seat % len(names)] for seat in range(options.seats)]
    if options.record:
        options.record.mkdir(parents=True, exist_ok=True)
    matches = []
    faulty = 0
    began = time.perf_counter()
    for number in with_progress_bar(range(options.games), options.games):
        match = play_match(board, bots, f"{options.seed}.{number}")
        matches.append(match)
        if options.record or options.check:
            made = match.record()
            if options.record:
                name = f"{board.key}-{options.seats}-{options.seed}-{number:04}.jsonl"
                text = "".join(f"{line}\n" for line in record.dump(made))
                (options.record / name).write_text(text, encoding="utf-8")
            if options.check and (faults := record.check(made)):
                faulty += 1
                print(f"Game {options.seed}.{number}: {' '.join(faults)}", file=sys.stderr)
    summary = summarise(board, bots, matches)
    if options.json:
        print(json.dumps({"seed": options.seed, **summary}))
    else:
        print(as_text(summary, time.perf_counter() - began))
    return 1 if faulty else 0


def summarise(board: Board, bots: Sequence[str], matches: Sequence[Match]) -> dict[str, Any]:
    """Wins, points and tickets by seat, steps and the reasons why the games ended.

    A shared victory counts for each seat that shares it; a team's points for each of its seats.
    """
    rows = []
    for seat, bot in enumerate(bots):
        scores = [next(s for s in match.outcome.scores if seat in s.seats) for match in matches]
        rows.append(
            {
                "seat": seat,
                "bot": bot,
                "wins": sum(score.place == 1 for score in scores),
                "points": round(fmean(score.total for score in scores), 1),
                "least": min(score.total for score in scores),
                "most": max(score.total for score in scores),
                "tickets": round(fmean(len(score.tickets) for score in scores), 1),
                "completed": round(fmean(score.completed for score in scores), 1),
            }
        )
    reasons = Counter(match.outcome.reason for match in matches)
    return {
        "board": board.key,
        "games": len(matches),
        "seats": rows,
        "steps": round(fmean(match.steps for match in matches), 1),
        "turns": round(fmean(match.game.turn for match in matches), 1),
        "ended_by": dict(sorted(reasons.items())),
    }


def as_text(summary: dict[str, Any], seconds: float) -> str:
    """The summary as a table."""
    head = ["seat", "bot", "wins", "points", "least", "most", "tickets", "completed"]
    table = columns([head, *([str(row[name]) for name in head] for row in summary["seats"])])
    reasons = ", ".join(f"{reason} {n}" for reason, n in summary["ended_by"].items())
    games = summary["games"]
    return (
        f"{table}\n\n{games} games of {summary['board']} in {seconds:.1f} s "
        f"({games / seconds:.1f} games/s), on average {summary['steps']} steps "
        f"in {summary['turns']} turns; ended by: {reasons}."
    )
