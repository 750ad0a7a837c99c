"""``arena``: bots against each other, with Elo and its intervals."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError, Namespace
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from engine.board.model import Board
from engine.bots import BOTS, YARDSTICKS, bot_named
from engine.bots.arena import ANCHOR, Bout, Result, bouts, play_bouts, ratings, share_with_interval
from engine.bots.levels import LEVELS
from engine.cli.common import (
    Commands,
    add_board_options,
    board_from_options,
    columns,
    positive,
    with_progress_bar,
)

NAMES: Final = ", ".join(sorted({**BOTS, **YARDSTICKS}))


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("arena", help="let bots compete, and print their Elo")
    add_board_options(parser)
    parser.add_argument("--shuffles", type=positive, default=10, help="for each pair of bots")
    parser.add_argument("--seed", default="arena", help="the same seed, the same games")
    parser.add_argument(
        "--bot",
        action="append",
        type=_bot,
        help=f"who competes: {NAMES} or search-N, a search of N playouts; given "
        "several times (default: all levels, planner-1 and random)",
    )
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="keep each game here, and go on from it"
    )
    parser.add_argument("--json", action="store_true", help="the tables as JSON")
    parser.set_defaults(run=run)


def _bot(name: str) -> str:
    """The name of a bot, if there is one of it."""
    try:
        bot_named(name)
    except KeyError:
        raise ArgumentTypeError(
            f"there is no bot {name!r}; there are {NAMES}, and search-N"
        ) from None
    return name


def run(options: Namespace) -> int:
    """Play what has not been played yet, and print the tables."""
    board = board_from_options(options)
    bots = list(dict.fromkeys(options.bot or [*LEVELS, ANCHOR, "random"]))
    wanted = bouts(board, options.seats, bots, options.shuffles, options.seed)
    table = table_name(board, options.seats)
    played = read_results(options.results, table) if options.results else {}
    results = []
    games = play_bouts(board, options.seats, wanted, played)
    for result in with_progress_bar(games, len(wanted)):
        if options.results and result.bout not in played:
            keep_result(options.results, table, result)
        results.append(result)
    summary = summarise(board, options.seats, bots, results)
    print(json.dumps({"seed": options.seed, **summary}) if options.json else as_text(summary))
    return 0


def table_name(board: Board, seats: int) -> str:
    """The name by which a file of results knows the games at a table."""
    return f"{board.key} {seats}"


def keep_result(path: Path, table: str, result: Result) -> None:
    """Append a game to a file of results; ``table`` is a :func:`table_name`."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"table": table, **asdict(result)}) + "\n")


def read_results(path: Path, table: str) -> dict[Bout, Result]:
    """The games of a table that were played before, from a file that may not be there yet."""
    if not path.exists():
        return {}
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        if data.pop("table") == table:
            bout = Bout(**data.pop("bout"))
            found[bout] = Result(bout, **data)
    return found


def summarise(board: Board, seats: int, bots: list[str], results: list[Result]) -> dict[str, Any]:
    """The Elo of each bot and, for each pair, the share of games won and the mean margin."""
    pairs = []
    for first, second in dict.fromkeys((one.bout.first, one.bout.second) for one in results):
        met = [one for one in results if (one.bout.first, one.bout.second) == (first, second)]
        won, low, high = share_with_interval([one.won for one in met])
        pairs.append(
            {
                "first": first,
                "second": second,
                "games": len(met),
                "won": round(won, 3),
                "low": round(low, 3),
                "high": round(high, 3),
                "margin": round(sum(one.margin for one in met) / len(met), 1),
            }
        )
    return {
        "board": board.key,
        "seats": seats,
        "games": len(results),
        "elo": [asdict(rating) for rating in ratings(results, bots)],
        "pairs": pairs,
    }


def as_text(summary: dict[str, Any]) -> str:
    """The summary as two tables."""
    elo = [["bot", "Elo", "95%"]]
    elo += [
        [one["bot"], str(one["elo"]), f"{one['low']} to {one['high']}"] for one in summary["elo"]
    ]
    pairs = [["one side", "the others", "games", "won", "95%", "margin"]]
    for one in summary["pairs"]:
        interval = f"{one['low']:.0%} to {one['high']:.0%}"
        pairs.append(
            [one["first"], one["second"], str(one["games"]), f"{one['won']:.0%}", interval,
             f"{one['margin']:+}"]
        )  # fmt: skip
    return (
        f"{summary['board']}, {summary['seats']} seats, {summary['games']} games\n\n"
        f"{columns(elo)}\n\n{columns(pairs)}"
    )
