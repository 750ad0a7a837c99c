"""The frame of each board's map: the size of its picture, its panels and their projections."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.boards import places

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def albers(south: float, north: float, centre: Point) -> Callable[[float, float], Point]:
    """The equal-area conic projection with two standard parallels; y grows downwards."""
    lat0, lon0 = (math.radians(angle) for angle in centre)
    one, two = math.radians(south), math.radians(north)
    n = (math.sin(one) + math.sin(two)) / 2
    c = math.cos(one) ** 2 + 2 * n * math.sin(one)
    rho0 = math.sqrt(c - 2 * n * math.sin(lat0)) / n

    def project(lat: float, lon: float) -> Point:
        rho = math.sqrt(max(0.0, c - 2 * n * math.sin(math.radians(lat)))) / n
        theta = n * (math.radians(lon) - lon0)
        return rho * math.sin(theta), rho * math.cos(theta) - rho0

    return project


def equirectangular(latitude: float) -> Callable[[float, float], Point]:
    """The equirectangular projection that is true at one latitude; y grows downwards."""
    squeeze = math.cos(math.radians(latitude))

    def project(lat: float, lon: float) -> Point:
        return math.radians(lon) * squeeze, -math.radians(lat)

    return project


def widen_east(
    project: Callable[[float, float], Point], middle: float, half: float, gain: float
) -> Callable[[float, float], Point]:
    """A projection whose east is drawn wider, and whose west narrower, by up to ``gain``.

    The routes of the crowded coast need the room that the empty plains can spare.
    """

    def wider(lat: float, lon: float) -> Point:
        u = max(-1.8, min(1.8, (lon - middle) / half))
        return project(lat, middle + half * (u + gain / 2 * (u * u - 1)))

    return wider


@dataclass(frozen=True)
class Panel:
    """One framed part of a picture; ``body`` is the box that the cities' positions fill."""

    frame: Box
    body: Box
    project: Callable[[float, float], Point]
    title: str = ""
    tall: float = 1.0
    """Stretches north to south, where a country is too flat for its routes."""
    keep_out: tuple[Box, ...] = ()
    """Boxes that no space, city or label may enter."""
    globe: places.Globe = field(default_factory=dict)
    """Positions that differ from the board's, for example where an inset bends the truth."""
    home_pull: float = 1.0
    """The strength of the pull of cities to their geographic places."""
    tries: int = 3
    """The number of layouts made; the one with the least energy stays."""


@dataclass(frozen=True)
class MapFrame:
    """Everything that the layout of one board needs besides its facts."""

    width: int
    height: int
    globe: places.Globe
    panels: dict[str, Panel]
    countries: frozenset[str]
    """Countries whose land is the board; all other land is drawn quieter."""
    postmark: Point = (0, 0)
    """The middle of the postmark, in open sea."""
    land: frozenset[str] = frozenset({"main"})
    """Panels that show the coast."""
    atlas_detail: float = 1.9
    """Coast points nearer than this to the line of their neighbours are left out."""


USA = MapFrame(
    width=1260,
    height=830,
    globe=places.USA,
    panels={
        "main": Panel(
            frame=(20, 20, 1220, 790),
            body=(85, 72, 1080, 690),
            project=widen_east(albers(29.5, 45.5, (38, -96)), -97, 27, 0.3),
            tall=0.9,
            tries=7,
        ),
    },
    countries=frozenset({"United States of America", "Canada"}),
    postmark=(98, 728),
)

JAPAN = MapFrame(
    width=1260,
    height=1040,
    globe=places.JAPAN,
    panels={
        "main": Panel(
            frame=(20, 20, 1220, 1000),
            body=(75, 75, 1080, 890),
            project=equirectangular(36.5),
            keep_out=((36, 36, 590, 356), (36, 408, 310, 380)),
        ),
        "tokyo": Panel(
            frame=(36, 36, 590, 356),
            body=(95, 92, 470, 250),
            home_pull=0.5,
            tries=12,
            project=equirectangular(35.68),
            title="Tōkyō",
        ),
        "kyushu": Panel(
            frame=(36, 408, 310, 380),
            body=(85, 470, 210, 280),
            project=equirectangular(32.7),
            title="Kyūshū",
        ),
    },
    countries=frozenset({"Japan"}),
    postmark=(1090, 905),
    land=frozenset({"main", "kyushu"}),
)

TEAM_ASIA = MapFrame(
    width=1240,
    height=900,
    globe=places.TEAM_ASIA,
    panels={
        "main": Panel(
            frame=(20, 20, 1200, 860),
            body=(80, 80, 1080, 740),
            project=albers(18, 42, (30, 98)),
        ),
    },
    countries=frozenset(),
    postmark=(1130, 790),
)

MAP_FRAMES = {"usa": USA, "japan": JAPAN, "team-asia": TEAM_ASIA}
