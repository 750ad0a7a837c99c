"""What the table of a new board says, row by row, and the words that it may use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.cards import GRAY

BLOCKS = {
    "board": (),
    "cities": ("name", "latitude", "longitude"),
    "routes": ("from", "to", "length", "colour"),
    "tickets": ("from", "to"),
    "outlines": ("kind", "name", "latitude", "longitude"),
}
"""The blocks and the columns that each needs; the first has settings, one a line."""
MORE_COLUMNS = {
    "cities": ("country", "junction"),
    "routes": ("kind",),
    "tickets": ("points", "copies", "deck"),
}
MUST_HAVE = ("board", "cities", "routes", "tickets")
KINDS = {
    "tunnel": "turns_up",
    "ferry": "locomotives",
    "mountain": "crossings",
    "sets": "any_cards_for_one",
}
"""Kinds of route, each with the key of the board file that holds its number."""
YES, NO = ("yes", "y", "x", "1", "true"), ("", "no", "n", "0", "false")
OUTLINES = ("land", "home", "border", "water", "park", "river")
SAME = {"grey": GRAY, "pink": "purple", "any": GRAY}


class TableError(Exception):
    """The faults of a table, a line each."""


@dataclass(frozen=True)
class CityRow:
    """A city; with ``country`` it is one of the end places of that country (M-8)."""

    line: int
    name: str
    latitude: float
    longitude: float
    country: str = ""
    junction: bool = False


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
    """A ticket; points that are None are counted from the map.

    A country ticket has several far ends, or a country as an end (M-8): then ``ends`` has the far
    ones with their points, and ``b`` is empty.
    """

    line: int
    a: str
    b: str
    points: int | None
    ends: tuple[tuple[str, int | None], ...] = ()
    copies: int = 1
    long: bool = False


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

    @property
    def countries(self) -> list[str]:
        """The countries of the table, in the order of their end places."""
        return list(dict.fromkeys(city.country for city in self.cities if city.country))

    @property
    def dealt(self) -> list[TicketRow]:
        """The row of each ticket of the board: ordinary ones as often as there are, then long."""
        ordinary = [row for row in self.tickets if not row.long for _ in range(row.copies)]
        return ordinary + [row for row in self.tickets if row.long]


def listed(words: Iterable[object]) -> str:
    """Words to choose from: "a, b or c"."""
    *first, last = map(str, words)
    return f"{', '.join(first)} or {last}" if first else last
