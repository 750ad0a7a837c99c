"""The picture of a board: positions only, without rules or colours.

A picture is measured in its own units; ``width`` and ``height`` say how many there are. The spaces
of a track are given one by one, from the end at ``track.a`` to the end at ``track.b``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from engine.board.loading import board_path, read_board_data


@dataclass(frozen=True, slots=True)
class Panel:
    """A framed part of the picture with a scale of its own; every picture has one named main."""

    key: str
    title: str
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CityMark:
    """A city on one panel, and the baseline of its label's first line."""

    city: str
    panel: str
    x: float
    y: float
    label_x: float
    label_y: float
    anchor: Literal["start", "middle", "end"]
    lines: tuple[str, ...]
    """The name as it is written, broken into lines where it needs to be."""


@dataclass(frozen=True, slots=True)
class Space:
    """The centre of one space and its angle in degrees, in (-90, 90]."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece of the background: an SVG path and what it shows.

    ``land`` is all land, ``home`` the land that the board is about, ``water`` and ``park`` are
    areas on it, ``border``, ``river`` and ``mountain`` are lines.
    """

    kind: Literal["land", "home", "border", "water", "park", "river", "mountain"]
    panel: str
    path: str


@dataclass(frozen=True, eq=False)
class Picture:
    """The picture of a board.

    ``places`` holds a place for every panel that shows a city, ``tracks`` the spaces of each track.
    """

    key: str
    width: float
    height: float
    space_length: float
    space_width: float
    city_radius: float
    type_size: float
    leading: float
    postmark: tuple[float, float] | None
    """The middle of the postmark, where the map has space for one."""
    panels: Mapping[str, Panel]
    places: Mapping[str, tuple[CityMark, ...]]
    tracks: Mapping[str, tuple[Space, ...]]
    shapes: tuple[Shape, ...]


@cache
def load_picture(board_key: str) -> Picture:
    """The picture of a board by the board's key.

    :raises BoardError: if there is no such board or its file is faulty.
    """
    return read_picture(board_path(board_key))


def read_picture(path: Path) -> Picture:
    """The picture from a board file.

    :raises BoardError: names the file, the line and the fault.
    """
    return build_picture(path.stem, read_board_data(path))


def build_picture(key: str, raw: Mapping[str, Any]) -> Picture:
    """The picture of a decoded and checked board file."""
    section = raw["map"]
    names = {row["key"]: row["name"] for row in raw["cities"]}
    places: dict[str, list[CityMark]] = {}
    for row in section["places"]:
        x, y = row["at"]
        label_x, label_y, anchor = row["label"]
        lines = tuple(row.get("lines", (names[row["city"]],)))
        place = CityMark(row["city"], row["panel"], x, y, label_x, label_y, anchor, lines)
        places.setdefault(row["city"], []).append(place)
    width, height = section["size"]
    space_length, space_width = section["space"]
    type_size, leading = section["type"]
    return Picture(
        key=key,
        width=width,
        height=height,
        space_length=space_length,
        space_width=space_width,
        city_radius=section["city"],
        type_size=type_size,
        leading=leading,
        postmark=tuple(section["postmark"]) if "postmark" in section else None,
        panels={
            row["key"]: Panel(row["key"], row["title"], *row["frame"]) for row in section["panels"]
        },
        places={city: tuple(found) for city, found in places.items()},
        tracks={
            track: tuple(Space(*space) for space in spaces)
            for track, spaces in section["tracks"].items()
        },
        shapes=tuple(Shape(**row) for row in section["shapes"]),
    )
