"""The board with a band along each track: the wider and warmer, the more often it is claimed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from engine.board import Board
from games.drawing.canvas import canvas_for

LEVELS: Final = (0.1, 0.2, 0.35, 0.5, 0.65, 0.8)
"""The shares at which the next warmer level begins; the first begins above 0."""
NARROW: Final = 5.0
WIDER: Final = 1.7
"""The width of the band of the first level, and what each further one adds, in its units."""
EDGE: Final = 2.6


@dataclass(frozen=True, slots=True)
class Warmth:
    """The share of games in which a track is claimed, and the tooltip that says it."""

    share: float
    words: str


def level_of(share: float) -> int:
    """The level of a share: 0 for nothing, then 1 to 7.

    >>> [level_of(share) for share in (0, 0.01, 0.1, 0.5, 1)]
    [0, 1, 2, 5, 7]
    """
    return (1 + sum(share >= start for start in LEVELS)) if share > 0 else 0


def heat_board(board: Board, warmth: Mapping[str, Warmth], *, title: str, desc: str) -> str:
    """The picture of a board whose stylesheet has a colour for each level (``heat-1`` …).

    Cold tracks lie below warm ones; the spaces step back behind all of them.
    """
    ready = canvas_for(board, "page", "full")
    parts = [
        ready.opening,
        ' role="img" aria-labelledby="heat-title heat-desc">',
        f'<title id="heat-title">{escape(title)}</title><desc id="heat-desc">{escape(desc)}</desc>',
        ready.background,
        ready.recede("".join(ready.empty.values())),
    ]
    for track in sorted(warmth, key=lambda key: warmth[key].share):
        one = warmth[track]
        level = level_of(one.share)
        wide = NARROW + WIDER * (level - 1) if level else NARROW
        line = ready.lines[track]
        parts.append(f'<g class="heat"><title>{escape(one.words)}</title>')
        if level:
            parts.append(
                f'<path class="heat-edge" d="{line}" stroke-width="{wide + EDGE:g}"/>'
                f'<path class="heat-{level}" d="{line}" stroke-width="{wide:g}"/>'
            )
        else:
            parts.append(f'<path class="heat-0" d="{line}" stroke-width="{wide:g}"/>')
        parts.append("</g>")
    return "".join([*parts, ready.foreground, "</svg>"])
