"""Checks of the places that tickets name: cities, and countries with several end places (M-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from engine.board.checking_fields import check_integer, check_keys, check_rows, check_texts
from engine.board.decoding import Document, Row


def check_countries(document: Document) -> None:
    """Check the countries, and that each has at least two end places (M-8)."""
    root = document.root
    cities = {row["key"] for row in root["cities"]}
    ends = Counter(row["country"] for row in root["cities"] if "country" in row)
    known: set[str] = set()
    for row in check_rows(document, root, "countries") if "countries" in root else ():
        check_keys(document, row, "the country", ("key", "name"))
        check_texts(document, row, "key", "name")
        key = row["key"]
        if key in cities or key in known:
            raise document.fault(row, f"Give the country {key!r} a key that nothing else has.")
        known.add(key)
        if ends[key] < 2:
            raise document.fault(row, f"Give the country {key!r} two end places or more.")
    for row in root["cities"]:
        if "country" not in row:
            continue
        if row["country"] not in known:
            raise document.fault(row, f"List the country {row['country']!r} among 'countries'.")
        if row.get("junction"):
            raise document.fault(row, f"Make {row['key']!r} a junction or an end place, not both.")


def check_end_places(document: Document) -> None:
    """Check that an end place of a country has exactly one track (M-8)."""
    root = document.root
    touching = Counter(row[end] for row in root["tracks"] for end in ("a", "b"))
    for row in root["cities"]:
        if "country" in row and touching[row["key"]] != 1:
            raise document.fault(row, f"Give the end place {row['key']!r} exactly one track.")


def check_tickets(document: Document) -> None:
    """Check the tickets: two cities and points, or a near end and several far ones (M-8)."""
    root = document.root
    junctions = {row["key"] for row in root["cities"] if row.get("junction")}
    cities = {row["key"] for row in root["cities"] if "country" not in row}
    countries = {row["key"] for row in root.get("countries", ())}
    seen: set[frozenset[str]] = set()
    for row in root["tickets"]:
        if "to" in row:
            pair = _check_country_ticket(document, row, cities - junctions, countries)
        else:
            pair = _check_plain_ticket(document, row, cities, junctions)
        if pair in seen:
            raise document.fault(row, f"{_name(row)} is there twice; keep one of them.")
        seen.add(pair)
    if "long_tickets" in root:
        for row in check_rows(document, root, "long_tickets"):
            pair = _check_plain_ticket(document, row, cities, junctions)
            if pair in seen:
                raise document.fault(row, f"{_name(row)} is there twice; keep one of them.")
            seen.add(pair)
    check_long_deal(document)
    rules = root["rules"]
    needed = rules["setup_deal"]["offer"] * rules["seats"][-1]
    # A hand without a ticket has none for the rack of its team.
    if rules.get("teams") and number_of_tickets(document) < needed:
        raise document.fault(
            root,
            f"List at least {needed} tickets, so that each seat of a team is offered its full"
            f" number; found {number_of_tickets(document)}.",
            "tickets",
        )


def check_long_deal(document: Document) -> None:
    """Check that there are long tickets enough for the first offers, and that none goes under a
    deck (M-6).
    """
    root, rules = document.root, document.root["rules"]
    long = rules["setup_deal"].get("long", 0)
    found, needed = len(root.get("long_tickets", ())), long * rules["seats"][-1]
    if bool(found) != bool(long):
        raise document.fault(
            rules,
            "Say in 'setup_deal' how many of those offered are 'long', and list those"
            " tickets in 'long_tickets'; or leave out both.",
            "setup_deal",
        )
    if found < needed:
        raise document.fault(
            root,
            f"List at least {needed} long tickets, so that each seat is offered its own;"
            f" found {found}.",
            "long_tickets",
        )
    if long and rules["returned_at_setup"] != "removed":
        raise document.fault(
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
        if row[end] not in cities:
            raise document.fault(row, f"{what} names {row[end]!r}; add that city or change it.")
    if row["a"] == row["b"]:
        raise document.fault(row, f"{what} ends where it begins; change one end.")


def _check_plain_ticket(
    document: Document, row: Row, cities: Collection[str], junctions: Collection[str]
) -> frozenset[str]:
    """Check a ticket between two cities; return what no other ticket may have."""
    check_keys(document, row, "the ticket", ("a", "b", "points"))
    check_texts(document, row, "a", "b")
    check_ends(document, row, _name(row), cities)
    pair = frozenset((row["a"], row["b"]))
    if pair & set(junctions):
        raise document.fault(row, f"{_name(row)} ends at a junction; let it end at a city.")
    check_integer(document, row, "points", 1)
    return pair


def _check_country_ticket(
    document: Document, row: Row, cities: Collection[str], countries: Collection[str]
) -> frozenset[str]:
    """Check a ticket with several far ends; return what no other ticket may have."""
    check_keys(document, row, "the ticket", ("a", "to"), ("copies",))
    check_texts(document, row, "a")
    places = {*cities, *countries}
    if row["a"] not in places:
        raise document.fault(row, f"{_name(row)}: add that city or country, or change it.")
    if "copies" in row:
        check_integer(document, row, "copies", 1, 9)
    ends = check_rows(document, row, "to")
    for end in ends:
        check_keys(document, end, "the far end", ("b", "points"))
        check_texts(document, end, "b")
        check_integer(document, end, "points", 1)
        if end["b"] not in places or end["b"] == row["a"]:
            raise document.fault(end, f"Let the far end {end['b']!r} be another city or country.")
    if len({end["b"] for end in ends}) < len(ends):
        raise document.fault(row, f"{_name(row)} names a far end twice; keep one of them.")
    return frozenset((row["a"],))


def _name(row: Row) -> str:
    if "to" in row:
        return f"The country ticket of {row['a']}"
    return f"The ticket {row['a']} to {row['b']}"
