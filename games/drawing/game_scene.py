"""A game as a picture of 1200 by 630 pixels: board and score card, repainted where they change."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

import engine
from engine.board import Board
from engine.board.picture import load_picture
from games.drawing.board_svg import Claim, board_layers, claims_on, closed_on
from games.drawing.built import built_on
from games.drawing.canvas import canvas_for
from games.drawing.palette import MAPS, Theme, Tint, seat_tints
from games.drawing.pixels import in_colours, paint
from games.drawing.score_card import FIRST, GROUND, LAMP, ScoreCard, score_card_svg

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size of a picture in a preview of a link (Open Graph)."""
THEME: Final[Theme] = "light"
EDGE: Final = 14
"""Pixels round the board."""
LEAST_CARD: Final = 320
"""Pixels of width that the score card has at least."""
NAMED: Final = 96
"""Colours of the palette that the drawing names; the others are mixed where edges are smooth."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One state of a game on a picture; ``lit`` are the tracks that were claimed last."""

    claims: Mapping[str, Claim]
    closed: Collection[str]
    card: ScoreCard
    lit: Collection[str] = ()
    built: Mapping[str, int] = field(default_factory=dict)
    """The seat that has built in each city."""


def moment_of(table: engine.View, card: ScoreCard, lit: Collection[str] = ()) -> Moment:
    """The moment that a spectator's view shows.

    :raises ValueError: if the view is that of a seat.
    """
    if table.seat is not None:
        raise ValueError("A picture that leaves the site shows a spectator's view.")
    return Moment(claims_on(table), closed_on(table), card, lit, built_on(table))


class GameScene:
    """The picture of a game at one moment after the other, as ``image`` (RGB).

    Ground and cities are painted once; of the tracks only the region in which something changes.
    """

    def __init__(self, board: Board, tints: tuple[Tint, ...]) -> None:
        self._board = board
        self._tints = tints
        size = load_picture(board.key)
        room = (WIDTH - LEAST_CARD - EDGE, HEIGHT - 2 * EDGE)
        scale = min(room[0] / size.width, room[1] / size.height)
        self._size = (round(size.width * scale), round(size.height * scale))
        # Whole pixels: a part is painted as it is painted in the whole.
        self._scale = (self._size[0] / size.width, self._size[1] / size.height)
        self._at = (EDGE, (HEIGHT - self._size[1]) // 2)
        self._shown: Moment | None = None
        self.image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
        # The colours that the drawing names, in order; the first are those of what is lit.
        highlight = (MAPS[THEME].lamp, MAPS[THEME].ink)
        self._colours = dict.fromkeys([GROUND, LAMP, FIRST, *highlight])

    def show(self, moment: Moment) -> None:
        """Paint what differs from the moment before."""
        if boxes := self._dirty(moment):
            self._paint_board(moment, boxes)
        if self._shown is None or self._shown.card != moment.card:
            left = self._at[0] + self._size[0]
            size = (WIDTH - left, HEIGHT)
            svg = score_card_svg(moment.card, *size)
            self._name_colours(svg)
            self.image.paste(_paint(svg, size), (left, 0))
        self._shown = moment

    def _paint_board(self, moment: Moment, boxes: Iterable[Box]) -> None:
        layers = board_layers(
            self._board,
            claims=moment.claims,
            closed=moment.closed,
            tints=self._tints,
            theme=THEME,
            detail="full",
            built=moment.built,
            recede=True,
        )
        ready = canvas_for(self._board, THEME, "full")
        lit = "".join(ready.highlighted[track] for track in moment.lit)
        self._name_colours(layers.base + layers.tracks + layers.cities + layers.built + lit)
        for box in boxes:
            piece = _kept(layers.base, self._size).crop(box)
            if lit:
                piece.alpha_composite(self._painted(f"{ready.opening}>{lit}</svg>", box))
            piece.alpha_composite(self._painted(layers.tracks, box))
            piece.alpha_composite(_kept(layers.cities, self._size).crop(box))
            if layers.built:
                piece.alpha_composite(self._painted(layers.built, box))
            x, y = self._at
            self.image.paste(piece.convert("RGB"), (box[0] + x, box[1] + y))

    def _painted(self, svg: str, box: Box) -> Image.Image:
        left, top, right, bottom = box
        across, down = self._scale
        view = (
            f"{left / across:.6f} {top / down:.6f} "
            f"{(right - left) / across:.6f} {(bottom - top) / down:.6f}"
        )
        return _paint(svg, (right - left, bottom - top), view)

    def _dirty(self, moment: Moment) -> list[Box]:
        """The parts of the board in which something changes, in pixels; none overlaps another."""
        if self._shown is None:
            return [(0, 0, *self._size)]
        old, new = self._shown, moment
        changed = {t for t, claim in new.claims.items() if old.claims.get(t) != claim}
        changed |= old.claims.keys() - new.claims.keys()
        changed |= {*old.closed} ^ {*new.closed}
        changed |= {*old.lit} ^ {*new.lit}
        changed |= {city for city, _ in old.built.items() ^ new.built.items()}
        width, height = self._size
        across, down = self._scale
        boxes: list[Box] = []
        reach = canvas_for(self._board, THEME, "full").boxes
        for track in sorted(changed):
            left, top, right, bottom = reach[track]
            box = (
                max(0, int(left * across)),
                max(0, int(top * down)),
                min(width, int(right * across) + 1),
                min(height, int(bottom * down) + 1),
            )
            boxes = _joined(boxes, box)
        return boxes

    def _name_colours(self, svg: str) -> None:
        self._colours.update(dict.fromkeys(re.findall(r"#[0-9a-f]{6}\b", svg)))

    def clear(self) -> None:
        """Forget what is shown: the next moment is painted as a whole."""
        self._shown = None

    def palette(self) -> bytes:
        """255 colours for this picture: those that it names, then those it mixes.

        The last of the 256 is left for pixels that stay as they were.
        """
        chosen = [bytes.fromhex(colour[1:]) for colour in self._colours][:NAMED]
        mixed = self.image.quantize(255 - len(chosen), dither=Image.Dither.NONE)
        return (b"".join(chosen) + bytes(mixed.getpalette() or []))[: 255 * 3]


def still_png(table: engine.View, card: ScoreCard) -> bytes:
    """The present state of a game, as PNG; equal views and cards give equal bytes."""
    scene = GameScene(table.board, seat_tints(table.teams))
    scene.show(moment_of(table, card))
    out = BytesIO()
    image = in_colours(scene.image, scene.palette())
    image.save(out, "PNG", compress_level=8, compress_type=zlib.Z_DEFAULT_STRATEGY)
    return out.getvalue()


def _joined(boxes: list[Box], box: Box) -> list[Box]:
    """The boxes with one more; those that overlap become one."""
    apart = []
    for other in boxes:
        if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]:
            least = (min(box[0], other[0]), min(box[1], other[1]))
            box = (*least, max(box[2], other[2]), max(box[3], other[3]))
        else:
            apart.append(other)
    return [*apart, box] if len(apart) == len(boxes) else _joined(apart, box)


def _paint(svg: str, size: tuple[int, int], view: str = "") -> Image.Image:
    """SVG in pixels, all of it or the part ``view`` ("left top width height")."""
    if view:
        svg = re.sub(r'viewBox="[^"]*"', f'viewBox="{view}"', svg, count=1)
    stretched = f'width="{size[0]}" height="{size[1]}" preserveAspectRatio="none" viewBox='
    return paint(svg.replace("viewBox=", stretched, 1))


@lru_cache(maxsize=12)
def _kept(svg: str, size: tuple[int, int]) -> Image.Image:
    return _paint(svg, size)
