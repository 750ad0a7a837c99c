"""What the table of a new board says, row by row, and the faults that were found in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


class TableError(Exception):
    """The faults of a table, a line each."""


@dataclass(frozen=True)
class CityRow:
    """A city; with ``country`` it is one of the end places of that country (M-8)."""

    line: int
    name: str
    latitude: float
    longitude: float
    country: str
    junction: bool


@dataclass(frozen=True)
class RouteRow:
    """A route; several colours are parallel tracks. ``number`` belongs to its kind."""

    line: int
    a: str
    b: str
    length: int
    colours: tuple[str, ...]
    kind: str
    number: int

    @property
    def places(self) -> list[str]:
        return [self.a, self.b]


@dataclass(frozen=True)
class TicketRow:
    """A ticket from a place to one or several others, each with its points; 0 is counted later.

    It is a country ticket if the row gives points after its ends (M-8).
    """

    line: int
    a: str
    ends: tuple[tuple[str, int], ...]
    for_countries: bool
    copies: int
    long: bool

    @property
    def places(self) -> list[str]:
        return [self.a, *(name for name, _points in self.ends)]


@dataclass(frozen=True)
class Setting:
    """A line of the block ``board``."""

    line: int
    values: tuple[str, ...]


@dataclass
class Table:
    """What the table in a file says."""

    file: str
    settings: dict[str, list[Setting]] = field(default_factory=dict)
    cities: list[CityRow] = field(default_factory=list)
    routes: list[RouteRow] = field(default_factory=list)
    tickets: list[TicketRow] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def countries(self) -> list[str]:
        """The countries of the table, in the order of their end places."""
        return list(dict.fromkeys(city.country for city in self.cities if city.country))

    @property
    def dealt(self) -> list[TicketRow]:
        """The row of each ticket of the board: ordinary ones as often as there are, then long."""
        ordinary = [row for row in self.tickets if not row.long for _ in range(row.copies)]
        return ordinary + [row for row in self.tickets if row.long]

    def given(self, name: str) -> Setting:
        """A setting by its name; in the first line and without values if it is not given."""
        return self.settings.get(name, [Setting(1, ())])[0]

    def fault(self, line: int, text: str) -> None:
        self.faults.append(f"{self.file}, line {line}: {text}")

    def check(self) -> None:
        """Refuse the table if faults were found.

        :raises TableError: names each of them with its line and what to mend there.
        """
        if self.faults:
            raise TableError("\n".join(self.faults))

    def whole(self, line: int, what: str, text: str, least: int, most: int) -> int:
        """Read a whole number."""
        if text.isdecimal() and least <= int(text) <= most:
            return int(text)
        self.fault(line, f"Make {what} a whole number from {least} to {most}; found {text!r}.")
        return least


def listed(words: Iterable[object]) -> str:
    """Words to choose from: "a, b or c"."""
    *first, last = map(str, words)
    return f"{', '.join(first)} or {last}" if first else last
