"""Checks of the map section: the picture must show the whole board."""

from __future__ import annotations

from collections import Counter

from engine.board.checking_fields import is_numbers
from engine.board.decoding import Document, Row

SHAPES = ("land", "home", "border", "water", "park", "river", "mountain")


def check_map(document: Document) -> None:
    """Check the map section: a place for every city, a space for every train.

    :raises BoardError: names the file, the line and the fault.
    """
    root, require = document.root, document.require
    section = root["map"]
    require(isinstance(section, Row), root, "Make 'map' an object.", "map")
    for key in ("size", "space", "city", "type", "panels", "places", "tracks", "shapes"):
        require(key in section, section, f"Add the key {key!r} to the map.")
    for key in ("size", "space", "type"):
        require(is_numbers(section[key], 2), section, f"Make {key!r} two numbers.", key)
    if "postmark" in section:
        marked = is_numbers(section["postmark"], 2)
        require(marked, section, "Give 'postmark' x and y.", "postmark")
    panels = set()
    for row in section["panels"]:
        framed = is_numbers(row.get("frame"), 4)
        require(framed, row, "Give the panel a frame: left, top, width and height.")
        require("key" in row and "title" in row, row, "Give the panel a key and a title.")
        panels.add(row["key"])
    require("main" in panels, section, "Name one panel 'main'.", "panels")
    _check_places(document, section, panels)
    _check_spaces(document, section)
    for row in section["shapes"]:
        require(
            row.get("kind") in SHAPES and row.get("panel") in panels and "path" in row,
            row,
            f"Give the shape a panel, a path and a kind out of {', '.join(SHAPES)}.",
        )


def _check_places(document: Document, section: Row, panels: set[str]) -> None:
    root, require = document.root, document.require
    names = {row["key"]: row["name"] for row in root["cities"]}
    found: Counter[tuple[str, str]] = Counter()
    for row in section["places"]:
        for key in ("city", "panel", "at", "label"):
            require(key in row, row, f"Add the key {key!r} to the place.")
        city, panel, label = row["city"], row["panel"], row["label"]
        require(city in names, row, f"The map places {city!r}; add that city or drop the place.")
        require(panel in panels, row, f"Add a panel {panel!r} or place {city!r} elsewhere.")
        spelt = "".join(row.get("lines", (names[city],))).replace(" ", "")
        same = spelt == names[city].replace(" ", "")
        require(same, row, f"Make the lines spell {names[city]!r}.")
        placed = is_numbers(row["at"], 2) and is_numbers(label[:2], 2)
        require(placed, row, "Give 'at' x and y, and 'label' x, y and an anchor.")
        anchored = label[2:] in (["start"], ["middle"], ["end"])
        require(anchored, row, "Make the anchor of the label start, middle or end.")
        found[city, panel] += 1
    for row in root["cities"]:
        for region in row.get("regions", ["main"]):
            once = f"Place the city {row['key']!r} once in the panel {region!r} of the map."
            require(found[row["key"], region] == 1, section, once, "places")


def _check_spaces(document: Document, section: Row) -> None:
    tracks, require = section["tracks"], document.require
    lengths = {row["id"]: row["length"] for row in document.root["tracks"]}
    require(isinstance(tracks, Row), section, "Make 'tracks' of the map an object.", "tracks")
    for track, length in lengths.items():
        require(track in tracks, tracks, f"Add the spaces of the track {track!r} to the map.")
        spaces = tracks[track]
        placed = isinstance(spaces, list) and all(is_numbers(space, 3) for space in spaces)
        require(placed, tracks, "Give every space x, y and an angle.", track)
        drawn = f"Draw {length} spaces for {track!r}; the map has {len(spaces)}."
        require(len(spaces) == length, tracks, drawn, track)
    for track in tracks:
        unknown = f"The map draws {track!r}; add that track or remove its spaces."
        require(track in lengths, tracks, unknown, track)
