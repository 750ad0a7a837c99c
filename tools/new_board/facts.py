"""The facts of a board file, from a table, and their text: keys, rules, points of tickets."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

from engine.board.loading import build_board
from engine.board.model import Board, Ticket
from engine.ways import shortest_way
from tools.new_board.rows import KINDS, CityRow, Table, TableError, TicketRow
from tools.new_board.settings import Settings

ORDER = (
    "name", "notes", "rules", "typical_events", "countries", "cities", "tracks", "tickets",
    "long_tickets", "map",
)  # fmt: skip
SPREAD = {*ORDER[2:3], *ORDER[4:9], "panels", "places", "shapes"}
"""Sections of a line for each of their facts."""
CROSSING_POINTS = 2
"""What a crossing of a mountain scores, unless the table says otherwise (M-5)."""
Facts = dict[str, Any]


def board_text(facts: Facts) -> str:
    """The text of a board file."""
    return _object({name: facts[name] for name in ORDER if name in facts}, "  ") + "\n"


def _object(facts: Facts, indent: str) -> str:
    rows = [f"{_dump(name)}: {_section(name, value, indent)}" for name, value in facts.items()]
    return _lines("{}", rows, indent)


def _section(name: str, value: Any, indent: str) -> str:
    deeper = indent + "  "
    if name == "map":
        return _object(value, deeper)
    if name not in SPREAD:
        return _dump(value)
    if isinstance(value, dict):
        return _lines("{}", [f"{_dump(key)}: {_dump(one)}" for key, one in value.items()], deeper)
    return _lines("[]", [*map(_dump, value)], deeper)


def _lines(brackets: str, rows: list[str], indent: str) -> str:
    inner = f",\n{indent}".join(rows)
    return f"{brackets[0]}\n{indent}{inner}\n{indent[2:]}{brackets[1]}"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


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
    settings = Settings(table, file)
    keys = {city.name: slug(city.name) for city in table.cities}
    keys |= {name: slug(name) for name in table.countries}
    clash = {key for key in keys.values() if list(keys.values()).count(key) > 1 or not key}
    if clash:
        lines = [city.line for city in table.cities if keys[city.name] in clash]
        raise TableError(f"{file}, line {lines[-1]}: Name the cities so that a-z tells them apart.")
    tracks = []
    for route in sorted(table.routes, key=lambda row: sorted((keys[row.a], keys[row.b]))):
        a, b = sorted((keys[route.a], keys[route.b]))
        for number, colour in enumerate(route.colours, 1):
            twin = route.colours.count(colour) > 1
            name = "bullet" if route.kind == "bullet" else colour
            row: Facts = {
                "id": f"{a}-{b}-{name}" + (f"-{number}" if twin else ""),
                "a": a,
                "b": b,
                "length": route.length,
                "colour": colour,
            }
            if route.kind not in ("normal", "sets"):
                row["kind"] = route.kind
            if route.kind in KINDS:
                row[KINDS[route.kind]] = route.number
            tracks.append(row)
    _tell_apart(tracks)
    lengths = {track["length"] for track in tracks}
    facts: Facts = {
        "name": table.name,
        "notes": [" ".join(one.values) for one in table.settings.get("note", ())],
        "rules": settings.rules(lengths),
        "cities": [_city(city, keys) for city in table.cities],
        "tracks": tracks,
        "tickets": [_ticket(row, keys) for row in table.tickets if not row.long],
    }
    if table.countries:
        facts["countries"] = [{"key": keys[name], "name": name} for name in table.countries]
    if long := [_ticket(row, keys) for row in table.tickets if row.long]:
        facts["long_tickets"] = long
    if any(row.kind == "mountain" for row in table.routes):
        facts["rules"].setdefault("crossing_points", CROSSING_POINTS)
    counts = {"cities": len(facts["cities"]), "tracks": len(tracks), "tickets": len(table.dealt)}
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


def spaces_of(board: Board, ticket: Ticket) -> int | None:
    """The fewest spaces that complete a ticket, at whichever of its ends; None where none do."""
    return _nearest(board, ticket.near_cities, ticket.far_cities)


def _nearest(board: Board, near: Collection[str], far: Collection[str]) -> int | None:
    ways = (spaces_between(board, a, b) for a in near for b in far)
    return min((way for way in ways if way is not None), default=None)


def _city(city: CityRow, keys: Mapping[str, str]) -> Facts:
    """A city; an end place bears the name of its country, which is what people read there."""
    row: Facts = {"key": keys[city.name], "name": city.country or city.name}
    if city.country:
        row["country"] = keys[city.country]
    if city.junction:
        row["junction"] = True
    return row


def _ticket(row: TicketRow, keys: Mapping[str, str]) -> Facts:
    """A ticket, with 0 for points that are still to be counted."""
    if not row.ends:
        return {"a": keys[row.a], "b": keys[row.b], "points": row.points or 0}
    copies = {"copies": row.copies} if row.copies > 1 else {}
    ends = [{"b": keys[name], "points": points or 0} for name, points in row.ends]
    return {"a": keys[row.a], **copies, "to": ends}


def _count_points(facts: Facts) -> None:
    """Give tickets and ends without points as many as the shortest way has spaces."""
    board = board_of(facts, "new")
    places = {key: [key] for key in board.cities}
    for city in board.cities.values():
        if city.country:
            places.setdefault(city.country, []).append(city.key)
    for row in (*facts["tickets"], *facts.get("long_tickets", ())):
        for end in row.get("to", (row,)):
            end["points"] = (
                end["points"] or _nearest(board, places[row["a"]], places[end["b"]]) or 1
            )


def _tell_apart(tracks: list[Facts]) -> None:
    """Give routes of different length between the same cities different ids."""
    seen: dict[str, int] = {}
    for track in tracks:
        name = track["id"]
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            track["id"] = f"{name}-{track['length']}"
