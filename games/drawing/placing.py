"""Room for what a board file does not place: badges of tunnels, peaks of mountains, beams.

Both are found from the picture alone, so that a new board needs no numbers for them.

Decision 54 says why.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice, pairwise
from typing import Final

from engine.board import Board, Track
from engine.board.picture import CityMark, Panel, Picture, Space
from games.drawing.geometry import (
    Outline,
    Point,
    box,
    disc,
    marks,
    middle,
    name_outlines,
    space_outline,
    touch,
)

BADGE: Final = (27.0, 17.0)
"""Width and height of the badge of a tunnel."""
GAP: Final = 1.5
"""The least distance of a badge from everything else."""
CHOICES: Final = 150
"""The most places of a badge that are weighed against those of others."""
FAR: Final = 40.0
"""At this distance from a badge nobody takes it for that of another track."""
ROUNDS: Final = 20
"""The most badges that give way to others."""
PEAK: Final = (16.0, 12.0)
"""Width and height of the peak of a mountain."""
SUNK: Final = 1.5
"""How far a peak or a badge reaches over the edge of its space."""
RING: Final = 8.0
"""The room that a ring round a city takes."""
BEAM: Final = 30.0
"""Half of the width of a beam at the frame of its inset."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The middle of a tunnel's badge, and the point on the edge of its track where it hangs."""

    x: float
    y: float
    hung: Point


def badge_outline(x: float, y: float) -> Outline:
    width, height = BADGE
    return box(x - width / 2, y - height / 2, width, height)


@cache
def tunnel_badges(board: Board, picture: Picture) -> Mapping[str, Badge]:
    """A place for the badge of each tunnel: beside its track, clear of all else where possible.

    Where all tunnels of a board turn up as many cards they need none: the key says how many.
    """
    tunnels = [track for track in board.tracks.values() if track.turns_up]
    if len({track.turns_up for track in tunnels}) < 2:
        return {}
    solid = _solid(picture)
    places = {
        track.id: _free(track, board, picture, solid) or [next(_beside(track, picture))]
        for track in tunnels
    }
    found = {track: choices[0] for track, choices in places.items()}
    for number in range(ROUNDS):
        crossed = [track for track in found if _overlaps(found[track], track=track, found=found)]
        if not crossed:
            break
        track = crossed[number % len(crossed)]
        found[track] = min(places[track], key=partial(_overlaps, track=track, found=found))
    return found


def _solid(picture: Picture) -> list[Outline]:
    """What nothing may cover: spaces, cities and their names."""
    solid = [
        space_outline(space, picture) for spaces in picture.tracks.values() for space in spaces
    ]
    for mark in marks(picture):
        solid.append(disc(mark.x, mark.y, picture.city_radius + RING))
        # Below the line stand tails of letters, and round all of them a halo.
        for (left, top), _, (right, bottom), _ in name_outlines(picture, mark):
            solid.append(box(left - 1, top - 2, right - left + 2, bottom - top + 7))
    return solid


def peak_outline(x: float, y: float) -> Outline:
    """The outline of a peak whose foot has its middle there."""
    return [(x - PEAK[0] / 2, y), (x, y - PEAK[1]), (x + PEAK[0] / 2, y)]


@cache
def mountain_peaks(board: Board, picture: Picture) -> Mapping[str, tuple[Point, ...]]:
    """The feet of the peaks of each mountain: upright on the edges of its spaces (M-5).

    The spaces in its middle come first; a space has one peak at most.
    """
    solid = _solid(picture)
    found: dict[str, tuple[Point, ...]] = {}
    for track in board.tracks.values():
        feet: list[Point] = []
        spaces = picture.tracks[track.id]
        centre = middle(spaces)
        for space in sorted(spaces, key=lambda s: math.hypot(s.x - centre.x, s.y - centre.y)):
            if len(feet) == track.crossings:
                break
            own = space_outline(space, picture)
            near = [
                outline
                for outline in solid
                if outline != own
                and any(abs(x - space.x) < 70 and abs(y - space.y) < 70 for x, y in outline)
            ]
            foot = next(
                (
                    foot
                    for foot in _on_edge(space, picture)
                    if not any(touch(peak_outline(*foot), outline) for outline in near)
                ),
                None,
            )
            if foot:
                feet.append(foot)
                solid.append(peak_outline(*foot))
        if feet:
            found[track.id] = tuple(feet)
    return found


def _on_edge(space: Space, picture: Picture) -> Iterator[Point]:
    """The feet of peaks that touch a long edge of a space, the upper edge first."""
    turn = math.radians(space.angle)
    along = (math.cos(turn), math.sin(turn))
    for side in (1, -1):
        nx, ny = along[1] * side, -along[0] * side
        reach = picture.space_width / 2 - SUNK - min(nx * x + ny * y for x, y in peak_outline(0, 0))
        for shift in (0.0, -4.0, 4.0, -8.0, 8.0, -12.0, 12.0, -15.0, 15.0):
            yield (
                round(space.x + nx * reach + along[0] * shift, 1),
                round(space.y + ny * reach + along[1] * shift, 1),
            )


def _overlaps(badge: Badge, *, track: str, found: Mapping[str, Badge]) -> int:
    """The number of other tunnels' badges that a badge would overlap."""
    return sum(_overlap(badge, other) for key, other in found.items() if key != track)


def _overlap(one: Badge, two: Badge) -> bool:
    width, height = BADGE
    return abs(one.x - two.x) < width + GAP and abs(one.y - two.y) < height + GAP


def _free(track: Track, board: Board, picture: Picture, solid: list[Outline]) -> list[Badge]:
    """The places beside a tunnel that cover nothing and are nearest to it, the best first."""
    own = [space_outline(space, picture) for space in picture.tracks[track.id]]
    near = [
        other
        for other in solid
        if other not in own
        and any(
            abs(x - space.x) < 90 and abs(y - space.y) < 90
            for x, y in other
            for space in picture.tracks[track.id]
        )
    ]
    clear = (
        badge
        for badge in _beside(track, picture)
        if _is_clear(badge, picture.panels[track.region], near)
        and not any(touch(badge_outline(badge.x, badge.y), space, -SUNK - 0.1) for space in own)
    )
    group = {key for key in picture.tracks if board.tracks[key].group == track.group}

    def strangeness(badge: Badge) -> tuple[bool, float]:
        """Whether a badge hangs free of its track, and how near it is to others."""
        outline = badge_outline(badge.x, badge.y)
        here = _distance(badge, picture, group)
        there = _distance(badge, picture, picture.tracks.keys() - group)
        return not any(touch(outline, space) for space in own), 3 * here - min(there, FAR)

    return sorted(islice(clear, CHOICES), key=strangeness)


def _beside(track: Track, picture: Picture) -> Iterator[Badge]:
    """Places on both sides of a track, from its middle outwards and then further off."""
    spaces = picture.tracks[track.id]
    stops = [*spaces, *map(middle, pairwise(spaces))]
    centre = middle(spaces)
    stops.sort(key=lambda stop: math.hypot(stop.x - centre.x, stop.y - centre.y))
    width, height = BADGE
    for further in (0.0, 1.5, 3.0, 4.5, 6.0, 8.0, 10.0, 12.5, 15.0, 18.0, 21.0):
        for stop in stops:
            turn = math.radians(stop.angle)
            for side in (-1, 1):
                nx, ny = -math.sin(turn) * side, math.cos(turn) * side
                # The nearest at which an upright box just reaches over the edge of a slanted track.
                reach = abs(nx) * width / 2 + abs(ny) * height / 2
                half = picture.space_width / 2
                edge = (round(stop.x + nx * half, 1), round(stop.y + ny * half, 1))
                off = half + reach - SUNK + further
                for shift in (0.0, -2.0, 2.0, -4.0, 4.0, -6.0, 6.0, -8.0, 8.0, -12.0, 12.0):
                    x = stop.x + nx * off + ny * shift
                    y = stop.y + ny * off - nx * shift
                    yield Badge(round(x, 1), round(y, 1), edge)


def _is_clear(badge: Badge, panel: Panel, near: list[Outline]) -> bool:
    width, height = BADGE
    inside = (
        panel.left + 4 < badge.x - width / 2
        and badge.x + width / 2 < panel.left + panel.width - 4
        and panel.top + 4 < badge.y - height / 2
        and badge.y + height / 2 < panel.top + panel.height - 4
    )
    outline = badge_outline(badge.x, badge.y)
    return inside and not any(touch(outline, other, GAP) for other in near)


def _distance(badge: Badge, picture: Picture, tracks: Iterable[str]) -> float:
    """From the middle of a badge to that of the nearest space of these tracks."""
    return min(
        math.hypot(space.x - badge.x, space.y - badge.y)
        for key in tracks
        for space in picture.tracks[key]
    )


@dataclass(frozen=True, slots=True)
class Beam:
    """A wedge from a city of the main map to the edge of the inset that shows its surroundings."""

    city: str
    inset: str
    tip: Point
    base: tuple[Point, Point]


@cache
def beams(picture: Picture) -> list[Beam]:
    """One beam for each inset, from a city that is on the main map and in the inset."""
    found = []
    for panel in picture.panels.values():
        if panel.key == "main":
            continue
        shared = [
            mark
            for places in picture.places.values()
            if any(place.panel == panel.key for place in places)
            for mark in places
            if mark.panel == "main"
        ]
        if shared:
            found.append(min((_beam(picture, panel, mark) for mark in shared), key=_length))
    return found


def _length(beam: Beam) -> float:
    return math.dist(beam.tip, _middle(beam))


def _breadth(beam: Beam) -> float:
    """The breadth of a beam as seen from its city: a slanted one is a sliver."""
    (ax, ay), (bx, by) = beam.base
    x, y = beam.tip
    return abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / max(_length(beam), 1.0)


def _middle(beam: Beam) -> Point:
    (ax, ay), (bx, by) = beam.base
    return (ax + bx) / 2, (ay + by) / 2


def _beam(picture: Picture, panel: Panel, mark: CityMark) -> Beam:
    """The beam that runs below the fewest names and spaces; of equals the shortest."""
    names = [outline for other in marks(picture) for outline in name_outlines(picture, other)]
    spaces = [space_outline(space, picture) for track in picture.tracks.values() for space in track]

    def least(beam: Beam) -> float:
        return _length(beam) + 4 * (2 * BEAM - _breadth(beam))

    def cost(beam: Beam) -> float:
        wedge = [beam.tip, *beam.base]
        covered = sum(touch(wedge, outline) for outline in names)
        crossed = sum(touch(wedge, outline) for outline in spaces)
        return 400 * covered + 25 * crossed + least(beam)

    choices = [Beam(mark.city, panel.key, (mark.x, mark.y), base) for base in _bases(panel)]
    best = (math.inf, 0)
    # What a beam runs over takes long to find: most are dearer than the best without it.
    for bound, number in sorted((least(beam), number) for number, beam in enumerate(choices)):
        if bound > best[0]:
            break
        best = min(best, (cost(choices[number]), number))
    return choices[best[1]]


def _bases(panel: Panel) -> Iterator[tuple[Point, Point]]:
    """Stretches of the edges of a panel."""
    left, top = panel.left, panel.top
    right, bottom = left + panel.width, top + panel.height
    step = 10
    for at in range(int(left + BEAM + 12), int(right - BEAM - 12) + 1, step):
        for y in (top, bottom):
            yield (at - BEAM, y), (at + BEAM, y)
    for at in range(int(top + BEAM + 12), int(bottom - BEAM - 12) + 1, step):
        for x in (left, right):
            yield (x, at - BEAM), (x, at + BEAM)
