"""Read the table of a new board: one CSV file of a few blocks, each with a heading of its own.

Every fault is reported with its line, and all of them at once. docs/boards.md describes the table.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from engine.cards import COLOURS, GRAY
from tools.new_board.rows import (
    BLOCKS,
    KINDS,
    MORE_COLUMNS,
    MUST_HAVE,
    NO,
    SAME,
    YES,
    CityRow,
    RouteRow,
    Setting,
    Table,
    TableError,
    TicketRow,
    cross_check,
    listed,
)

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
        block = ""
        columns: tuple[str, ...] = ()
        for line, cells in self._rows():
            head = cells[0].lower()
            if head in BLOCKS and not any(cells[1:]):
                block, columns = head, ()
                if head in seen:
                    self.fault(line, f"There are two blocks {head!r}; join them.")
                seen.add(head)
            elif not block:
                self.fault(line, f"Begin a block first: a line with {listed(BLOCKS)}.")
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
            cross_check(self.table, self.fault)

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

    def _place(self, line: int, row: Row, north: float) -> tuple[float, float]:
        """Latitude, up to this many degrees, and longitude."""
        return (
            self._degrees(line, row, "latitude", north),
            self._degrees(line, row, "longitude", 180),
        )

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

    def _yes(self, line: int, what: str, row: Row) -> bool:
        text = row.get(what, "").lower()
        if text not in (*YES, *NO):
            self.fault(line, f"Write yes below {what!r}, or leave it empty; found {text!r}.")
        return text in YES

    def _cities(self, line: int, row: Row) -> None:
        name = row.get("name", "")
        if not name:
            self.fault(line, "Give the city a name.")
            return
        if name.casefold() in self.names:
            self.fault(line, f"{name} is in line {self.names[name.casefold()]} already.")
            return
        self.names[name.casefold()] = line
        where = self._place(line, row, 85)
        junction = self._yes(line, "junction", row)
        self.table.cities.append(CityRow(line, name, *where, row.get("country", ""), junction))

    def _routes(self, line: int, row: Row) -> None:
        length = self._whole(line, "the length", row.get("length", ""), 1, 9)
        colours = []
        for word in row.get("colour", "").lower().split("/"):
            colour = SAME.get(word.strip(), word.strip())
            if colour not in (*COLOURS, GRAY):
                known = listed((*COLOURS, GRAY))
                self.fault(line, f"Make the colour one of {known}; found {word!r}.")
            colours.append(colour)
        kind, number = "normal", 0
        words = row.get("kind", "").lower().split()
        if words == ["bullet"]:
            kind = "bullet"
            if set(colours) != {GRAY}:
                self.fault(line, "Make a bullet route gray: any colour pays for it.")
        elif words and words != ["normal"]:
            kind = words[0]
            if kind not in KINDS or len(words) != 2:
                self.fault(
                    line,
                    "Leave the kind empty, or write 'tunnel 3' (cards turned up), 'ferry 1' "
                    "(locomotives), 'mountain 1' (crossings), 'sets 4' (cards that replace "
                    f"one) or 'bullet'; found {row['kind']!r}.",
                )
            else:
                least, most = {"tunnel": (1, 10), "sets": (2, 6)}.get(kind, (1, length))
                number = self._whole(line, f"the number of the {kind}", words[1], least, most)
        route = RouteRow(line, row["from"], row["to"], length, tuple(colours), kind, number)
        self.table.routes.append(route)

    def _tickets(self, line: int, row: Row) -> None:
        text, deck = row.get("points", ""), row.get("deck", "").lower()
        points = self._whole(line, "the points", text, 1, 99) if text else None
        if deck not in ("", "long"):
            self.fault(line, f"Leave the deck empty, or write long; found {deck!r}.")
        copies = row.get("copies", "")
        count = self._whole(line, "the copies", copies, 1, 9) if copies else 1
        ends = tuple(self._far_end(line, part.strip()) for part in row["to"].split("/"))
        several = len(ends) > 1 or ends[0][1] is not None
        if several and points is not None:
            self.fault(line, "Write the points after each end, as in Italia 5/France 7.")
        self.table.tickets.append(
            TicketRow(
                line,
                row["from"],
                "" if several else row["to"],
                points,
                ends if several else (),
                count,
                deck == "long",
            )
        )

    def _far_end(self, line: int, text: str) -> tuple[str, int | None]:
        """A far end of a ticket and its points: "Italia 5", or without points "Italia".

        A city whose name ends with a number is one, if the cities come before the tickets.
        """
        name, _, last = text.rpartition(" ")
        if text.casefold() in self.names or not (name and last.isdecimal()):
            return text, None
        return name.strip(), self._whole(line, f"the points of {name.strip()}", last, 1, 99)
