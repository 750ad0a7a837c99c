"""Checks of a board file: each fault is reported with its line and what to mend there.

A board with known mechanics is a file and nothing else; these checks are what makes that safe.
"""

from __future__ import annotations

import re
from typing import Final

from engine.board.checking_fields import (
    check_choice,
    check_flag,
    check_integer,
    check_keys,
    check_rows,
    check_text_list,
    check_texts,
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
from engine.board.decoding import Document, Row
from engine.board.mechanics import MOST_IN_A_SET
from engine.cards import COLOURS, GRAY

KINDS: Final = ("normal", "bullet", "tunnel", "ferry", "mountain")
MAX_KEY: Final = 30
_KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

_TOP: Final = ("name", "rules", "cities", "tracks", "tickets", "map")
_OPTIONAL: Final = ("notes", "typical_events", "countries", "long_tickets")


def check_board(document: Document) -> None:
    """Check a decoded board file: facts, numbers of the rules, and picture.

    :raises BoardError: names the file, the line and the fault.
    """
    root = document.root
    check_keys(document, root, "a board", _TOP, _OPTIONAL)
    check_file_name(document)
    for name in ("cities", "tracks", "tickets"):
        check_rows(document, root, name)
    check_texts(document, root, "name")
    check_text_list(document, root, "notes")
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
    if not _KEY.fullmatch(key) or len(key) > MAX_KEY:
        raise document.fault(
            document.root,
            f"Name the file in a-z, 0-9 and hyphens, {MAX_KEY} characters at most; found {key!r}.",
        )


def check_cities(document: Document) -> None:
    seen: set[str] = set()
    for row in document.root["cities"]:
        check_keys(document, row, "the city", ("key", "name"), ("junction", "regions", "country"))
        check_texts(document, row, "key", "name")
        check_text_list(document, row, "regions")
        check_flag(document, row, "junction")
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
            ("kind", "region", "turns_up", "locomotives", "crossings", "any_cards_for_one"),
        )
        check_texts(document, row, "id", "a", "b", "colour")
        name = row["id"]
        if name in seen:
            raise document.fault(row, f"Name the track {name!r} only once.")
        seen.add(name)
        check_ends(document, row, f"The track {name!r}", regions)
        length = check_integer(document, row, "length", LENGTHS[0], LENGTHS[-1])
        if str(length) not in points:
            raise document.fault(row, f"Say in 'route_points' what a route of {length} scores.")
        check_choice(document, row, "colour", (*COLOURS, GRAY))
        kind = row.get("kind", "normal")
        if kind not in KINDS:
            raise document.fault(row, f"Make 'kind' one of {', '.join(KINDS)}; found {kind!r}.")
        if kind == "bullet" and not root["rules"].get("bullet_trains"):
            raise document.fault(row, "Add 'bullet_trains' to the rules, or make the track normal.")
        if kind == "bullet" and row["colour"] != GRAY:
            raise document.fault(
                row, f"Make the colour of a bullet track gray; found {row['colour']!r}.", "colour"
            )
        if "turns_up" in row:
            check_integer(document, row, "turns_up", 0, 10)
        if (kind == "tunnel") != (row.get("turns_up", 0) > 0):
            raise document.fault(row, "Give 'turns_up' to a tunnel, and to a tunnel only.")
        if "locomotives" in row:
            check_integer(document, row, "locomotives", 1, length)
        if (kind == "ferry") != ("locomotives" in row):
            raise document.fault(row, "Give 'locomotives' to a ferry, and to a ferry only (M-1).")
        if "crossings" in row:
            check_integer(document, row, "crossings", 1, length)
        if (kind == "mountain") != ("crossings" in row):
            raise document.fault(
                row, "Give 'crossings' to a mountain, and to a mountain only (M-5)."
            )
        if kind == "mountain" and not root["rules"].get("crossing_points"):
            raise document.fault(row, "Say in 'crossing_points' what a crossing scores (M-5).")
        check_sets_for_a_card(document, row, kind)
        region = row.get("region", "main")
        for end in ("a", "b"):
            if region not in regions[row[end]]:
                raise document.fault(
                    row, f"Add the region {region!r} to the city {row[end]!r}, or change the track."
                )


def check_sets_for_a_card(document: Document, row: Row, kind: str) -> None:
    """Check how many cards stand in for one of a track: on normal ones, without teams (M-3)."""
    if "any_cards_for_one" not in row:
        return
    check_integer(document, row, "any_cards_for_one", 2, MOST_IN_A_SET)
    if kind != "normal" or document.root["rules"].get("teams"):
        raise document.fault(
            row, "Give 'any_cards_for_one' to normal tracks of a board without teams (M-3)."
        )


def check_always_open(document: Document) -> None:
    """Check that the pairs of cities whose parallels never close are joined by a track (B-9)."""
    parallels = document.root["rules"]["parallels"]
    joined = [{row["a"], row["b"]} for row in document.root["tracks"]]
    pairs = parallels.get("always_open", [])
    if not isinstance(pairs, list) or any(
        not isinstance(pair, list) or len(pair) != 2 or set(pair) not in joined for pair in pairs
    ):
        raise document.fault(
            parallels, "List in 'always_open' pairs of cities that a track joins.", "always_open"
        )


def check_counts(document: Document) -> None:
    """Check the numbers that a file may state to guard against a lost line."""
    root = document.root
    counts = root["rules"].get("counts")
    if counts is None:
        return
    names = ("cities", "tracks", "tickets")
    known = {name: len(root[name]) for name in names}
    known["tickets"] = number_of_tickets(document)
    counts = check_keys(document, counts, "the counts", (), names)
    for name in counts:
        if counts[name] != known[name]:
            raise document.fault(
                counts,
                f"The file has {known[name]} {name} and states {counts[name]}; "
                "mend the list or the count.",
                name,
            )
