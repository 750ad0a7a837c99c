"""What the table of a new board says, row by row, and the words that it may use.

:func:`cross_check` finds the faults that show only where its blocks are read together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.cards import GRAY

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
MUST_HAVE = ("board", "cities", "routes", "tickets")
KINDS = {
    "tunnel": "turns_up",
    "ferry": "locomotives",
    "mountain": "crossings",
    "sets": "any_cards_for_one",
}
"""Kinds of route, each with the key of the board file that holds its number."""
YES, NO = ("yes", "y", "x", "1", "true"), ("", "no", "n", "0", "false")
SAME = {"grey": GRAY, "pink": "purple", "any": GRAY}
Fault = Callable[[int, str], None]


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
    """What a table says."""

    name: str = ""
    settings: dict[str, list[Setting]] = field(default_factory=dict)
    cities: list[CityRow] = field(default_factory=list)
    routes: list[RouteRow] = field(default_factory=list)
    tickets: list[TicketRow] = field(default_factory=list)

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


def cross_check(table: Table, fault: Fault) -> None:
    """Find ends that are no city, rows that are there twice, and what does not go together."""
    _check_ends(table, fault)
    _check_twice("route", table.routes, fault)
    _check_twice("ticket", table.tickets, fault)
    _check_countries(table, fault)
    _check_tickets(table, fault)


def _check_ends(table: Table, fault: Fault) -> None:
    cities = {city.name for city in table.cities}
    places = cities | set(table.countries)
    for what, rows, known in (
        ("route", table.routes, cities),
        ("ticket", table.tickets, places),
    ):
        folded = {name.casefold(): name for name in known}
        for row in rows:
            ends = _ends(row)
            for end in ends:
                if end in known:
                    continue
                near = folded.get(end.casefold())
                hint = f"did you mean {near}?" if near else "add it to the cities or mend it."
                fault(row.line, f"There is no city {end!r}; {hint}")
            if len(set(ends)) < len(ends):
                fault(row.line, f"Let the {what} lead from one city to another.")


def _ends(row: RouteRow | TicketRow) -> list[str]:
    if isinstance(row, TicketRow) and row.ends:
        return [row.a, *(name for name, _points in row.ends)]
    return [row.a, row.b]


def _check_twice(what: str, rows: Iterable[RouteRow | TicketRow], fault: Fault) -> None:
    seen: dict[tuple[object, ...], int] = {}
    for row in rows:
        pair: tuple[object, ...] = tuple(sorted((row.a, row.b)))
        hint = "leave one of them out."
        if isinstance(row, RouteRow):
            # A bullet route may run beside another; they differ by their kind.
            pair = (*pair, row.length, row.kind == "bullet")
            hint = "for a double route write both colours in one line, as red/blue."
        elif row.ends:
            pair = (row.a,)
            hint = "write all of its ends in one line, and in copies how many there are."
        if pair in seen:
            fault(row.line, f"The {what} is in line {seen[pair]} already; {hint}")
        seen[pair] = row.line


def _check_countries(table: Table, fault: Fault) -> None:
    """Find countries with one end place, and end places without a route of their own (M-8)."""
    places = Counter(city.country for city in table.cities)
    tracks = Counter[str]()
    for route in table.routes:
        for end in (route.a, route.b):
            tracks[end] += len(route.colours)
    for city in table.cities:
        if not city.country:
            continue
        if city.name == city.country:
            fault(city.line, f"Name the end places apart from the country, as {city.country} 1.")
        if places[city.country] < 2:
            fault(city.line, f"Give the country {city.country} two end places or more.")
        if city.junction:
            fault(city.line, f"Make {city.name} a junction or an end place of a country, not both.")
        if tracks[city.name] != 1:
            fault(
                city.line,
                f"Give the end place {city.name} exactly one route of one colour; found "
                f"{tracks[city.name]}.",
            )
        if any(city.name in _ends(row) for row in table.tickets):
            fault(city.line, f"Let tickets lead to {city.country}, not to {city.name}.")


def _check_tickets(table: Table, fault: Fault) -> None:
    junctions = {city.name: city.line for city in table.cities if city.junction}
    countries = set(table.countries)
    for row in table.tickets:
        for end in _ends(row):
            if end in junctions:
                fault(row.line, f"{end} is a junction (line {junctions[end]}): end at a city.")
        if row.ends and row.long:
            fault(row.line, "Let a long ticket lead to one city only.")
        if row.copies > 1 and not row.ends:
            fault(row.line, "Only tickets with several ends can be there more than once.")
        if not row.ends and {row.a, row.b} & countries:
            fault(row.line, "Write the points after each end, as in Italia 5/France 7.")
