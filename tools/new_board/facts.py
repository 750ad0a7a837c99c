"""The facts of a board file, from a table: keys, rules, and points of tickets that name none."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from engine.board.loading import build_board
from engine.board.model import Board
from engine.ways import shortest_way
from tools.new_board.table import KINDS, Setting, Table, TableError

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
"""What a route scores by its length, unless the table says otherwise (B-8)."""
RULE = "rules."
BONUSES = {
    "longest": "longest path",
    "globetrotter": "most tickets",
    "most_connected": "most connected",
}
"""Bonuses of the board file by their names in a table."""
CROSSING_POINTS = 2
"""What a crossing of a mountain scores, unless the table says otherwise (M-5)."""
Facts = dict[str, Any]


def slug(name: str) -> str:
    """The key of a name, in a-z, 0-9 and hyphens.

    >>> slug("Sault St. Marie")
    'sault-st-marie'
    """
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss").replace("ø", "o"))
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-")


def facts_of(table: Table, file: str) -> Facts:
    """The facts of a board file without its map; ``file`` is named where something is wrong.

    :raises TableError: for a setting that is not known or makes no sense.
    """
    settings = _Settings(table, file)
    keys = {city.name: slug(city.name) for city in table.cities}
    clash = {key for key in keys.values() if list(keys.values()).count(key) > 1 or not key}
    if clash:
        lines = [city.line for city in table.cities if keys[city.name] in clash]
        raise TableError(f"{file}, line {lines[-1]}: Name the cities so that a-z tells them apart.")
    tracks = []
    for route in sorted(table.routes, key=lambda row: sorted((keys[row.a], keys[row.b]))):
        a, b = sorted((keys[route.a], keys[route.b]))
        for number, colour in enumerate(route.colours, 1):
            twin = route.colours.count(colour) > 1
            row: Facts = {
                "id": f"{a}-{b}-{colour}" + (f"-{number}" if twin else ""),
                "a": a,
                "b": b,
                "length": route.length,
                "colour": colour,
            }
            if route.kind != "normal":
                row |= {"kind": route.kind, KINDS[route.kind]: route.number}
            tracks.append(row)
    _tell_apart(tracks)
    lengths = {track["length"] for track in tracks}
    facts: Facts = {
        "name": table.name,
        "notes": [" ".join(one.values) for one in table.settings.get("note", ())],
        "rules": settings.rules(lengths),
        "cities": [{"key": keys[city.name], "name": city.name} for city in table.cities],
        "tracks": tracks,
        "tickets": [
            {"a": keys[row.a], "b": keys[row.b], "points": row.points or 0} for row in table.tickets
        ],
    }
    if any(row.kind == "mountain" for row in table.routes):
        facts["rules"].setdefault("crossing_points", CROSSING_POINTS)
    counts = {name: len(facts[name]) for name in ("cities", "tracks", "tickets")}
    facts["rules"] = {"counts": counts, **facts["rules"]}
    facts["cities"].sort(key=lambda row: row["key"])
    _count_points(facts)
    return facts


def board_of(facts: Facts, key: str) -> Board:
    """The board of facts that have no map yet, to be counted and played."""
    return build_board(key, facts)


def spaces_between(board: Board, a: str, b: str) -> int | None:
    """The fewest spaces that connect two cities, None where nothing does."""
    way = shortest_way(board, (), board.tracks, a, b)
    return None if way is None else sum(board.tracks[track].length for track in way)


def _count_points(facts: Facts) -> None:
    """Give a ticket without points as many as the shortest way has spaces."""
    board = board_of(facts, "new")
    for row in facts["tickets"]:
        row["points"] = row["points"] or spaces_between(board, row["a"], row["b"]) or 1


def _tell_apart(tracks: list[Facts]) -> None:
    """Give routes of different length between the same cities different ids."""
    seen: dict[str, int] = {}
    for track in tracks:
        name = track["id"]
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            track["id"] = f"{name}-{track['length']}"


class _Settings:
    """The block ``board`` of a table, read setting by setting."""

    def __init__(self, table: Table, file: str) -> None:
        self.settings, self.file = table.settings, file

    def rules(self, lengths: set[int]) -> Facts:
        """The section ``rules`` of the board file."""
        known = {
            *("name", "note", "players", "trains", *BONUSES.values()),
            *("first tickets", "later tickets", "final round", "closed up to", "route points"),
        }
        for name, given in self.settings.items():
            if name not in known and not name.startswith(RULE):
                words = ", ".join(sorted(known))
                raise self.fault(given[0], f"There is no setting {name!r}; there are {words}.")
        points = dict(ROUTE_POINTS)
        points |= dict(enumerate(self.numbers("route points", [], 0, 99), 1))
        first = self.numbers("first tickets", [3, 2], 1, 9, count=2)
        later = self.numbers("later tickets", [3, 1], 1, 9, count=2)
        bonuses = {key: self.numbers(name, [0], 0, 99, count=1)[0] for key, name in BONUSES.items()}
        rules: Facts = {
            "seats": sorted(set(self.numbers("players", [2, 3], 2, 6))),
            "trains": self.numbers("trains", [45], 5, 99, count=1)[0],
            "route_points": {str(n): points[n] for n in range(1, max(max(lengths), 6) + 1)},
            "setup_deal": {"offer": first[0], "keep": first[1]},
            "draw_deal": {"offer": later[0], "keep": later[1]},
            "returned_at_setup": "seat order",
            "parallels": {
                "closing_seats": self.numbers("closed up to", [3], 0, 6, count=1)[0],
                "claimable": {"2": 1, "3": 2},
            },
            "final_round": {"of": "turn", "trains": self.numbers("final round", [2], 0, 9, 1)[0]},
            "bonuses": {key: value for key, value in bonuses.items() if value},
            "tie_break_longest": True,
        }
        for name, given in self.settings.items():
            if name.startswith(RULE):
                try:
                    rules[name.removeprefix(RULE)] = json.loads(",".join(given[0].values))
                except ValueError:
                    raise self.fault(given[0], "Write the value of a rule as JSON.") from None
        return rules

    def numbers(
        self, name: str, default: list[int], least: int, most: int, count: int = 0
    ) -> list[int]:
        """Read the whole numbers of a setting; as many as ``count``, or any for 0."""
        given = self.settings.get(name)
        if not given:
            return default
        values = given[0].values
        fits = all(value.isdecimal() and least <= int(value) <= most for value in values)
        if not fits or not values or (count and len(values) != count):
            many = f"{count} whole numbers" if count > 1 else "a whole number"
            many = many if count else "whole numbers, a cell each,"
            found = ", ".join(values)
            raise self.fault(
                given[0], f"Give {name!r} {many} from {least} to {most}; found {found!r}."
            )
        return [int(value) for value in values]

    def fault(self, setting: Setting, text: str) -> TableError:
        return TableError(f"{self.file}, line {setting.line}: {text}")
