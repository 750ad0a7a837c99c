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


def check(document: Document) -> None:
    """Checks a decoded board file: facts, numbers of the rules, and picture.

    :raises BoardError: names the file, the line and the fault.
    """
    root = document.root
    keys(document, root, "a board", _TOP, ("notes",))
    for name in ("cities", "tracks", "tickets"):
        rows(document, root, name)
    words(document, root, "name")
    check_rules(document)
    check_cities(document)
    check_tracks(document)
    check_tickets(document)
    check_counts(document)
    check_map(document)


def keys(
    document: Document,
    row: object,
    what: str,
    needed: Collection[str],
    allowed: Collection[str] = (),
) -> Row:
    """Checks that a row is an object with the keys it needs and no key that nobody reads."""
    if not isinstance(row, Row):
        raise document.fault(document.root, f"Make {what} an object; found {row!r}.")
    for key in needed:
        if key not in row:
            raise document.fault(row, f"Add the key {key!r} to {what}.")
    for key in row:
        if key not in needed and key not in allowed:
            raise document.fault(row, f"Remove the unknown key {key!r} from {what}.", key)
    return row


def rows(document: Document, parent: Row, name: str) -> list[Row]:
    """Checks that a key holds a list of objects."""
    found = parent[name]
    if not isinstance(found, list) or not all(isinstance(row, Row) for row in found):
        raise document.fault(parent, f"Make {name!r} a list of objects.", name)
    if not found:
        raise document.fault(parent, f"List at least one of the {name}.", name)
    return found


def words(document: Document, row: Row, *names: str) -> None:
    """Checks that keys hold texts."""
    for name in names:
        if not isinstance(row[name], str) or not row[name]:
            raise document.fault(row, f"Make {name!r} a text; found {row[name]!r}.", name)


def whole(document: Document, row: Row, key: str, least: int, most: int = 1000) -> int:
    """Checks that a key holds a whole number between two limits."""
    value = row[key]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise document.fault(
            row, f"Make {key!r} a whole number from {least} to {most}; found {value!r}.", key
        )
    return value


def one_of(document: Document, row: Row, key: str, choices: Collection[Any]) -> None:
    """Checks that a key holds one of a few values."""
    if row[key] not in choices:
        listed = ", ".join(str(choice) for choice in choices)
        raise document.fault(row, f"Make {key!r} one of {listed}; found {row[key]!r}.", key)


def check_rules(document: Document) -> None:
    rules = keys(
        document,
        document.root["rules"],
        "the rules",
        _RULES,
        ("counts", "bullet_trains", "teams", "tie_break_longest"),
    )
    seats = rules["seats"]
    if not isinstance(seats, list) or not seats or not all(n in range(2, 7) for n in seats):
        raise document.fault(rules, "List the possible numbers of players, from 2 to 6.", "seats")
    whole(document, rules, "trains", 1)
    points = keys(
        document, rules["route_points"], "the route points", (), [str(n) for n in LENGTHS]
    )
    for length in points:
        whole(document, points, length, 0)
    for name in ("setup_deal", "draw_deal"):
        deal = keys(document, rules[name], f"the {name.replace('_', ' ')}", ("offer", "keep"))
        whole(document, deal, "offer", 1)
        whole(document, deal, "keep", 1, deal["offer"])
    one_of(document, rules, "returned_at_setup", ("seat order", "shuffled"))
    parallels = keys(
        document,
        rules["parallels"],
        "the parallels",
        ("closing_seats", "claimable"),
        ("always_open",),
    )
    whole(document, parallels, "closing_seats", 0)
    claimable = keys(document, parallels["claimable"], "'claimable'", (), ("2", "3", "4"))
    for size in claimable:
        whole(document, claimable, size, 1, int(size))
    final = keys(document, rules["final_round"], "the final round", ("of", "trains"), ("bullets",))
    one_of(document, final, "of", ("turn", "any", "team"))
    whole(document, final, "trains", 0)
    bonuses = keys(document, rules["bonuses"], "the bonuses", (), ("longest", "globetrotter"))
    for name in bonuses:
        whole(document, bonuses, name, 0)
    if (bullet := rules.get("bullet_trains")) is not None:
        bullet = keys(document, bullet, "the bullet trains", ("supply", "no_progress", "bonus"))
        whole(document, bullet, "supply", 1)
        table = keys(document, bullet["bonus"], "the bullet bonus", [str(n) for n in seats])
        for players, bonus in table.items():
            if not isinstance(bonus, list) or len(bonus) != int(players):
                raise document.fault(table, f"Give {players} bonuses to {players} seats.", players)
    if (teams := rules.get("teams")) is not None:
        teams = keys(document, teams, "the teams", ("size", "share_at_most"))
        whole(document, teams, "size", 2, 3)
        whole(document, teams, "share_at_most", 0)


def check_cities(document: Document) -> None:
    seen: set[str] = set()
    for row in document.root["cities"]:
        keys(document, row, "the city", ("key", "name"), ("junction", "regions"))
        words(document, row, "key", "name")
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
        keys(
            document,
            row,
            "the track",
            ("id", "a", "b", "length", "colour"),
            ("kind", "region", "turns_up"),
        )
        words(document, row, "id", "a", "b", "colour")
        name = row["id"]
        if name in seen:
            raise document.fault(row, f"Name the track {name!r} only once.")
        seen.add(name)
        _ends(document, row, f"The track {name!r}", regions)
        length = whole(document, row, "length", LENGTHS[0], LENGTHS[-1])
        if str(length) not in points:
            raise document.fault(row, f"Say in 'route_points' what a route of {length} scores.")
        one_of(document, row, "colour", (*COLOURS, GRAY))
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
        keys(document, row, "the ticket", ("a", "b", "points"))
        words(document, row, "a", "b")
        name = f"The ticket {row['a']} to {row['b']}"
        _ends(document, row, name, cities)
        pair = frozenset((row["a"], row["b"]))
        if pair & junctions:
            raise document.fault(row, f"{name} ends at a junction; let it end at a city.")
        if pair in seen:
            raise document.fault(row, f"{name} is there twice; keep one of them.")
        seen.add(pair)
        whole(document, row, "points", 1)


def _ends(document: Document, row: Row, what: str, cities: Collection[str]) -> None:
    for end in ("a", "b"):
        if row[end] not in cities:
            raise document.fault(row, f"{what} names {row[end]!r}; add that city or change it.")
    if row["a"] == row["b"]:
        raise document.fault(row, f"{what} ends where it begins; change one end.")


def check_counts(document: Document) -> None:
    """Checks the numbers that a file may state to guard against a lost line."""
    root = document.root
    counts = root["rules"].get("counts")
    if counts is None:
        return
    names = ("cities", "tracks", "tickets")
    counts = keys(document, counts, "the counts", (), names)
    for name in counts:
        if counts[name] != len(root[name]):
            raise document.fault(
                counts,
                f"The file has {len(root[name])} {name} and states {counts[name]}; "
                "mend the list or the count.",
                name,
            )
