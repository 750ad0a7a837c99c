"""Checks of the map section: the picture must show the whole board."""

from __future__ import annotations

from collections import Counter

from engine.board.checking_fields import is_numbers
from engine.board.decoding import Document, Row


def check_map(document: Document) -> None:
    """Check the map section: a place for every city, a space for every train.

    :raises BoardError: names the file, the line and the fault.
    """
    root = document.root
    section = root["map"]
    if not isinstance(section, Row):
        raise document.fault(root, "Make 'map' an object.", "map")
    for key in ("size", "space", "city", "type", "panels", "places", "tracks", "shapes"):
        if key not in section:
            raise document.fault(section, f"Add the key {key!r} to the map.")
    for key in ("size", "space", "type"):
        if not is_numbers(section[key], 2):
            raise document.fault(section, f"Make {key!r} two numbers.", key)
    if "postmark" in section and not is_numbers(section["postmark"], 2):
        raise document.fault(section, "Give 'postmark' x and y.", "postmark")
    panels = set()
    for row in section["panels"]:
        if not is_numbers(row.get("frame"), 4):
            raise document.fault(row, "Give the panel a frame: left, top, width and height.")
        if "key" not in row or "title" not in row:
            raise document.fault(row, "Give the panel a key and a title.")
        panels.add(row["key"])
    if "main" not in panels:
        raise document.fault(section, "Name one panel 'main'.", "panels")
    _check_places(document, section, panels)
    _check_spaces(document, section)
    for row in section["shapes"]:
        kinds = ("land", "home", "border", "water", "park", "river", "mountain")
        if row.get("kind") not in kinds or row.get("panel") not in panels or "path" not in row:
            raise document.fault(
                row, f"Give the shape a panel, a path and a kind out of {', '.join(kinds)}."
            )


def _check_places(document: Document, section: Row, panels: set[str]) -> None:
    root = document.root
    names = {row["key"]: row["name"] for row in root["cities"]}
    found: Counter[tuple[str, str]] = Counter()
    for row in section["places"]:
        for key in ("city", "panel", "at", "label"):
            if key not in row:
                raise document.fault(row, f"Add the key {key!r} to the place.")
        city = row["city"]
        if city not in names:
            raise document.fault(row, f"The map places {city!r}; add that city or drop the place.")
        if row["panel"] not in panels:
            raise document.fault(row, f"Add a panel {row['panel']!r} or place {city!r} elsewhere.")
        spelt = "".join(row.get("lines", (names[city],)))
        if spelt.replace(" ", "") != names[city].replace(" ", ""):
            raise document.fault(row, f"Make the lines spell {names[city]!r}.")
        if not is_numbers(row["at"], 2) or not is_numbers(row["label"][:2], 2):
            raise document.fault(row, "Give 'at' x and y, and 'label' x, y and an anchor.")
        if row["label"][2:] not in (["start"], ["middle"], ["end"]):
            raise document.fault(row, "Make the anchor of the label start, middle or end.")
        found[city, row["panel"]] += 1
    for row in root["cities"]:
        for region in row.get("regions", ["main"]):
            if found[row["key"], region] != 1:
                raise document.fault(
                    section,
                    f"Place the city {row['key']!r} once in the panel {region!r} of the map.",
                    "places",
                )


def _check_spaces(document: Document, section: Row) -> None:
    tracks = section["tracks"]
    lengths = {row["id"]: row["length"] for row in document.root["tracks"]}
    if not isinstance(tracks, Row):
        raise document.fault(section, "Make 'tracks' of the map an object.", "tracks")
    for track, length in lengths.items():
        if track not in tracks:
            raise document.fault(tracks, f"Add the spaces of the track {track!r} to the map.")
        spaces = tracks[track]
        if not isinstance(spaces, list) or not all(is_numbers(space, 3) for space in spaces):
            raise document.fault(tracks, "Give every space x, y and an angle.", track)
        if len(spaces) != length:
            raise document.fault(
                tracks, f"Draw {length} spaces for {track!r}; the map has {len(spaces)}.", track
            )
    for track in tracks:
        if track not in lengths:
            raise document.fault(
                tracks, f"The map draws {track!r}; add that track or remove its spaces.", track
            )
