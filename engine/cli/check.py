"""``check``: whether records add up, down to every shuffle."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from engine import record
from engine.cli.common import Commands
from engine.errors import RecordError


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("check", help="check records of finished games")
    parser.add_argument("records", type=Path, nargs="+", metavar="RECORD")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Check every record named; return 1 if one of them does not add up."""
    bad = 0
    for path in options.records:
        faults = faults_of(path)
        bad += bool(faults)
        if faults:
            for fault in faults:
                print(f"{path}: {fault}", file=sys.stderr)
        else:
            print(f"{path}: adds up")
    return 1 if bad else 0


def faults_of(path: Path) -> list[str]:
    """Every fault of a record file as a sentence."""
    try:
        loaded = record.load_file(path)
    except RecordError as error:
        return [str(error)]
    return record.check(loaded)
