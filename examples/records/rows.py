"""Read records of games into rows, for a spreadsheet or a data frame.

Only the standard library is needed; the format is described in docs/record-format.md:

    python rows.py --moves moves.csv --results results.csv games/*.jsonl
    python rows.py --moves moves.csv night-mail-2026-10.zip

A row of `moves.csv` is an action: who did what in which turn, and what it scored. A row of
`results.csv` is a side of a finished game; without both options it goes to standard output. What
a director took back is left out. Of a ZIP file, such as all games of a month, each record in it is
read, one at a time.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
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


def texts(path: Path) -> Iterator[tuple[str, str]]:
    """Name and text of each record in a file."""
    if not zipfile.is_zipfile(path):
        yield path.stem, path.read_text("utf-8")
        return
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".jsonl"):
                yield Path(name).stem, archive.read(name).decode("utf-8")


def read(text: str) -> tuple[Row, list[Row], Row]:
    """The header, the events that count, and the end of a record."""
    # Not splitlines(), which also splits at characters that may stand in a text.
    rows = [json.loads(line) for line in text.split("\n") if line.strip()]
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
            "bonuses": sum(score[name] for name in score if name.endswith("_bonus")),
            "first_to_move": int(order[0] in score["seats"]),
        }
        yield [row[key] for key in RESULTS]


def main() -> int:
    parser = argparse.ArgumentParser(description="Read records of games into rows.")
    parser.add_argument("records", nargs="+", type=Path, metavar="RECORD")
    parser.add_argument("--moves", type=Path, help="a file for a row an action")
    parser.add_argument("--results", type=Path, help="a file for a row a side")
    options = parser.parse_args()
    with ExitStack() as files:
        sinks: list[tuple[Any, bool]] = []
        for chosen, columns, of_moves in (
            (options.moves, MOVES, True),
            (options.results, RESULTS, False),
        ):
            if chosen or not (of_moves or options.moves):
                file = sys.stdout
                if chosen:
                    file = files.enter_context(chosen.open("w", newline="", encoding="utf-8"))
                sinks.append((csv.writer(file), of_moves))
                sinks[-1][0].writerow(columns)
        for path in options.records:
            try:
                for name, text in texts(path):
                    header, events, end = read(text)
                    for sink, of_moves in sinks:
                        rows = moves(name, header, events)
                        sink.writerows(rows if of_moves else results(name, header, events, end))
            except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
                print(f"{path}: cannot be read: {error}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
