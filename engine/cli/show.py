"""``show``: the log and the table of a record, for one reader, up to any event."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from engine import record
from engine.board import load_board
from engine.cli.common import Commands, game_as_text
from engine.errors import RecordError
from engine.game import replay_steps
from engine.text.log_lines import describe_event
from engine.view import view


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("show", help="tell a recorded game")
    parser.add_argument("record", type=Path, metavar="RECORD")
    parser.add_argument("--seat", type=int, help="as this seat sees it (default: a spectator)")
    parser.add_argument("--at", type=int, metavar="SEQ", help="up to this event (default: all)")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print a line an event, then the table as it was."""
    loaded = record.load_file(options.record)
    faults = record.check(loaded)
    if faults:
        print(
            f"{options.record} does not add up, so it cannot be told: {faults[0]}", file=sys.stderr
        )
        return 1
    seats, last = loaded.header.seats, len(loaded.entries) - 1
    at = last if options.at is None else options.at
    if options.seat is not None and not 0 <= options.seat < seats:
        print(f"The seats of this game are 0 to {seats - 1}.", file=sys.stderr)
        return 2
    if not 0 <= at <= last:
        print(f"The events of this game are 0 to {last}.", file=sys.stderr)
        return 2
    names = [f"seat {seat}" for seat in range(seats)]
    try:
        for seq, (event, game) in enumerate(
            replay_steps(load_board(loaded.header.board), loaded.events()[: at + 1])
        ):
            line = describe_event(event, game, names=names, seat=options.seat)
            if line:
                print(f"{seq:>5}  {line}")
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    print()
    print(game_as_text(view(game, options.seat), names))
    return 0
