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
from tools.new_board.atlas import load_atlas
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

    def shows(self, place: Point) -> bool:
        """Whether a place of the globe lies in the frame."""
        west, south, east, north = self.frame
        return (place[0] - west) % 360 < east - west and south < place[1] < north


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
    near = {number for number, arc in enumerate(atlas.arcs) if any(map(chart.shows, arc))}
    home = [name for name in chart.home or atlas.countries if name not in chart.abroad]
    abroad = [name for name in atlas.countries if name not in home]
    outlines = [
        [ring for ring in atlas.rings_of(names) if any(max(arc, ~arc) in near for arc in ring)]
        for names in (abroad, home)
    ]
    needed = {max(arc, ~arc) for rings in outlines for ring in rings for arc in ring}
    aims = dict(cities)
    for _ in range(ROUNDS):
        draw = _drawing(chart, aims)
        drawn = {arc: draw(atlas.arcs[arc]) for arc in needed}
        land, homeland = (_large((_ring(drawn, ring) for ring in rings), box) for rings in outlines)
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
    borders = [draw(atlas.arcs[arc]) for arc in atlas.borders() if arc in near]
    lakes, rivers = (
        [draw(line) for line in _waters(kind) if all(map(chart.shows, line))]
        for kind in ("water", "river")
    )
    found = {
        "land": path(land),
        "home": path(homeland),
        "border": path(_thin(borders, box), closed=False),
        "water": path(_large(lakes, box)),
        "river": path(_thin(rivers, box), closed=False),
    }
    return [
        {"kind": kind, "panel": chart.panel, "path": text} for kind, text in found.items() if text
    ]


def _drawing(chart: Chart, aims: Mapping[Point, Point]) -> Callable[[Iterable[Point]], list[Point]]:
    """The function that draws a line of the globe in the picture."""
    project = equal_area(chart.frame)
    bend = plate([(project(globe), at) for globe, at in aims.items()], STIFFNESS)
    return lambda line: simplify([bend(project(point)) for point in line], DETAIL)


def _ring(drawn: Mapping[int, list[Point]], ring: list[int]) -> list[Point]:
    """The points of a ring of arcs."""
    arcs = (drawn[arc] if arc >= 0 else drawn[~arc][::-1] for arc in ring)
    return [point for arc in arcs for point in arc[:-1]]


def _large(rings: Iterable[list[Point]], box: Box) -> list[list[Point]]:
    """The rings in a box that are large enough to be seen."""
    cut = (clip(ring, box) for ring in rings)
    return [ring for ring in cut if len(ring) > 2 and area(ring) > SMALLEST]


def _thin(lines: Iterable[list[Point]], box: Box) -> list[list[Point]]:
    """What lies of lines in a box, with less detail than a coast."""
    return [run for line in lines for run in runs(simplify(line, LINES), box)]


def _waters(kind: str) -> Iterator[list[Point]]:
    """The lakes or rivers of waters.csv."""
    for row in _rows(HERE / "waters.csv"):
        if row["kind"] == kind:
            numbers = [float(word) for word in row["points"].split()]
            yield list(zip(numbers[::2], numbers[1::2], strict=True))


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
