"""``check``: whether records add up, down to every shuffle."""

from __future__ import annotations

import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from pathlib import Path

from engine import record
from engine.cli.common import (
    Commands,
    clear_progress_bar,
    limit,
    positive,
    with_progress_bar,
)
from engine.errors import RecordError

STANDARD_INPUT = "-"
ABOUT = """\
Checks records of finished games (docs/record-format.md): the hash chain, the commitment, every
shuffle, and every event against the rules. Tells the first fault that it finds of each kind, with
its line or event; event 0 is on line 2.
"""
EXIT = """\
exit status:
  0  every record adds up
  1  one of them does not
  2  a file cannot be opened, or there was not enough memory or time
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "check",
        help="check records of finished games",
        description=ABOUT,
        epilog=EXIT,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "records", nargs="+", metavar="RECORD", help="a file, or - for standard input"
    )
    parser.add_argument("--quiet", action="store_true", help="tell of those with faults alone")
    parser.add_argument(
        "--max-seconds", type=positive, metavar="N", help="give up after N seconds of CPU (Unix)"
    )
    parser.add_argument(
        "--max-megabytes", type=positive, metavar="N", help="use no more memory than N MB (Unix)"
    )
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Check every record named; return 1 if one of them does not add up."""
    limit(options.max_seconds, options.max_megabytes)
    bad = 0
    try:
        for name in with_progress_bar(options.records, len(options.records)):
            faults = faults_of(name)
            bad += bool(faults)
            clear_progress_bar()
            for fault in faults:
                print(f"{name}: {fault}", file=sys.stderr)
            if not faults and not options.quiet:
                print(f"{name}: adds up")
    except MemoryError:
        print(f"{name}: there was not enough memory to check it.", file=sys.stderr)
        return 2
    if len(options.records) > 1:
        print(f"{len(options.records) - bad} of {len(options.records)} add up.", file=sys.stderr)
    return 1 if bad else 0


def faults_of(name: str) -> list[str]:
    """Every fault of a record file as a sentence."""
    try:
        if name == STANDARD_INPUT:
            loaded = record.load_stream(sys.stdin.buffer)
        else:
            loaded = record.load_file(Path(name))
    except RecordError as error:
        return [str(error)]
    return record.check(loaded)
