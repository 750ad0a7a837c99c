"""The light of a player on the board of a finished game: their path, and their tickets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board.picture import Picture
from games.drawing.canvas import Canvas


@dataclass(frozen=True, slots=True)
class PathLight:
    """The light of a side: the tracks of its path, those that its tickets lacked, their cities.

    ``connected`` and ``apart`` are the cities of completed and of failed tickets. ``on`` says that
    it is lit from the beginning.
    """

    id: str
    path: Sequence[str]
    missing: Sequence[str]
    connected: Sequence[str]
    apart: Sequence[str]
    on: bool


def path_light(ready: Canvas, picture: Picture, light: PathLight) -> str:
    """A band with an edge below the tracks of a path, broken bands, and discs round cities."""
    line = "".join(ready.lines[track] for track in light.path)
    gap = "".join(ready.lines[track] for track in light.missing)
    return "".join(
        [
            f'<g class="light light-path{" on" if light.on else ""}" id="light-{light.id}">',
            f'<path class="path-edge" d="{line}"/><path class="path-band" d="{line}"/>'
            if line
            else "",
            f'<path class="missing" d="{gap}"/>' if gap else "",
            *(_discs(picture, city, "connected") for city in light.connected),
            *(_discs(picture, city, "apart") for city in light.apart),
            "</g>",
        ]
    )


def _discs(picture: Picture, city: str, kind: str) -> str:
    radius = picture.city_radius + 11
    return "".join(
        f'<circle class="{kind}" cx="{place.x:g}" cy="{place.y:g}" r="{radius:g}"/>'
        for place in picture.places[city]
    )
