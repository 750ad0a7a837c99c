"""The frame of each board's map: the size of its picture, its panels and their projections."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
Globe = dict[str, Point]
"""Positions of cities as (latitude, longitude) in degrees."""

PLACES: dict[str, Globe] = json.loads(Path(__file__).with_name("places.json").read_text())
"""The positions by board. Junctions of Team Asia are no cities: they lie where tracks may meet."""


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
    reach: float = 10.0
    """How far what may stand on a city reaches: its disc, or a station (M-4)."""
    globe: Globe = field(default_factory=dict)
    """Positions that differ from the board's, for example where an inset bends the truth."""
    anchors: Globe = field(default_factory=dict)
    """Places of some cities in the picture, by hand; land and cities between them follow."""
    home_pull: float = 1.0
    """The strength of the pull of cities to their geographic places."""
    bows: dict[str, float] = field(default_factory=dict)
    """By how much some tracks bend at first: a ferry to the sea, the tunnel beside it inland."""
    tries: int = 3
    """The number of layouts made; the one with the least energy stays."""


@dataclass(frozen=True)
class MapFrame:
    """Everything that the layout of one board needs besides its facts."""

    width: int
    height: int
    globe: Globe
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
    globe=PLACES["usa"],
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

JAPAN_ANCHORS: Globe = {
    "hakodate": (1040, 62),
    "aomori": (1020, 195),
    "akita": (955, 320),
    "miyako": (1185, 325),
    "niigata": (845, 490),
    "sendai": (1085, 510),
    "iwaki": (1100, 640),
    "kanazawa": (600, 560),
    "nagano": (745, 620),
    "tokyo": (925, 785),
    "narita": (1020, 770),
    "odawara": (865, 850),
    "hamamatsu": (735, 890),
    "nagoya": (655, 770),
    "tsuruga": (545, 665),
    "osaka": (490, 830),
    "ise": (615, 890),
    "tottori": (385, 645),
    "okayama": (365, 790),
    "takamatsu": (362, 872),
    "kochi": (300, 975),
    "matsuyama": (215, 885),
    "hiroshima": (235, 795),
    "masuda": (200, 710),
    "kokura": (72, 822),
}
"""Honshu and Shikoku take the room of the sea: the west is drawn nearly twice as tall."""

JAPAN = MapFrame(
    width=1260,
    height=1040,
    globe=PLACES["japan"],
    panels={
        "main": Panel(
            frame=(20, 20, 1220, 1000),
            body=(75, 75, 1080, 890),
            project=equirectangular(36.5),
            keep_out=((36, 36, 276, 374), (328, 36, 524, 374)),
            anchors=JAPAN_ANCHORS,
            tries=6,
        ),
        "tokyo": Panel(
            frame=(328, 36, 524, 374),
            body=(385, 95, 400, 265),
            home_pull=0.5,
            tries=12,
            project=equirectangular(35.68),
            title="Tokyo",
        ),
        "kyushu": Panel(
            frame=(36, 36, 276, 374),
            body=(88, 100, 185, 275),
            project=equirectangular(32.7),
            tries=6,
            title="Kyushu",
        ),
    },
    countries=frozenset({"Japan"}),
    postmark=(1110, 915),
    land=frozenset({"main", "kyushu"}),
)

TEAM_ASIA_ANCHORS: Globe = {
    "kabul": (160, 350),
    "kashgar": (345, 215),
    "rawalpindi": (290, 345),
    "west-junction": (470, 335),
    "lahore": (330, 440),
    "sukkur": (150, 460),
    "karachi": (135, 545),
    "delhi": (290, 525),
    "kathmandu": (470, 510),
    "cawnpore": (390, 590),
    "bombay": (205, 690),
    "calcutta": (490, 685),
    "madras": (325, 838),
    "rangoon": (665, 775),
    "dihua": (575, 170),
    "ulan-bator": (835, 120),
    "harbin": (1090, 97),
    "peking": (1010, 232),
    "jiuquan": (755, 250),
    "lhasa": (600, 465),
    "south-junction": (645, 565),
    "east-junction": (730, 480),
    "chengdu": (840, 498),
    "shanghai": (1118, 408),
    "canton": (995, 640),
}
"""The tunnels of the north-west take the room of the empty middle: each has a badge beside it."""

TEAM_ASIA = MapFrame(
    width=1240,
    height=900,
    globe=PLACES["team-asia"],
    panels={
        "main": Panel(
            frame=(20, 20, 1200, 860),
            body=(80, 80, 1080, 740),
            project=albers(18, 42, (30, 98)),
            anchors=TEAM_ASIA_ANCHORS,
            tries=4,
        ),
    },
    countries=frozenset(),
    postmark=(1130, 790),
)

SWITZERLAND = MapFrame(
    width=1260,
    height=900,
    globe=PLACES["switzerland"],
    panels={
        "main": Panel(
            frame=(20, 20, 1220, 860),
            body=(70, 70, 1120, 760),
            project=equirectangular(46.8),
            tall=1.0,
            tries=3,
        ),
    },
    countries=frozenset(),
    postmark=(110, 110),
)

INDIA = MapFrame(
    width=1240,
    height=1120,
    globe=PLACES["india"],
    panels={
        "main": Panel(
            frame=(20, 20, 1200, 1080),
            body=(75, 70, 1090, 980),
            project=equirectangular(22),
            tall=0.94,
            tries=3,
        ),
    },
    countries=frozenset(),
    postmark=(130, 900),
)

LEGENDARY_ASIA = MapFrame(
    width=1260,
    height=960,
    globe=PLACES["legendary-asia"],
    panels={
        "main": Panel(
            frame=(20, 20, 1220, 920),
            body=(70, 70, 1120, 815),
            project=albers(12, 50, (32, 86)),
            tall=1.0,
            tries=3,
        ),
    },
    countries=frozenset(),
    postmark=(290, 820),
)

EUROPE_ANCHORS: Globe = {
    "edinburgh": (300, 75),
    "london": (345, 245),
    "amsterdam": (455, 240),
    "bruxelles": (430, 312),
    "dieppe": (330, 360),
    "paris": (390, 428),
    "brest": (222, 392),
    "pamplona": (270, 590),
    "madrid": (165, 690),
    "lisboa": (60, 735),
    "cadiz": (140, 830),
    "barcelona": (285, 712),
    "marseille": (455, 592),
    "zurich": (520, 480),
    "frankfurt": (535, 340),
    "essen": (590, 225),
    "berlin": (678, 262),
    "kobenhavn": (640, 108),
    "stockholm": (772, 62),
    "danzig": (820, 200),
    "munchen": (622, 420),
    "wien": (740, 398),
    "venezia": (612, 522),
    "roma": (622, 642),
    "brindisi": (722, 695),
    "palermo": (640, 835),
    "zagrab": (712, 492),
    "budapest": (802, 420),
    "sarajevo": (795, 582),
    "sofia": (892, 622),
    "athina": (875, 780),
    "smyrna": (980, 812),
    "constantinople": (1030, 692),
    "angora": (1125, 765),
    "erzurum": (1255, 738),
    "bucuresti": (972, 542),
    "sevastopol": (1110, 525),
    "sochi": (1232, 538),
    "rostov": (1240, 430),
    "kharkov": (1195, 340),
    "kyiv": (1030, 325),
    "warszawa": (850, 298),
    "wilno": (962, 245),
    "riga": (902, 112),
    "petrograd": (1055, 65),
    "moskva": (1215, 180),
    "smolensk": (1112, 215),
}
"""The west is drawn larger than the plains of the east, for most routes are there."""

EUROPE = MapFrame(
    width=1320,
    height=930,
    globe=PLACES["europe"],
    panels={
        "main": Panel(
            frame=(20, 20, 1280, 890),
            body=(60, 60, 1200, 790),
            project=albers(40, 58, (49, 14)),
            anchors=EUROPE_ANCHORS,
            reach=13.5,
            tries=3,
        ),
    },
    countries=frozenset(),
    postmark=(120, 130),
)

NORDIC = MapFrame(
    width=1200,
    height=1140,
    globe=PLACES["nordic"],
    panels={
        "main": Panel(
            frame=(20, 20, 1160, 1100),
            body=(75, 75, 1030, 980),
            project=equirectangular(62),
            tall=0.76,
            bows={
                "andalsnes-bergen-black": 30,
                "goteborg-kobenhavn-black": 30,
                "karlskrona-kobenhavn-blue": -30,
                "mo-i-rana-trondheim-green": -26,
                "mo-i-rana-trondheim-red": 26,
            },
            tries=3,
        ),
    },
    countries=frozenset(),
    postmark=(180, 250),
)

MAP_FRAMES = {
    "usa": USA,
    "japan": JAPAN,
    "team-asia": TEAM_ASIA,
    "switzerland": SWITZERLAND,
    "india": INDIA,
    "europe": EUROPE,
    "legendary-asia": LEGENDARY_ASIA,
    "nordic": NORDIC,
}
