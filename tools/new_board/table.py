"""Read the table of a new board: one CSV file of a few blocks, each with a heading of its own.

Every fault is reported with its line, and all of them at once. docs/boards.md describes the table.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from engine.cards import COLOURS, GRAY
from tools.new_board.checks import check_rows
from tools.new_board.rows import (
    CityRow,
    RouteRow,
    Setting,
    Table,
    TableError,
    TicketRow,
    listed,
)

BLOCKS = {
    "board": (),
    "cities": ("name", "latitude", "longitude"),
    "routes": ("from", "to", "length", "colour"),
    "tickets": ("from", "to"),
}
"""The blocks and the columns that each needs; the first has settings, one a line."""
MORE_COLUMNS = {
    "cities": ("country", "junction"),
    "routes": ("kind",),
    "tickets": ("points", "copies", "deck"),
}


def read_table(path: Path) -> Table:
    """Read a table.

    :raises TableError: names the file, and each fault with its line and what to mend there.
    """
    reader = _Reader(path)
    reader.read()
    return reader.table


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.table = Table(path.name)
        self.decimal = "."
        self.names: dict[str, int] = {}

    def read(self) -> None:
        """Read the blocks."""
        table = self.table
        seen: set[str] = set()
        block = ""
        columns: tuple[str, ...] = ()
        for line, cells in self._rows():
            head = cells[0].lower()
            if head in BLOCKS and not any(cells[1:]):
                block, columns = head, ()
                if head in seen:
                    table.fault(line, f"There are two blocks {head!r}; join them.")
                seen.add(head)
            elif not block:
                table.fault(line, f"Begin a block first: a line with {listed(BLOCKS)}.")
            elif block == "board":
                values = tuple(cell for cell in cells[1:] if cell)
                table.settings.setdefault(head, []).append(Setting(line, values))
            elif not columns:
                columns = self._columns(line, block, cells)
            else:
                row = dict.fromkeys((*BLOCKS[block], *MORE_COLUMNS[block]), "")
                row |= dict(zip(columns, cells, strict=False))
                getattr(self, f"_{block}")(line, row)
        for name in BLOCKS:
            if name not in seen:
                table.fault(1, f"Add a block {name!r}: a line with that word, then its rows.")
        if "board" in seen and not table.given("name").values:
            table.fault(1, "Say in the block 'board' what it is called: name,My Board")
        table.check()
        check_rows(table)
        table.check()

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """The lines that say something, without the empty cells at their ends."""
        try:
            text = self.path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise TableError(f"{self.path.name}: Save the table as CSV in UTF-8.") from None
        lines = [line for line in text.splitlines() if not line.lstrip('"').startswith("#")]
        separator = max(",;\t", key=lambda sign: sum(line.count(sign) for line in lines[:40]))
        self.decimal = "," if separator != "," else "."
        reader = csv.reader(io.StringIO(text), delimiter=separator)
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells) and not cells[0].startswith("#"):
                yield reader.line_num, cells

    def _columns(self, line: int, block: str, cells: list[str]) -> tuple[str, ...]:
        columns = tuple(cell.lower() for cell in cells)
        for name in BLOCKS[block]:
            if name not in columns:
                self.table.fault(line, f"Begin {block} with a line that names the column {name!r}.")
        for name in columns:
            if name not in ("", *BLOCKS[block], *MORE_COLUMNS[block]):
                self.table.fault(
                    line, f"There is no column {name!r} in {block}; drop or rename it."
                )
        return columns

    def _degrees(self, line: int, row: dict[str, str], name: str, most: float) -> float:
        try:
            value = float(row[name].replace(self.decimal, "."))
        except ValueError:
            value = most + 1
        if not -most <= value <= most:
            mend = f"Write the {name} in degrees, such as 47.5; found {row[name]!r}."
            self.table.fault(line, mend)
        return value

    def _cities(self, line: int, row: dict[str, str]) -> None:
        name, junction = row["name"], row["junction"].lower()
        if not name:
            self.table.fault(line, "Give the city a name.")
        elif first := self.names.get(name.casefold()):
            self.table.fault(line, f"{name} is in line {first} already.")
        if junction not in ("yes", "no", ""):
            mend = f"Write yes below 'junction', or leave it empty; found {junction!r}."
            self.table.fault(line, mend)
        self.names[name.casefold()] = line
        latitude = self._degrees(line, row, "latitude", 85)
        longitude = self._degrees(line, row, "longitude", 180)
        self.table.cities.append(
            CityRow(line, name, latitude, longitude, row["country"], junction == "yes")
        )

    def _routes(self, line: int, row: dict[str, str]) -> None:
        length = self.table.whole(line, "the length", row["length"], 1, 9)
        colours = tuple(word.strip() for word in row["colour"].lower().split("/"))
        for colour in colours:
            if colour not in (*COLOURS, GRAY):
                known = listed((*COLOURS, GRAY))
                self.table.fault(line, f"Make the colour one of {known}; found {colour!r}.")
        limits = {
            "tunnel": (1, 10),
            "ferry": (1, length),
            "mountain": (1, length),
            "sets": (2, 6),
        }
        kind, number = "normal", 0
        match row["kind"].lower().split():
            case [] | ["normal"]:
                pass
            case ["bullet"]:
                kind = "bullet"
                if set(colours) != {GRAY}:
                    self.table.fault(line, "Make a bullet route gray: any colour pays for it.")
            case [kind, word] if kind in limits:
                number = self.table.whole(line, f"the number of the {kind}", word, *limits[kind])
            case _:
                self.table.fault(
                    line,
                    "Leave the kind empty, or write 'tunnel 3' (cards turned up), 'ferry 1' "
                    "(locomotives), 'mountain 1' (crossings), 'sets 4' (cards that replace "
                    f"one) or 'bullet'; found {row['kind']!r}.",
                )
        self.table.routes.append(
            RouteRow(line, row["from"], row["to"], length, colours, kind, number)
        )

    def _tickets(self, line: int, row: dict[str, str]) -> None:
        points, copies, deck = row["points"], row["copies"], row["deck"].lower()
        ends = [self._far_end(line, part.strip()) for part in row["to"].split("/")]
        for_countries = len(ends) > 1 or ends[0][1] > 0
        if points and for_countries:
            self.table.fault(line, "Write the points after each end, as in Italia 5/France 7.")
        elif points:
            ends = [(ends[0][0], self.table.whole(line, "the points", points, 1, 99))]
        if deck not in ("", "long"):
            self.table.fault(line, f"Leave the deck empty, or write long; found {deck!r}.")
        count = self.table.whole(line, "the copies", copies or "1", 1, 9)
        self.table.tickets.append(
            TicketRow(line, row["from"], tuple(ends), for_countries, count, deck == "long")
        )

    def _far_end(self, line: int, text: str) -> tuple[str, int]:
        """A far end of a ticket and its points: "Italia 5", or without points "Italia".

        A city whose name ends with a number is one, if the cities come before the tickets.
        """
        name, _, last = text.rpartition(" ")
        if text.casefold() in self.names or not (name and last.isdecimal()):
            return text, 0
        return name.strip(), self.table.whole(line, f"the points of {name.strip()}", last, 1, 99)
