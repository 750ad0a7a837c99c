"""The board as PNG: small enough for a mail, the same bytes every time."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from engine.board import board_names, load_board
from engine.board.picture import load_picture
from games.drawing.board_png import board_png, layered_png
from games.drawing.board_svg import Claim, Layers, board_layers, board_svg
from games.drawing.palette import SEATS, Theme
from tests.drawing.positions import claimed


def layers(key: str, share: float, theme: Theme = "light") -> Layers:
    board = load_board(key)
    return board_layers(
        board,
        load_picture(key),
        claims=claimed(board, share),
        closed=(),
        tints=SEATS,
        theme=theme,
        detail="small",
    )


def svg(key: str, share: float, theme: Theme = "light") -> str:
    board = load_board(key)
    return board_svg(
        board, load_picture(key), claims=claimed(board, share), theme=theme, detail="small"
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("share", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("key", board_names())
def test_a_picture_for_a_mail_stays_below_thirty_kilobytes(
    key: str, share: float, theme: Theme
) -> None:
    png = layered_png(layers(key, share, theme), 600)
    assert len(png) < 30_000
    with Image.open(BytesIO(png)) as image:
        assert image.width == 600
        assert image.mode == "P"


def test_the_same_position_gives_the_same_bytes() -> None:
    assert layered_png(layers("japan", 0.5)) == layered_png(layers("japan", 0.5))


def test_a_train_keeps_the_colour_of_its_seat() -> None:
    """A palette computed from the pixels would give the trains' colours to the sea."""
    board, picture = load_board("usa"), load_picture("usa")
    track = "miami-new-orleans-red"
    one, two = picture.tracks[track][:2]
    for seat, tint in enumerate(SEATS):
        text = board_svg(board, picture, claims={track: Claim(seat)}, detail="small")
        with Image.open(BytesIO(board_png(text, 1200))) as image:
            scale = 1200 / picture.width
            at = ((one.x + two.x) / 2 * scale, (one.y + two.y) / 2 * scale)
            pixel = image.convert("RGB").getpixel((round(at[0]), round(at[1])))
        assert isinstance(pixel, tuple)
        assert (
            sum(abs(a - b) for a, b in zip(pixel, bytes.fromhex(tint.fill[1:]), strict=True)) <= 40
        )


def test_names_are_drawn_with_the_bundled_typeface() -> None:
    """Without a font the rasteriser drops every name and says nothing."""
    text = svg("japan", 0.0)
    nameless = text.replace(">Tokyo<", "><")
    assert nameless != text
    assert board_png(nameless) != board_png(text)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("key", board_names())
def test_layers_upon_each_other_show_what_the_whole_picture_shows(key: str, theme: Theme) -> None:
    pictures = []
    for png in (layered_png(layers(key, 0.5, theme)), board_png(svg(key, 0.5, theme))):
        with Image.open(BytesIO(png)) as image:
            pictures.append(image.convert("L"))
    different = ImageChops.difference(*pictures).point(lambda value: 255 if value > 24 else 0)
    # Pixels at an edge may fall to a neighbour in the palette, and no others.
    share = different.histogram()[255] / (different.width * different.height)
    assert share < 0.003
