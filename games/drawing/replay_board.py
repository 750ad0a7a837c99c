"""The board of a replay: every train that ever stood on it, each with the steps of its stay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from django.utils.translation import get_language

from engine.board import Board
from games.common.markup import escape
from games.drawing.board_svg import Claim, draw_train, spaces_with_titles
from games.drawing.built import draw_built
from games.drawing.canvas import Canvas, canvas_for
from games.drawing.palette import Tint
from games.drawing.sketch_layer import sketched

Span: TypeAlias = tuple[int, int]
"""The first step, and the step after the last one."""
Kind = Literal["lit", "closed", "train", "built", "sketch"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing on the board that comes and goes: a light, a crossed-out track, a train.

    For what is built in a city ``track`` is the city, and the claim says whose it is. A sketch is
    drawn as if its owner had claimed the track.
    """

    kind: Kind
    track: str
    claim: Claim | None = None


@dataclass(slots=True)
class Appearances:
    """The spans of steps at which pieces are on the board, noted step by step."""

    spans: dict[Piece, list[Span]] = field(default_factory=dict)

    def note(self, step: int, pieces: Iterable[Piece]) -> None:
        """Note the pieces that are on the board at a step; steps come in order."""
        for piece in pieces:
            spans = self.spans.setdefault(piece, [])
            if spans and spans[-1][1] == step:
                spans[-1] = (spans[-1][0], step + 1)
            else:
                spans.append((step, step + 1))


def replay_board(
    board: Board,
    *,
    appearances: Appearances,
    step: int,
    tints: tuple[Tint, ...],
    title: str,
    desc: str,
) -> str:
    """The picture of a board at a step, with all pieces of the other steps switched off.

    Each piece is a group with its spans in ``data-in``; a script switches them. What nobody has
    claimed recedes behind the trains.
    """
    ready = canvas_for(board, "page", "full")
    found = appearances.spans
    return "".join(
        [
            ready.opening,
            ' role="img" aria-labelledby="nm-title nm-desc">',
            f'<title id="nm-title">{escape(title)}</title><desc id="nm-desc">{escape(desc)}</desc>',
            ready.background,
            ready.defined(tints),
            *_pieces(ready, found, "lit", step, tints),
            ready.recede("".join(spaces_with_titles(board, get_language()).values())),
            *_pieces(ready, found, "closed", step, tints),
            *_pieces(ready, found, "train", step, tints),
            *_pieces(ready, found, "sketch", step, tints),
            ready.foreground,
            *_pieces(ready, found, "built", step, tints),
            "</svg>",
        ]
    )


def _pieces(
    ready: Canvas,
    found: dict[Piece, list[Span]],
    kind: Kind,
    step: int,
    tints: tuple[Tint, ...],
) -> Iterable[str]:
    for piece, spans in found.items():
        if piece.kind == kind:
            shown = "" if any(start <= step < end for start, end in spans) else " off"
            yield (
                f'<g class="piece{shown}" data-in="{_written(spans)}">'
                f"{_drawn(ready, piece, tints)}</g>"
            )


def _written(spans: Sequence[Span]) -> str:
    """Spans as a text: "3-7 12-40"."""
    return " ".join(f"{start}-{end}" for start, end in spans)


def _drawn(ready: Canvas, piece: Piece, tints: tuple[Tint, ...]) -> str:
    if piece.claim is not None and piece.kind == "built":
        return draw_built(ready, {piece.track: piece.claim.seat})[0]
    if piece.claim is not None and piece.kind == "sketch":
        return sketched(ready, piece.track, tints[piece.claim.seat])
    if piece.claim is not None:
        return draw_train(ready, piece.track, piece.claim, tints)
    return (ready.highlighted if piece.kind == "lit" else ready.closed)[piece.track]
