"""The facts of a board file, from a table, and their text: keys, rules, points of tickets."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from engine.board.loading import build_board
from engine.board.model import Board
from engine.ways import shortest_way
from tools.new_board.rows import Table, TicketRow
from tools.new_board.settings import rules_of

ORDER = (
    "name", "notes", "rules", "typical_events", "countries", "cities", "tracks", "tickets",
    "long_tickets", "map",
)  # fmt: skip
NUMBER_OF_KIND = {
    "tunnel": "turns_up",
    "ferry": "locomotives",
    "mountain": "crossings",
    "sets": "any_cards_for_one",
}
"""The key of the board file that holds the number of a kind of route."""
CROSSING_POINTS = 2
"""What a crossing of a mountain scores, unless the table says otherwise (M-5)."""
Facts = dict[str, Any]


def board_text(facts: Facts) -> str:
    """The text of a board file, with a line for each fact."""
    return _text({name: facts[name] for name in ORDER if name in facts}, 2) + "\n"


def _text(value: Any, levels: int, indent: str = "  ") -> str:
    """JSON; objects and lists that hold others are spread over lines, for some levels."""
    is_object, is_list = isinstance(value, dict), isinstance(value, list)
    parts = value.values() if is_object else value if is_list else ()
    if not levels or not any(isinstance(part, dict | list) for part in parts):
        return json.dumps(value, ensure_ascii=False)
    if is_object:
        opening, closing = "{}"
        # The map has a level more: its places, tracks and shapes have a line each.
        rows = [
            f"{json.dumps(name)}: {_text(part, levels - (name != 'map'), indent + '  ')}"
            for name, part in value.items()
        ]
    else:
        opening, closing = "[]"
        rows = [_text(part, levels - 1) for part in value]
    inner = f",\n{indent}".join(rows)
    return f"{opening}\n{indent}{inner}\n{indent[2:]}{closing}"


def slug(name: str) -> str:
    """The key of a name, in a-z, 0-9 and hyphens.

    >>> slug("Sault St. Marie")
    'sault-st-marie'
    """
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss").replace("ø", "o"))
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-")


def facts_of(table: Table) -> Facts:
    """The facts of a board file without its map.

    :raises TableError: for a setting that is not known or makes no sense.
    """
    keys = {name: slug(name) for name in (*(city.name for city in table.cities), *table.countries)}
    uses = Counter(keys.values())
    clash = [city.line for city in table.cities if uses[keys[city.name]] > 1 or not keys[city.name]]
    if clash:
        table.fault(clash[-1], "Name the cities so that a-z tells them apart.")
    rules = rules_of(table)
    table.check()
    facts: Facts = {
        "name": table.given("name").values[0],
        "notes": [" ".join(one.values) for one in table.settings.get("note", ())],
        "rules": rules,
        "cities": _cities(table, keys),
        "tracks": _tracks(table, keys),
        "tickets": [_ticket(row, keys) for row in table.tickets if not row.long],
    }
    if table.countries:
        facts["countries"] = [{"key": keys[name], "name": name} for name in table.countries]
    if long := [_ticket(row, keys) for row in table.tickets if row.long]:
        facts["long_tickets"] = long
    if any(row.kind == "mountain" for row in table.routes):
        rules.setdefault("crossing_points", CROSSING_POINTS)
    counts = {"cities": table.cities, "tracks": facts["tracks"], "tickets": table.dealt}
    facts["rules"] = {"counts": {name: len(rows) for name, rows in counts.items()}, **rules}
    _count_points(facts)
    return facts


def spaces_between(board: Board, near: Iterable[str], far: Iterable[str]) -> int | None:
    """The fewest spaces that connect one of the near cities to a far one; None where none do."""
    ways = [shortest_way(board, (), board.tracks, a, b) for a, b in product(near, far)]
    return min(
        (sum(board.tracks[key].length for key in way) for way in ways if way is not None),
        default=None,
    )


def _cities(table: Table, keys: Mapping[str, str]) -> list[Facts]:
    """The cities; an end place bears the name of its country, which is what people read there."""
    rows = []
    for city in table.cities:
        row: Facts = {"key": keys[city.name], "name": city.country or city.name}
        if city.country:
            row["country"] = keys[city.country]
        if city.junction:
            row["junction"] = True
        rows.append(row)
    return sorted(rows, key=lambda row: row["key"])


def _tracks(table: Table, keys: Mapping[str, str]) -> list[Facts]:
    rows = []
    seen = Counter[str]()
    for route in sorted(table.routes, key=lambda row: sorted((keys[row.a], keys[row.b]))):
        a, b = sorted((keys[route.a], keys[route.b]))
        for number, colour in enumerate(route.colours, 1):
            name = f"{a}-{b}-{'bullet' if route.kind == 'bullet' else colour}"
            if route.colours.count(colour) > 1:
                name += f"-{number}"
            seen[name] += 1
            if seen[name] > 1:
                # Routes of different length may lead from one city to the other.
                name += f"-{route.length}"
            row: Facts = {"id": name, "a": a, "b": b, "length": route.length, "colour": colour}
            if route.kind not in ("normal", "sets"):
                row["kind"] = route.kind
            if route.kind in NUMBER_OF_KIND:
                row[NUMBER_OF_KIND[route.kind]] = route.number
            rows.append(row)
    return rows


def _ticket(row: TicketRow, keys: Mapping[str, str]) -> Facts:
    ends = [{"b": keys[name], "points": points} for name, points in row.ends]
    if not row.for_countries:
        return {"a": keys[row.a], **ends[0]}
    copies = {"copies": row.copies} if row.copies > 1 else {}
    return {"a": keys[row.a], **copies, "to": ends}


def _count_points(facts: Facts) -> None:
    """Give tickets and ends without points as many as the shortest way has spaces."""
    board = build_board("new", facts)
    places = {key: [key] for key in board.cities}
    for city in board.cities.values():
        if city.country:
            places.setdefault(city.country, []).append(city.key)
    for row in (*facts["tickets"], *facts.get("long_tickets", ())):
        for end in row.get("to", (row,)):
            if not end["points"]:
                fewest = spaces_between(board, places[row["a"]], places[end["b"]])
                end["points"] = fewest or 1
