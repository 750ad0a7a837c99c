"""Refuses a board file that does not add up, with the line and what to mend there.

A board with known mechanics is a file and nothing else; these checks are what makes that safe.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final

from engine.board.checking_map import check_map
from engine.board.decoding import Document, Row
from engine.cards import COLOURS, GRAY

KINDS: Final = ("normal", "bullet", "tunnel")
LENGTHS: Final = range(1, 10)
_KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

_TOP: Final = ("name", "rules", "cities", "tracks", "tickets", "map")
_RULES: Final = (
    *("seats", "trains", "route_points", "setup_deal", "draw_deal"),
    *("returned_at_setup", "parallels", "final_round", "bonuses"),
)


def check_board(document: Document) -> None:
    """Check a decoded board file: facts, numbers of the rules, and picture.

    :raises BoardError: names the file, the line and the fault.
    """
    root = document.root
    check_keys(document, root, "a board", _TOP, ("notes",))
    for name in ("cities", "tracks", "tickets"):
        check_rows(document, root, name)
    check_texts(document, root, "name")
    check_rules(document)
    check_cities(document)
    check_tracks(document)
    check_tickets(document)
    check_counts(document)
    check_map(document)


def check_keys(
    document: Document,
    row: object,
    what: str,
    needed: Collection[str],
    allowed: Collection[str] = (),
) -> Row:
    """Check that a row is an object with the keys it needs and no key that nobody reads."""
    if not isinstance(row, Row):
        raise document.fault(document.root, f"Make {what} an object; found {row!r}.")
    for key in needed:
        if key not in row:
            raise document.fault(row, f"Add the key {key!r} to {what}.")
    for key in row:
        if key not in needed and key not in allowed:
            raise document.fault(row, f"Remove the unknown key {key!r} from {what}.", key)
    return row


def check_rows(document: Document, parent: Row, name: str) -> list[Row]:
    """Check that a key holds a list of objects."""
    found = parent[name]
    if not isinstance(found, list) or not all(isinstance(row, Row) for row in found):
        raise document.fault(parent, f"Make {name!r} a list of objects.", name)
    if not found:
        raise document.fault(parent, f"List at least one of the {name}.", name)
    return found


def check_texts(document: Document, row: Row, *names: str) -> None:
    """Check that keys hold texts."""
    for name in names:
        if not isinstance(row[name], str) or not row[name]:
            raise document.fault(row, f"Make {name!r} a text; found {row[name]!r}.", name)


def check_integer(document: Document, row: Row, key: str, least: int, most: int = 1000) -> int:
    """Check that a key holds a whole number between two limits."""
    value = row[key]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise document.fault(
            row, f"Make {key!r} a whole number from {least} to {most}; found {value!r}.", key
        )
    return value


def check_choice(document: Document, row: Row, key: str, choices: Collection[Any]) -> None:
    """Check that a key holds one of a few values."""
    if row[key] not in choices:
        listed = ", ".join(str(choice) for choice in choices)
        raise document.fault(row, f"Make {key!r} one of {listed}; found {row[key]!r}.", key)


def check_rules(document: Document) -> None:
    rules = check_keys(
        document,
        document.root["rules"],
        "the rules",
        _RULES,
        ("counts", "bullet_trains", "teams", "tie_break_longest"),
    )
    seats = rules["seats"]
    if not isinstance(seats, list) or not seats or not all(n in range(2, 7) for n in seats):
        raise document.fault(rules, "List the possible numbers of players, from 2 to 6.", "seats")
    check_integer(document, rules, "trains", 1)
    points = check_keys(
        document, rules["route_points"], "the route points", (), [str(n) for n in LENGTHS]
    )
    for length in points:
        check_integer(document, points, length, 0)
    for name in ("setup_deal", "draw_deal"):
        deal = check_keys(document, rules[name], f"the {name.replace('_', ' ')}", ("offer", "keep"))
        check_integer(document, deal, "offer", 1)
        check_integer(document, deal, "keep", 1, deal["offer"])
    check_choice(document, rules, "returned_at_setup", ("seat order", "shuffled"))
    parallels = check_keys(
        document,
        rules["parallels"],
        "the parallels",
        ("closing_seats", "claimable"),
        ("always_open",),
    )
    check_integer(document, parallels, "closing_seats", 0)
    claimable = check_keys(document, parallels["claimable"], "'claimable'", (), ("2", "3", "4"))
    for size in claimable:
        check_integer(document, claimable, size, 1, int(size))
    final = check_keys(
        document, rules["final_round"], "the final round", ("of", "trains"), ("bullets",)
    )
    check_choice(document, final, "of", ("turn", "any", "team"))
    check_integer(document, final, "trains", 0)
    bonuses = check_keys(document, rules["bonuses"], "the bonuses", (), ("longest", "globetrotter"))
    for name in bonuses:
        check_integer(document, bonuses, name, 0)
    if (bullet := rules.get("bullet_trains")) is not None:
        bullet = check_keys(
            document, bullet, "the bullet trains", ("supply", "no_progress", "bonus")
        )
        check_integer(document, bullet, "supply", 1)
        table = check_keys(document, bullet["bonus"], "the bullet bonus", [str(n) for n in seats])
        for players, bonus in table.items():
            if not isinstance(bonus, list) or len(bonus) != int(players):
                raise document.fault(table, f"Give {players} bonuses to {players} seats.", players)
    if (teams := rules.get("teams")) is not None:
        teams = check_keys(document, teams, "the teams", ("size", "share_at_most"))
        check_integer(document, teams, "size", 2, 3)
        check_integer(document, teams, "share_at_most", 0)


def check_cities(document: Document) -> None:
    seen: set[str] = set()
    for row in document.root["cities"]:
        check_keys(document, row, "the city", ("key", "name"), ("junction", "regions"))
        check_texts(document, row, "key", "name")
        key = row["key"]
        if not _KEY.fullmatch(key):
            raise document.fault(
                row, f"Write the key of a city in a-z, 0-9 and hyphens; found {key!r}."
            )
        if key in seen:
            raise document.fault(row, f"Name the city {key!r} only once.")
        seen.add(key)


def check_tracks(document: Document) -> None:
    root = document.root
    regions = {row["key"]: row.get("regions", ["main"]) for row in root["cities"]}
    points = root["rules"]["route_points"]
    seen: set[str] = set()
    for row in root["tracks"]:
        check_keys(
            document,
            row,
            "the track",
            ("id", "a", "b", "length", "colour"),
            ("kind", "region", "turns_up"),
        )
        check_texts(document, row, "id", "a", "b", "colour")
        name = row["id"]
        if name in seen:
            raise document.fault(row, f"Name the track {name!r} only once.")
        seen.add(name)
        _check_ends(document, row, f"The track {name!r}", regions)
        length = check_integer(document, row, "length", LENGTHS[0], LENGTHS[-1])
        if str(length) not in points:
            raise document.fault(row, f"Say in 'route_points' what a route of {length} scores.")
        check_choice(document, row, "colour", (*COLOURS, GRAY))
        kind = row.get("kind", "normal")
        if kind not in KINDS:
            raise document.fault(row, f"Make 'kind' one of {', '.join(KINDS)}; found {kind!r}.")
        if kind == "bullet" and not root["rules"].get("bullet_trains"):
            raise document.fault(row, "Add 'bullet_trains' to the rules, or make the track normal.")
        if (kind == "tunnel") != (row.get("turns_up", 0) > 0):
            raise document.fault(row, "Give 'turns_up' to a tunnel, and to a tunnel only.")
        region = row.get("region", "main")
        for end in ("a", "b"):
            if region not in regions[row[end]]:
                raise document.fault(
                    row, f"Add the region {region!r} to the city {row[end]!r}, or change the track."
                )


def check_tickets(document: Document) -> None:
    root = document.root
    junctions = {row["key"] for row in root["cities"] if row.get("junction")}
    cities = {row["key"] for row in root["cities"]}
    seen: set[frozenset[str]] = set()
    for row in root["tickets"]:
        check_keys(document, row, "the ticket", ("a", "b", "points"))
        check_texts(document, row, "a", "b")
        name = f"The ticket {row['a']} to {row['b']}"
        _check_ends(document, row, name, cities)
        pair = frozenset((row["a"], row["b"]))
        if pair & junctions:
            raise document.fault(row, f"{name} ends at a junction; let it end at a city.")
        if pair in seen:
            raise document.fault(row, f"{name} is there twice; keep one of them.")
        seen.add(pair)
        check_integer(document, row, "points", 1)


def _check_ends(document: Document, row: Row, what: str, cities: Collection[str]) -> None:
    for end in ("a", "b"):
        if row[end] not in cities:
            raise document.fault(row, f"{what} names {row[end]!r}; add that city or change it.")
    if row["a"] == row["b"]:
        raise document.fault(row, f"{what} ends where it begins; change one end.")


def check_counts(document: Document) -> None:
    """Check the numbers that a file may state to guard against a lost line."""
    root = document.root
    counts = root["rules"].get("counts")
    if counts is None:
        return
    names = ("cities", "tracks", "tickets")
    counts = check_keys(document, counts, "the counts", (), names)
    for name in counts:
        if counts[name] != len(root[name]):
            raise document.fault(
                counts,
                f"The file has {len(root[name])} {name} and states {counts[name]}; "
                "mend the list or the count.",
                name,
            )
