"""A whole game as an animated PNG: a picture for each claim, and the final scores at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.board import Board
from games.drawing.apng import AnimatedPng
from games.drawing.game_scene import GameScene, Moment
from games.drawing.palette import Tint
from games.drawing.pixels import in_colours

LENGTH: Final = 24_000
"""Milliseconds for all claims together, where that is neither too fast nor too slow."""
FASTEST: Final = 180
SLOWEST: Final = 700
BEGINNING: Final = 1_200
BEFORE_THE_END: Final = 1_500
THE_END: Final = 7_000
MOST_PICTURES: Final = 110
"""A game with more claims shows several in one picture: the work has a bound."""


def animated_png(
    board: Board,
    tints: tuple[Tint, ...],
    moments: Sequence[Moment],
    *,
    painted: Callable[[int], None] = lambda count: None,
) -> bytes:
    """The moments one after the other, as APNG that repeats; the last is also its still picture.

    ``painted`` is called after each picture with how many there are. Equal moments give equal
    bytes.
    """
    scene = GameScene(board, tints)
    scene.show(moments[-1])
    palette = scene.palette()
    film = AnimatedPng(in_colours(scene.image, palette))
    scene.clear()
    for number, (moment, time) in enumerate(zip(moments, _times(len(moments)), strict=True), 1):
        if number == len(moments):
            # The end is the still picture, to the pixel.
            scene.clear()
        scene.show(moment)
        film.add(in_colours(scene.image, palette), time)
        painted(number)
    return film.data()


def thinned(moments: Sequence[Moment]) -> list[Moment]:
    """As many moments as an animation shows: all, or every second, third … and the last two.

    >>> from games.drawing.score_card import ScoreCard
    >>> card = ScoreCard("Japan", "abcdefgh", "Turn 1", ())
    >>> len(thinned([Moment({}, (), card)] * 300)) <= MOST_PICTURES
    True
    """
    *claims, before, last = moments
    step = -(-len(claims) // (MOST_PICTURES - 2)) or 1
    return [*claims[::step], before, last]


def _times(count: int) -> list[int]:
    """The time that each of n pictures is shown, in milliseconds."""
    between = max(count - 3, 0)
    each = min(max(LENGTH // max(between, 1), FASTEST), SLOWEST)
    return [BEGINNING, *[each] * between, BEFORE_THE_END, THE_END][-count:]
