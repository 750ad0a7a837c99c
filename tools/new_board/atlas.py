"""The countries of the earth: TopoJSON of Natural Earth from the npm package world-atlas.

The package is fetched once, into ``build/``. Natural Earth is in the public domain.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.new_board.geometry import Point
from tools.new_board.rows import TableError

PACKAGE = "world-atlas@2.0.2"
DETAILS = ("50m", "10m", "110m")
CACHE = Path(__file__).resolve().parents[2] / "build" / "world-atlas"
Ring = list[int]
"""Numbers of arcs from end to end; ``~n`` is arc n backwards."""


@dataclass(frozen=True)
class Atlas:
    """The borders and coasts of the countries, each drawn once as an arc of points.

    Points are longitude and latitude in degrees. A country has the land on the same side of all of
    its rings.
    """

    arcs: list[list[Point]]
    countries: dict[str, list[Ring]]

    def rings_of(self, names: Collection[str]) -> list[Ring]:
        """The rings round these countries as one area: borders between them are left out."""
        if unknown := set(names) - set(self.countries):
            raise TableError(
                f"The atlas has no {', '.join(sorted(unknown))}; it has "
                f"{', '.join(sorted(self.countries))}."
            )
        rings = [ring for name in names for ring in self.countries[name]]
        used = Counter(max(arc, ~arc) for ring in rings for arc in ring)
        return list(
            self._joined(arc for ring in rings for arc in ring if used[max(arc, ~arc)] == 1)
        )

    def borders(self) -> list[int]:
        """The arcs between two countries."""
        used = Counter(
            arc
            for rings in self.countries.values()
            for arc in {max(arc, ~arc) for ring in rings for arc in ring}
        )
        return [arc for arc, times in used.items() if times > 1]

    def _joined(self, arcs: Iterable[int]) -> Iterator[Ring]:
        """Arcs in any order as closed rings."""
        starts: dict[Point, list[int]] = {}
        for arc in arcs:
            starts.setdefault(self._end(~arc), []).append(arc)
        while starts:
            ring, at = [], next(iter(starts))
            while waiting := starts.get(at, []):
                arc = waiting.pop()
                if not waiting:
                    del starts[at]
                ring.append(arc)
                at = self._end(arc)
            yield ring

    def _end(self, arc: int) -> Point:
        return self.arcs[arc][-1] if arc >= 0 else self.arcs[~arc][0]


def load_atlas(detail: str) -> Atlas:
    """The atlas in a detail: "110m" (coarse), "50m" or "10m" (fine).

    :raises TableError: if it cannot be fetched.
    """
    path = CACHE / f"countries-{detail}.json"
    if not path.exists():
        _fetch()
    return read_topology(json.loads(path.read_text(encoding="utf-8")))


def _fetch() -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    try:
        packed = subprocess.run(  # noqa: S603 - the words are fixed
            ["npm", "pack", "--silent", PACKAGE],  # noqa: S607
            cwd=CACHE,
            check=True,
            capture_output=True,
            text=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise TableError(f"Install npm and go online: {PACKAGE} is not in {CACHE}.") from error
    with tarfile.open(CACHE / packed.stdout.split()[-1]) as archive:
        for detail in DETAILS:
            found = archive.extractfile(f"package/countries-{detail}.json")
            assert found is not None, "it is a file"
            (CACHE / f"countries-{detail}.json").write_bytes(found.read())


def read_topology(topology: dict[str, Any]) -> Atlas:
    """The atlas that a decoded TopoJSON file of countries holds."""
    (kx, ky), (x0, y0) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for steps in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in steps:
            x, y = x + dx, y + dy
            points.append((x0 + kx * x, y0 + ky * y))
        arcs.append(points)
    countries: dict[str, list[Ring]] = {}
    for row in topology["objects"]["countries"]["geometries"]:
        parts = [row["arcs"]] if row["type"] == "Polygon" else row.get("arcs", [])
        rings = countries.setdefault(row["properties"]["name"], [])
        rings += [ring for part in parts for ring in part]
    return Atlas(arcs, countries)
