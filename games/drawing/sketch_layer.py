"""A sketch on a board: hollow trains on the marked tracks, and a link on each that can be."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.common.markup import escape
from games.drawing.canvas import Canvas
from games.drawing.palette import Tint


@dataclass(frozen=True, slots=True)
class SketchLayer:
    """The marked tracks, the tint of their seat, and by track the address and name of a link.

    The groups ``sketch-marks`` and ``sketch-links`` are all that a mark changes on a picture.
    """

    marked: Collection[str]
    tint: Tint
    links: Mapping[str, tuple[str, str]]

    def marks(self, ready: Canvas) -> str:
        """The hollow trains."""
        trains = "".join(sketched(ready, track, self.tint) for track in self.marked)
        return f'<g id="sketch-marks">{trains}</g>'

    def targets(self, ready: Canvas) -> str:
        """The links, at which the keyboard need not stop: a form beside the board has them all."""
        links = "".join(
            f'<a class="claim" href="{escape(url)}" tabindex="-1" aria-label="{escape(name)}">'
            f"<title>{escape(name)}</title>{ready.click_target[track]}</a>"
            for track, (url, name) in self.links.items()
        )
        return f'<g id="sketch-links">{links}</g>'


def sketched(ready: Canvas, track: str, tint: Tint) -> str:
    """A hollow train: a broken outline round each space of a track, in the colour of a seat.

    Trains are solid and carry a number, so colour is not the only difference.
    """
    return f'<g class="sketched" stroke="{tint.fill}">{ready.outlines[track]}</g>'
