"""Checks of a board file: each fault is reported with its line and what to mend there.

A board with known mechanics is a file and nothing else; these checks are what makes that safe.
"""

from __future__ import annotations

import re
from typing import Final

from engine.board.checking_fields import (
    anything,
    check_row,
    each,
    flag,
    number,
    one_of,
    rows,
    text,
    texts,
)
from engine.board.checking_map import check_map
from engine.board.checking_places import (
    check_countries,
    check_end_places,
    check_ends,
    check_tickets,
    number_of_tickets,
)
from engine.board.checking_rules import LENGTHS, check_rules, check_typical_events
from engine.board.decoding import Document
from engine.board.mechanics import MOST_IN_A_SET
from engine.cards import COLOURS, GRAY

KINDS: Final = ("normal", "bullet", "tunnel", "ferry", "mountain")
MAX_KEY: Final = 30
_KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OPTIONAL: Final = ("typical_events", "countries", "long_tickets")
_OF_KIND: Final = {
    "ferry": ("locomotives", "Give 'locomotives' to a ferry, and to a ferry only (M-1)."),
    "mountain": ("crossings", "Give 'crossings' to a mountain, and to a mountain only (M-5)."),
}
"""The key that tracks of a kind have, and no others."""


def check_board(document: Document) -> None:
    """Check a decoded board file: facts, numbers of the rules, and picture.

    :raises BoardError: names the file, the line and the fault.
    """
    lists = each(("cities", "tracks", "tickets"), rows)
    needed = {"rules": anything, "map": anything, **lists, "name": text}
    optional = {**each(_OPTIONAL, anything), "notes": texts}
    check_row(document, document.root, "a board", needed, optional)
    check_file_name(document)
    check_rules(document)
    check_typical_events(document)
    check_cities(document)
    check_countries(document)
    check_tracks(document)
    check_end_places(document)
    check_always_open(document)
    check_tickets(document)
    check_counts(document)
    check_map(document)


def check_file_name(document: Document) -> None:
    """Check the key of the board, which is the name of its file: it is part of addresses."""
    key = document.path.stem
    document.require(
        bool(_KEY.fullmatch(key)) and len(key) <= MAX_KEY,
        document.root,
        f"Name the file in a-z, 0-9 and hyphens, {MAX_KEY} characters at most; found {key!r}.",
    )


def check_cities(document: Document) -> None:
    needed = {"key": text, "name": text}
    optional = {"junction": flag, "regions": texts, "country": anything}
    seen: set[str] = set()
    for row in document.root["cities"]:
        check_row(document, row, "the city", needed, optional)
        key = row["key"]
        wrong = f"Write the key of a city in a-z, 0-9 and hyphens; found {key!r}."
        document.require(bool(_KEY.fullmatch(key)), row, wrong)
        document.require(key not in seen, row, f"Name the city {key!r} only once.")
        seen.add(key)


def check_tracks(document: Document) -> None:
    root, rules, require = document.root, document.root["rules"], document.require
    regions = {row["key"]: row.get("regions", ["main"]) for row in root["cities"]}
    needed = {
        **each(("id", "a", "b"), text),
        "length": number(LENGTHS[0], LENGTHS[-1]),
        "colour": one_of(*COLOURS, GRAY),
    }
    optional = {
        "kind": one_of(*KINDS),
        "region": anything,
        "turns_up": number(0, 10),
        **each(("locomotives", "crossings"), anything),
        "any_cards_for_one": number(2, MOST_IN_A_SET),
    }
    seen: set[str] = set()
    for row in root["tracks"]:
        check_row(document, row, "the track", needed, optional)
        name, length, kind = row["id"], row["length"], row.get("kind", "normal")
        require(name not in seen, row, f"Name the track {name!r} only once.")
        seen.add(name)
        check_ends(document, row, f"The track {name!r}", regions)
        scores = f"Say in 'route_points' what a route of {length} scores."
        require(str(length) in rules["route_points"], row, scores)
        if kind == "bullet":
            lacks = "Add 'bullet_trains' to the rules, or make the track normal."
            require(bool(rules.get("bullet_trains")), row, lacks)
            gray = f"Make the colour of a bullet track gray; found {row['colour']!r}."
            require(row["colour"] == GRAY, row, gray, "colour")
        tunnels = "Give 'turns_up' to a tunnel, and to a tunnel only."
        require((kind == "tunnel") == (row.get("turns_up", 0) > 0), row, tunnels)
        for only, (key, sentence) in _OF_KIND.items():
            if key in row:
                number(1, length)(document, row, key)
            require((kind == only) == (key in row), row, sentence)
        if kind == "mountain":
            scores = "Say in 'crossing_points' what a crossing scores (M-5)."
            require(bool(rules.get("crossing_points")), row, scores)
        require(
            "any_cards_for_one" not in row or (kind == "normal" and not rules.get("teams")),
            row,
            "Give 'any_cards_for_one' to normal tracks of a board without teams (M-3).",
        )
        region = row.get("region", "main")
        for city in (row["a"], row["b"]):
            lacks = f"Add the region {region!r} to the city {city!r}, or change the track."
            require(region in regions[city], row, lacks)


def check_always_open(document: Document) -> None:
    """Check that the pairs of cities whose parallels never close are joined by a track (B-9)."""
    parallels = document.root["rules"]["parallels"]
    joined = [{row["a"], row["b"]} for row in document.root["tracks"]]
    pairs = parallels.get("always_open", [])
    document.require(
        isinstance(pairs, list)
        and all(isinstance(one, list) and len(one) == 2 and set(one) in joined for one in pairs),
        parallels,
        "List in 'always_open' pairs of cities that a track joins.",
        "always_open",
    )


def check_counts(document: Document) -> None:
    """Check the numbers that a file may state to guard against a lost line."""
    root = document.root
    counts = root["rules"].get("counts")
    if counts is None:
        return
    names = ("cities", "tracks", "tickets")
    known = {name: len(root[name]) for name in names} | {"tickets": number_of_tickets(document)}
    counts = check_row(document, counts, "the counts", {}, each(names, anything))
    for name in counts:
        document.require(
            counts[name] == known[name],
            counts,
            f"The file has {known[name]} {name} and states {counts[name]}; "
            "mend the list or the count.",
            name,
        )
