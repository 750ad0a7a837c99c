"""Read the table of a new board: one CSV file of a few blocks, each with a heading of its own.

Every fault is told with its line, and all of them at once. docs/boards.md describes the table.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.cards import COLOURS, GRAY

BLOCKS = {
    "board": (),
    "cities": ("name", "latitude", "longitude"),
    "routes": ("from", "to", "length", "colour"),
    "tickets": ("from", "to"),
    "outlines": ("kind", "name", "latitude", "longitude"),
}
"""The blocks and the columns that each needs; the first has settings, one a line."""
MORE_COLUMNS = {"routes": ("kind",), "tickets": ("points",)}
MUST_HAVE = ("board", "cities", "routes", "tickets")
KINDS = {"tunnel": "turns_up", "ferry": "locomotives", "mountain": "crossings"}
"""Kinds of route, each with the key of the board file that holds its number."""
OUTLINES = ("land", "home", "border", "water", "park", "river")
SAME = {"grey": GRAY, "pink": "purple", "any": GRAY}


class TableError(Exception):
    """The faults of a table, a line each."""


@dataclass(frozen=True)
class CityRow:
    line: int
    name: str
    latitude: float
    longitude: float


@dataclass(frozen=True)
class RouteRow:
    """A route; several colours are parallel tracks. ``number`` belongs to its kind."""

    line: int
    a: str
    b: str
    length: int
    colours: tuple[str, ...]
    kind: str = "normal"
    number: int = 0


@dataclass(frozen=True)
class TicketRow:
    """A ticket; without ``points`` they are counted from the map."""

    line: int
    a: str
    b: str
    points: int | None


@dataclass(frozen=True)
class Setting:
    line: int
    values: tuple[str, ...]


@dataclass
class Table:
    """What a table says; ``outlines`` are rings and lines by kind and name."""

    name: str = ""
    settings: dict[str, list[Setting]] = field(default_factory=dict)
    cities: list[CityRow] = field(default_factory=list)
    routes: list[RouteRow] = field(default_factory=list)
    tickets: list[TicketRow] = field(default_factory=list)
    outlines: dict[tuple[str, str], list[tuple[float, float]]] = field(default_factory=dict)


Row = dict[str, str]


def read_table(path: Path) -> Table:
    """Read a table.

    :raises TableError: names the file, and each fault with its line and what to mend there.
    """
    reader = _Reader(path)
    reader.read()
    if reader.faults:
        raise TableError("\n".join(reader.faults))
    return reader.table


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.table = Table()
        self.faults: list[str] = []
        self.decimal = "."
        self.names: dict[str, int] = {}

    def fault(self, line: int, text: str) -> None:
        self.faults.append(f"{self.path.name}, line {line}: {text}")

    def read(self) -> None:
        seen: set[str] = set()
        block, columns = "", ()
        for line, cells in self._rows():
            head = cells[0].lower()
            if head in BLOCKS and not any(cells[1:]):
                block, columns = head, ()
                if head in seen:
                    self.fault(line, f"There are two blocks {head!r}; join them.")
                seen.add(head)
            elif not block:
                self.fault(line, f"Begin a block first: a line with {_listed(BLOCKS)}.")
            elif block == "board":
                values = tuple(cell for cell in cells[1:] if cell)
                self.table.settings.setdefault(head, []).append(Setting(line, values))
            elif not columns:
                columns = self._columns(line, block, cells)
            else:
                row = dict(zip(columns, [*cells, *[""] * len(columns)], strict=False))
                getattr(self, f"_{block}")(line, row)
        for name in MUST_HAVE:
            if name not in seen:
                self.fault(1, f"Add a block {name!r}: a line with that word, then its rows.")
        names = self.table.settings.get("name", [])
        if "board" in seen and not (names and names[0].values):
            self.fault(1, "Say in the block 'board' what it is called: name,My Board")
        elif names:
            self.table.name = names[0].values[0]
        if not self.faults:
            self._cross_check()

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """The lines that say something, without the empty cells at their ends."""
        try:
            text = self.path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise TableError(f"{self.path.name}: Save the table as CSV in UTF-8.") from None
        except OSError as error:
            raise TableError(f"{self.path}: {error.strerror}.") from None
        lines = [line for line in text.splitlines() if not line.lstrip('"').startswith("#")]
        separator = max(",;\t", key=lambda sign: sum(line.count(sign) for line in lines[:40]))
        self.decimal = "," if separator != "," else "."
        reader = csv.reader(io.StringIO(text), delimiter=separator)
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells) and not cells[0].startswith("#"):
                yield reader.line_num, cells

    def _columns(self, line: int, block: str, cells: list[str]) -> tuple[str, ...]:
        columns = tuple(cell.lower().replace("color", "colour") for cell in cells)
        columns = tuple("colour" if name == "colourur" else name for name in columns)
        for name in BLOCKS[block]:
            if name not in columns:
                self.fault(line, f"Begin {block} with a line that names the column {name!r}.")
        for name in columns:
            if name and name not in (*BLOCKS[block], *MORE_COLUMNS.get(block, ())):
                self.fault(line, f"There is no column {name!r} in {block}; drop or rename it.")
        return columns

    def _degrees(self, line: int, row: Row, name: str, most: float) -> float:
        text = row.get(name, "").replace(self.decimal, ".")
        try:
            value = float(text)
        except ValueError:
            value = most + 1
        if not -most <= value <= most:
            self.fault(
                line, f"Write the {name} in degrees, such as 47.5; found {row.get(name, '')!r}."
            )
            return 0.0
        return value

    def _whole(self, line: int, what: str, text: str, least: int, most: int) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            self.fault(line, f"Make {what} a whole number from {least} to {most}; found {text!r}.")
            return least
        return int(text)

    def _cities(self, line: int, row: Row) -> None:
        name = row.get("name", "")
        if not name:
            self.fault(line, "Give the city a name.")
            return
        if name.casefold() in self.names:
            self.fault(line, f"{name} stands in line {self.names[name.casefold()]} already.")
            return
        self.names[name.casefold()] = line
        where = (
            self._degrees(line, row, "latitude", 85),
            self._degrees(line, row, "longitude", 180),
        )
        self.table.cities.append(CityRow(line, name, *where))

    def _routes(self, line: int, row: Row) -> None:
        length = self._whole(line, "the length", row.get("length", ""), 1, 9)
        colours = []
        for word in row.get("colour", "").lower().split("/"):
            colour = SAME.get(word.strip(), word.strip())
            if colour not in (*COLOURS, GRAY):
                known = _listed((*COLOURS, GRAY))
                self.fault(line, f"Make the colour one of {known}; found {word!r}.")
            colours.append(colour)
        kind, number = "normal", 0
        words = row.get("kind", "").lower().split()
        if words and words != ["normal"]:
            kind = words[0]
            if kind not in KINDS or len(words) != 2:
                self.fault(
                    line,
                    "Leave the kind empty, or write 'tunnel 3' (cards turned up), 'ferry 1' "
                    f"(locomotives) or 'mountain 1' (crossings); found {row['kind']!r}.",
                )
            else:
                most = 10 if kind == "tunnel" else length
                number = self._whole(line, f"the number of the {kind}", words[1], 1, most)
        route = RouteRow(line, row["from"], row["to"], length, tuple(colours), kind, number)
        self.table.routes.append(route)

    def _tickets(self, line: int, row: Row) -> None:
        text = row.get("points", "")
        points = self._whole(line, "the points", text, 1, 99) if text else None
        self.table.tickets.append(TicketRow(line, row["from"], row["to"], points))

    def _outlines(self, line: int, row: Row) -> None:
        kind = row.get("kind", "").lower()
        if kind not in OUTLINES:
            self.fault(line, f"Make the kind of the outline one of {_listed(OUTLINES)}.")
        point = (
            self._degrees(line, row, "latitude", 90),
            self._degrees(line, row, "longitude", 180),
        )
        self.table.outlines.setdefault((kind, row.get("name", "")), []).append(point)

    def _cross_check(self) -> None:
        """Find ends that are no city, and what stands in the table twice."""
        known = {city.name: city.line for city in self.table.cities}
        folded = {name.casefold(): name for name in known}
        for what, rows in (("route", self.table.routes), ("ticket", self.table.tickets)):
            seen: dict[tuple[object, ...], int] = {}
            for row in rows:
                for end in (row.a, row.b):
                    if end in known:
                        continue
                    near = folded.get(end.casefold())
                    hint = f"did you mean {near}?" if near else "add it to the cities or mend it."
                    self.fault(row.line, f"There is no city {end!r}; {hint}")
                if row.a == row.b:
                    self.fault(row.line, f"Let the {what} lead from one city to another.")
                pair: tuple[object, ...] = tuple(sorted((row.a, row.b)))
                if isinstance(row, RouteRow):
                    pair = (*pair, row.length)
                if pair in seen:
                    hint = (
                        "for a double route write both colours in one line, as red/blue."
                        if what == "route"
                        else "leave one of them out."
                    )
                    self.fault(row.line, f"The {what} is in line {seen[pair]} already; {hint}")
                seen[pair] = row.line


def _listed(words: object) -> str:
    *first, last = map(str, words)  # type: ignore[call-overload]
    return f"{', '.join(first)} or {last}"
