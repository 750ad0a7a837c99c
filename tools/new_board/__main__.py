"""Make a board of a table: read it, draw it, play it with bots, and report.

    make new-board NAME=lantern-island

reads tools/new_board/lantern-island.csv (or --table FILE) and writes the board file,
engine/board/data/lantern-island.json (or --out FILE). docs/boards.md walks through it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.board.checking import MAX_KEY
from engine.board.loading import BOARD_FOLDER, build_board, read_board
from engine.errors import BoardError
from tools.new_board.drawing import lay_out, map_of
from tools.new_board.facts import board_text, facts_of, slug
from tools.new_board.playing import Games, play_tables
from tools.new_board.report import report
from tools.new_board.rows import TableError
from tools.new_board.table import read_table

HERE = Path(__file__).parent
STEPS = 24_000
GAMES = 100


def main() -> int:
    """Return 1 where nothing could be written, and say why."""
    options = _options()
    try:
        return _make(options)
    except (TableError, BoardError) as error:
        sys.stderr.write(f"{error}\n\nNothing was written.\n")
        return 1


def _make(options: argparse.Namespace) -> int:
    began = time.perf_counter()
    name = options.name
    if slug(name) != name or len(name) > MAX_KEY:
        raise TableError(f"Name the board in a-z, 0-9 and hyphens: NAME={slug(name)[:MAX_KEY]}")
    source = options.table or HERE / f"{name}.csv"
    out = options.out or BOARD_FOLDER / f"{name}.json"
    if out.stem != name:
        raise TableError(f"Name the file after the board: {name}.json")
    if not source.exists():
        raise TableError(
            f"There is no table {source}. Copy {HERE / 'lantern-island.csv'} there and write your "
            "own cities, routes and tickets into it, or name another file with TABLE=..."
        )
    table = read_table(source)
    facts = facts_of(table)
    tables: list[Games] = []
    if options.games:
        tables = play_tables(facts, name, options.games)
        facts["typical_events"] = {
            str(one.seats): 5 * round(one.mean(lambda game: game.events) / 5)
            for one in tables
            if set(one.bots) == {"planner"}
        }
    if not options.report_only:
        layout = lay_out(table, facts, options.steps)
        facts["map"] = map_of(table, facts, layout)
        with TemporaryDirectory() as folder:
            draft = Path(folder) / out.name
            draft.write_text(board_text(facts), encoding="utf-8")
            board = read_board(draft)
            shutil.move(draft, out)
    else:
        board = build_board(name, facts)
    sys.stdout.write(f"{report(table, board, tables)}\n")
    if not options.report_only:
        if touching := layout.touching():
            sys.stdout.write(
                f"On the map {touching} pairs of spaces and names still touch: move cities apart "
                "where it is crowded, or draw longer with --steps 80000.\n\n"
            )
        sys.stdout.write(f"Written: {out}\n")
    sys.stdout.write(f"Done in {time.perf_counter() - began:.0f} seconds.\n")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.new_board",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", help="the key of the board, in a-z, 0-9 and hyphens")
    parser.add_argument("--table", type=Path, help="the table, a CSV file")
    parser.add_argument("--out", type=Path, help="the board file to write")
    parser.add_argument("--games", type=int, default=GAMES, help="games at each kind of table")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps of the drawing")
    parser.add_argument("--report-only", action="store_true", help="draw and write nothing")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
