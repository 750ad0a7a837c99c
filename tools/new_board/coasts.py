"""Draw the coasts of boards on earth: `make coasts NAME=europe`.

coasts.csv has a line for each map, places.csv says where its cities lie, waters.csv has lakes and
rivers. docs/boards.md describes them.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.board.loading import BOARD_FOLDER
from tools.new_board.atlas import Atlas, load_atlas
from tools.new_board.facts import Facts, board_text
from tools.new_board.geometry import Box, Point
from tools.new_board.outlines import area, clip, inside, nearest, path, runs, simplify
from tools.new_board.projection import equal_area, plate

HERE = Path(__file__).parent
DETAIL = 1.6
"""Points nearer than this to a line are left out, in units of the picture."""
LINES = 7.0
"""The same for borders and rivers, which are thin."""
ROUNDS = 8
"""The most times that countries move until all cities are on land."""
ASHORE = 3.0
"""How far from the sea, in units of the picture, a city comes that was in it."""
STIFFNESS = 0.001
"""Of the bent map: cities are at sea for less, and coasts have folds for much less."""
SMALLEST = 130.0
"""The least area of an island or a lake, in square units of the picture."""


@dataclass(frozen=True)
class Chart:
    """A line of coasts.csv: which part of the earth a map shows, and how.

    ``frame`` is west, south, east and north in degrees, more than the picture shows. ``home``
    are the countries that the board is about.
    """

    board: str
    panel: str
    detail: str
    frame: Box
    home: tuple[str, ...]
    abroad: tuple[str, ...] = ()


def charts(path: Path = HERE / "coasts.csv") -> list[Chart]:
    """The lines of coasts.csv."""
    return [
        Chart(
            row["board"],
            row["panel"],
            row["detail"],
            (float(row["west"]), float(row["south"]), float(row["east"]), float(row["north"])),
            tuple(filter(None, row["home"].split("/"))),
            tuple(filter(None, row["abroad"].split("/"))),
        )
        for row in _rows(path)
    ]


def places() -> dict[str, Point]:
    """Longitude and latitude of each city of places.csv."""
    return {
        row["city"]: (float(row["longitude"]), float(row["latitude"]))
        for row in _rows(HERE / "places.csv")
    }


def _rows(path: Path) -> list[dict[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def coast(chart: Chart, cities: Mapping[Point, Point], box: Box) -> list[dict[str, str]]:
    """The shapes of land, borders, lakes and rivers in the box of a panel.

    ``cities`` are places in the picture by longitude and latitude.
    """
    atlas = load_atlas(chart.detail)
    home = [name for name in chart.home or atlas.countries if name not in chart.abroad]
    abroad = [name for name in atlas.countries if name not in home]
    aims = dict(cities)
    for _ in range(ROUNDS):
        lines = _Lines(atlas, chart.frame, _drawing(chart, aims))
        land, homeland = (_large(lines.rings(names), box) for names in (abroad, home))
        wet = [globe for globe, at in cities.items() if not inside([*land, *homeland], at)]
        if not wet:
            break
        for globe in wet:
            # Where the coast is too near, the whole country moves under its city.
            (x, y), shore = cities[globe], nearest([*land, *homeland], cities[globe])
            part = 1 + ASHORE / max(math.dist((x, y), shore), 1.0)
            aims[globe] = (
                aims[globe][0] - part * (shore[0] - x),
                aims[globe][1] - part * (shore[1] - y),
            )
    near = [arc for arc in atlas.borders() if lines.is_near(arc)]
    found = {
        "land": path(land),
        "home": path(homeland),
        "border": path(lines.thin((lines.arc(arc) for arc in near), box), closed=False),
        "water": path(_large(lines.waters("water"), box)),
        "river": path(lines.thin(lines.waters("river"), box), closed=False),
    }
    return [
        {"kind": kind, "panel": chart.panel, "path": text} for kind, text in found.items() if text
    ]


def _drawing(chart: Chart, aims: Mapping[Point, Point]) -> Callable[[Iterable[Point]], list[Point]]:
    """The function that draws a line of the globe in the picture."""
    project = equal_area(chart.frame)
    bend = plate([(project(globe), at) for globe, at in aims.items()], STIFFNESS)
    return lambda line: simplify([bend(project(point)) for point in line], DETAIL)


class _Lines:
    """The arcs of an atlas in the picture, each simplified once for all that it borders."""

    def __init__(
        self, atlas: Atlas, frame: Box, drawn: Callable[[Iterable[Point]], list[Point]]
    ) -> None:
        self.atlas = atlas
        self.frame = frame
        self.drawn = drawn
        self.ready: dict[int, list[Point]] = {}

    def arc(self, arc: int) -> list[Point]:
        """The points of an arc."""
        forward = max(arc, ~arc)
        if forward not in self.ready:
            self.ready[forward] = self.drawn(self.atlas.arcs[forward])
        points = self.ready[forward]
        return points if arc >= 0 else points[::-1]

    def rings(self, countries: list[str]) -> Iterator[list[Point]]:
        for ring in self.atlas.rings_of(countries):
            if any(self.is_near(arc) for arc in ring):
                yield [point for arc in ring for point in self.arc(arc)[:-1]]

    def waters(self, kind: str) -> list[list[Point]]:
        """The lakes or rivers that lie in the frame."""
        outlines = [
            _outline(row["points"]) for row in _rows(HERE / "waters.csv") if row["kind"] == kind
        ]
        return [
            self.drawn(line) for line in outlines if all(_within(self.frame, at) for at in line)
        ]

    @staticmethod
    def thin(found: Iterable[list[Point]], box: Box) -> list[list[Point]]:
        """What lies of lines in a box, with less detail than a coast."""
        return [run for line in found for run in runs(simplify(line, LINES), box)]

    def is_near(self, arc: int) -> bool:
        """Whether an arc has a point in the frame."""
        return any(_within(self.frame, point) for point in self.atlas.arcs[max(arc, ~arc)])


def _within(frame: Box, place: Point) -> bool:
    west, south, east, north = frame
    return (place[0] - west) % 360 < east - west and south < place[1] < north


def _large(rings: Iterable[list[Point]], box: Box) -> list[list[Point]]:
    """The rings in a box that are large enough to be seen."""
    cut = (clip(ring, box) for ring in rings)
    return [ring for ring in cut if len(ring) > 2 and area(ring) > SMALLEST]


def _outline(text: str) -> list[Point]:
    numbers = [float(word) for word in text.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def draw(key: str, folder: Path = BOARD_FOLDER) -> None:
    """Write the coasts of a board into its file."""
    file = folder / f"{key}.json"
    facts: Facts = json.loads(file.read_text(encoding="utf-8"))
    section = facts["map"]
    known = places()
    for chart in charts():
        if chart.board != key:
            continue
        (box,) = (tuple(p["frame"]) for p in section["panels"] if p["key"] == chart.panel)
        cities = {
            known[row["city"]]: tuple(row["at"])
            for row in section["places"]
            if row["panel"] == chart.panel and row["city"] in known
        }
        drawn = coast(chart, cities, box)
        # Lakes and rivers of a map too fine for waters.csv are in its file.
        replaced = {"land", "home", "border", *(shape["kind"] for shape in drawn)}
        section["shapes"] = drawn + [
            shape
            for shape in section["shapes"]
            if shape["panel"] != chart.panel or shape["kind"] not in replaced
        ]
    file.write_text(board_text(facts), encoding="utf-8")


def main() -> None:
    """Draw the coasts of the boards that are named, or of all."""
    parser = argparse.ArgumentParser(prog="python -m tools.new_board.coasts", description=__doc__)
    parser.add_argument("boards", nargs="*", default=sorted({c.board for c in charts()}))
    for key in parser.parse_args().boards:
        draw(key)
        sys.stdout.write(f"{key}\n")


if __name__ == "__main__":
    main()
