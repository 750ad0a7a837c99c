"""The command line of the engine, one file a command. It needs nothing but Python."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from engine import native
from engine.cli import arena, bench, check, play, show, simulate, think
from engine.errors import BoardError, RecordError
from engine.rules.versions import RULES_VERSION
from engine.version import VERSION


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status: 0 well, 1 something does not add up, 2 wrong usage."""
    parser = ArgumentParser(prog="python -m engine", description="Night Mail's railway games.")
    version = f"Night Mail {VERSION}, rules {RULES_VERSION}, {native.RUNNING}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for command in (simulate, check, show, play, bench, think, arena):
        command.add(commands)
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough; nothing more may be written to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (BoardError, RecordError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
