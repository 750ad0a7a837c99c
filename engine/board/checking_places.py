"""Checks of the places that tickets name: cities, and countries with several end places (M-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from engine.board.checking_fields import check_row, number, rows, text
from engine.board.decoding import Document, Row


def check_countries(document: Document) -> None:
    """Check the countries, and that each has at least two end places (M-8)."""
    root, require = document.root, document.require
    cities = {row["key"] for row in root["cities"]}
    ends = Counter(row["country"] for row in root["cities"] if "country" in row)
    known: set[str] = set()
    if "countries" in root:
        rows(document, root, "countries")
    for row in root.get("countries", ()):
        check_row(document, row, "the country", {"key": text, "name": text})
        key = row["key"]
        own = f"Give the country {key!r} a key that nothing else has."
        require(key not in cities and key not in known, row, own)
        known.add(key)
        require(ends[key] >= 2, row, f"Give the country {key!r} two end places or more.")
    for row in root["cities"]:
        if "country" not in row:
            continue
        country = row["country"]
        require(country in known, row, f"List the country {country!r} among 'countries'.")
        either = f"Make {row['key']!r} a junction or an end place, not both."
        require(not row.get("junction"), row, either)


def check_end_places(document: Document) -> None:
    """Check that an end place of a country has exactly one track (M-8)."""
    root = document.root
    touching = Counter(row[end] for row in root["tracks"] for end in ("a", "b"))
    for row in root["cities"]:
        one = f"Give the end place {row['key']!r} exactly one track."
        document.require("country" not in row or touching[row["key"]] == 1, row, one)


def check_tickets(document: Document) -> None:
    """Check the tickets: two cities and points, or a near end and several far ones (M-8)."""
    root = document.root
    junctions = {row["key"] for row in root["cities"] if row.get("junction")}
    cities = {row["key"] for row in root["cities"] if "country" not in row}
    countries = {row["key"] for row in root.get("countries", ())}
    if "long_tickets" in root:
        rows(document, root, "long_tickets")
    seen: set[frozenset[str]] = set()
    ordinary = len(root["tickets"])
    for place, row in enumerate((*root["tickets"], *root.get("long_tickets", ()))):
        if "to" in row and place < ordinary:
            pair = _check_country_ticket(document, row, cities - junctions, countries)
        else:
            pair = _check_plain_ticket(document, row, cities, junctions)
        document.require(pair not in seen, row, f"{_name(row)} is there twice; keep one of them.")
        seen.add(pair)
    check_long_deal(document)
    rules = root["rules"]
    needed, found = rules["setup_deal"]["offer"] * rules["seats"][-1], number_of_tickets(document)
    # A hand without a ticket has none for the rack of its team.
    document.require(
        not rules.get("teams") or found >= needed,
        root,
        f"List at least {needed} tickets, so that each seat of a team is offered its full"
        f" number; found {found}.",
        "tickets",
    )


def check_long_deal(document: Document) -> None:
    """Check that there are long tickets enough for the first offers, and that none goes under a
    deck (M-6).
    """
    root, rules = document.root, document.root["rules"]
    long = rules["setup_deal"].get("long", 0)
    found, needed = len(root.get("long_tickets", ())), long * rules["seats"][-1]
    document.require(
        bool(found) == bool(long),
        rules,
        "Say in 'setup_deal' how many of those offered are 'long', and list those"
        " tickets in 'long_tickets'; or leave out both.",
        "setup_deal",
    )
    document.require(
        found >= needed,
        root,
        f"List at least {needed} long tickets, so that each seat is offered its own;"
        f" found {found}.",
        "long_tickets",
    )
    document.require(
        not long or rules["returned_at_setup"] == "removed",
        rules,
        "Make 'returned_at_setup' removed: long tickets go under no deck (M-6).",
        "returned_at_setup",
    )


def number_of_tickets(document: Document) -> int:
    """The number of tickets, each copy counted (M-8), long ones included."""
    root = document.root
    ordinary: int = sum(row.get("copies", 1) for row in root["tickets"])
    return ordinary + len(root.get("long_tickets", ()))


def check_ends(document: Document, row: Row, what: str, cities: Collection[str]) -> None:
    """Check that the two ends of a track or a ticket are different cities of the board."""
    for end in ("a", "b"):
        unknown = f"{what} names {row[end]!r}; add that city or change it."
        document.require(row[end] in cities, row, unknown)
    document.require(row["a"] != row["b"], row, f"{what} ends where it begins; change one end.")


def _check_plain_ticket(
    document: Document, row: Row, cities: Collection[str], junctions: Collection[str]
) -> frozenset[str]:
    """Check a ticket between two cities; return what no other ticket may have."""
    check_row(document, row, "the ticket", {"a": text, "b": text, "points": number(1)})
    check_ends(document, row, _name(row), cities)
    pair = frozenset((row["a"], row["b"]))
    at_city = f"{_name(row)} ends at a junction; let it end at a city."
    document.require(not pair & set(junctions), row, at_city)
    return pair


def _check_country_ticket(
    document: Document, row: Row, cities: Collection[str], countries: Collection[str]
) -> frozenset[str]:
    """Check a ticket with several far ends; return what no other ticket may have."""
    check_row(document, row, "the ticket", {"a": text, "to": rows}, {"copies": number(1, 9)})
    places, require = {*cities, *countries}, document.require
    require(row["a"] in places, row, f"{_name(row)}: add that city or country, or change it.")
    ends = row["to"]
    for end in ends:
        check_row(document, end, "the far end", {"b": text, "points": number(1)})
        another = f"Let the far end {end['b']!r} be another city or country."
        require(end["b"] in places and end["b"] != row["a"], end, another)
    once = len({end["b"] for end in ends}) == len(ends)
    require(once, row, f"{_name(row)} names a far end twice; keep one of them.")
    return frozenset((row["a"],))


def _name(row: Row) -> str:
    if "to" in row:
        return f"The country ticket of {row['a']}"
    return f"The ticket {row['a']} to {row['b']}"
