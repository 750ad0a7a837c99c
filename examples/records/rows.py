"""Read records of games into rows, for a spreadsheet or a data frame.

Only the standard library is needed; the format is described in docs/record-format.md:

    python rows.py --moves moves.csv --results results.csv games/*.jsonl

A row of `moves.csv` is an action: who did what in which turn, and what it scored. A row of
`results.csv` is a side of a finished game; without both options it goes to standard output. What
a director took back is left out.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

MOVES = [
    "game", "board", "seats", "turn", "seq", "at", "seat", "by_clock", "action", "track", "colour",
    "cards", "locomotives", "points", "tickets",
]  # fmt: skip
RESULTS = [
    "game", "board", "seats", "reason", "place", "side", "total", "routes", "tickets_completed",
    "tickets_kept", "ticket_points", "longest", "bonuses", "first_to_move",
]  # fmt: skip
Row = dict[str, Any]
BONUSES = ("longest_bonus", "bullet_bonus", "globetrotter_bonus")


def read(path: Path) -> tuple[Row, list[Row], Row]:
    """The header, the events that count, and the end of a record."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    header, *events, end = rows
    if header.get("format") != "night-mail-record/1":
        raise ValueError("it is not a record that this program knows")
    return header, list(effective(events)), end


def effective(events: list[Row]) -> Iterator[Row]:
    """The game's events without those that a director took back, oldest first."""
    counted = []
    seq = len(events) - 1
    while seq >= 0:
        event = events[seq]
        counted.append(event)
        seq = event["data"]["to"] if event["type"] == "game.taken_back" else seq - 1
    return (event for event in reversed(counted) if event["type"].startswith("game."))


def moves(
    name: str, header: dict[str, Any], events: Iterable[dict[str, Any]]
) -> Iterator[list[Any]]:
    """A row for each action, in order."""
    turn = 0
    row: Row | None = None
    game = {"game": name, "board": header["board"], "seats": header["seats"]}
    for event in events:
        data = event["data"]
        if event["type"] == "game.turn_started":
            turn = data["number"]
        action = event["action"]
        if action is not None:
            if row is not None:
                yield [row.get(key, "") for key in MOVES]
            row = {
                **game,
                "turn": turn,
                "seq": event["seq"],
                "at": event["at"],
                "seat": action["seat"],
                "by_clock": int(event["actor"] == "clock"),
                "action": action["type"],
                "track": data.get("track", ""),
                "colour": data.get("colour", ""),
                "locomotives": data.get("locomotives", ""),
                "tickets": " ".join(action.get("tickets", [])),
            }
        if row is not None:
            # A tunnel that asks for nothing is built by the claim itself.
            row["points"] = data.get("points", row.get("points", ""))
            if event["type"] in ("game.card_drawn", "game.card_taken"):
                row["cards"] = data["card"]
    if row is not None:
        yield [row.get(key, "") for key in MOVES]


def results(name: str, header: Row, events: Iterable[Row], end: Row) -> Iterator[list[Any]]:
    """A row for each side; none for a game that a director ended."""
    result = end["result"]
    if result is None:
        return
    order = next(event["data"]["order"] for event in events if event["type"] == "game.started")
    for score in result["scores"]:
        row = {
            "game": name,
            "board": header["board"],
            "seats": header["seats"],
            "reason": result["reason"],
            "place": score["place"],
            "side": "+".join(map(str, score["seats"])),
            "total": score["total"],
            "routes": score["routes"],
            "tickets_completed": score["completed"],
            "tickets_kept": len(score["tickets"]),
            "ticket_points": sum(ticket["points"] for ticket in score["tickets"]),
            "longest": score["longest"],
            "bonuses": sum(score[bonus] for bonus in BONUSES),
            "first_to_move": int(order[0] in score["seats"]),
        }
        yield [row[key] for key in RESULTS]


def main() -> int:
    parser = argparse.ArgumentParser(description="Read records of games into rows.")
    parser.add_argument("records", nargs="+", type=Path, metavar="RECORD")
    parser.add_argument("--moves", type=Path, help="a file for a row an action")
    parser.add_argument("--results", type=Path, help="a file for a row a side")
    options = parser.parse_args()
    move_rows: list[list[Any]] = []
    result_rows: list[list[Any]] = []
    for path in options.records:
        try:
            header, events, end = read(path)
        except (OSError, ValueError, KeyError) as error:
            print(f"{path}: cannot be read: {error}", file=sys.stderr)
            return 1
        move_rows += moves(path.stem, header, events)
        result_rows += results(path.stem, header, events, end)
    if options.moves:
        write(options.moves.open("w", newline="", encoding="utf-8"), MOVES, move_rows)
    if options.results:
        write(options.results.open("w", newline="", encoding="utf-8"), RESULTS, result_rows)
    if not options.moves and not options.results:
        write(sys.stdout, RESULTS, result_rows)
    return 0


def write(file: Any, names: list[str], rows: list[list[Any]]) -> None:
    with file:
        out = csv.writer(file)
        out.writerow(names)
        out.writerows(rows)


if __name__ == "__main__":
    sys.exit(main())
