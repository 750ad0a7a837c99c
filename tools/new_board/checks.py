"""The faults of a table that show only where its blocks are read together."""

from __future__ import annotations

from collections import Counter

from tools.new_board.rows import RouteRow, Table, TicketRow


def check_rows(table: Table) -> None:
    """Find ends that are no city, rows that are there twice, and what does not go together."""
    cities = {city.name for city in table.cities}
    _check_places(table, "route", table.routes, cities)
    _check_places(table, "ticket", table.tickets, cities | {*table.countries})
    _check_countries(table)
    _check_tickets(table)


def _check_places(
    table: Table, what: str, rows: list[RouteRow] | list[TicketRow], known: set[str]
) -> None:
    folded = {name.casefold(): name for name in known}
    seen: dict[tuple[object, ...], int] = {}
    for row in rows:
        for place in row.places:
            if place not in known:
                near = folded.get(place.casefold())
                hint = f"did you mean {near}?" if near else "add it to the cities or mend it."
                table.fault(row.line, f"There is no city {place!r}; {hint}")
        if len(set(row.places)) < len(row.places):
            table.fault(row.line, f"Let the {what} lead from one city to another.")
        same: tuple[object, ...] = tuple(sorted(row.places))
        hint = "leave one of them out."
        if isinstance(row, RouteRow):
            # A bullet route may run beside another; they differ by their kind.
            same = (*same, row.length, row.kind == "bullet")
            hint = "for a double route write both colours in one line, as red/blue."
        elif row.for_countries:
            same = (row.a,)
            hint = "write all of its ends in one line, and in copies how many there are."
        if same in seen:
            table.fault(row.line, f"The {what} is in line {seen[same]} already; {hint}")
        seen[same] = row.line


def _check_countries(table: Table) -> None:
    """Find countries with one end place, and end places without a route of their own (M-8)."""
    places = Counter(city.country for city in table.cities)
    tracks = Counter(end for row in table.routes for end in row.places for _ in row.colours)
    named = {place for row in table.tickets for place in row.places}
    for city in table.cities:
        name, country = city.name, city.country
        if not country:
            continue
        found = tracks[name]
        for wrong, mend in (
            (name == country, f"Name the end places apart from the country, as {country} 1."),
            (places[country] < 2, f"Give the country {country} two end places or more."),
            (city.junction, f"Make {name} a junction or an end place of a country, not both."),
            (
                found != 1,
                f"Give the end place {name} exactly one route of one colour; found {found}.",
            ),
            (name in named, f"Let tickets lead to {country}, not to {name}."),
        ):
            if wrong:
                table.fault(city.line, mend)


def _check_tickets(table: Table) -> None:
    junctions = {city.name: city.line for city in table.cities if city.junction}
    for row in table.tickets:
        for place in row.places:
            if place in junctions:
                table.fault(
                    row.line, f"{place} is a junction (line {junctions[place]}): end at a city."
                )
        if row.for_countries and row.long:
            table.fault(row.line, "Let a long ticket lead to one city only.")
        if row.copies > 1 and not row.for_countries:
            table.fault(row.line, "Only tickets with several ends can be there more than once.")
        if not row.for_countries and {*row.places} & {*table.countries}:
            table.fault(row.line, "Write the points after each end, as in Italia 5/France 7.")
