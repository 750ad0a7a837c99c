"""The board as PNG: small enough for a mail, the same bytes every time."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageFilter

from engine.board import board_names, load_board
from engine.board.picture import load_picture
from games.drawing import board_png as module
from games.drawing.board_png import MEANT, board_png, layered_png
from games.drawing.board_svg import Claim, Layers, board_layers, board_svg
from games.drawing.game_png import MAIL_WIDTH
from games.drawing.glyphs import OUTLINES
from games.drawing.palette import MAPS, ROUTES, SEATS, Theme
from tests.games.drawing.positions import claimed
from tools.pictures import in_few_colours


def layers(
    key: str, share: float, theme: Theme = "light", *, rings: int = 0, recede: bool = False
) -> Layers:
    board = load_board(key)
    return board_layers(
        board,
        claims=claimed(board, share),
        closed=(),
        tints=SEATS,
        theme=theme,
        detail="small",
        wanted=list(board.cities)[:rings],
        recede=recede,
    )


def svg(key: str, share: float, theme: Theme = "light") -> str:
    board = load_board(key)
    return board_svg(board, claims=claimed(board, share), theme=theme, detail="small")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("share", "rings", "over"),
    [(0.0, 12, False), (0.6, 12, False), (1.0, 0, False), (0.6, 0, True), (1.0, 0, True)],
    ids=["begun", "half", "full", "over", "over and full"],
)
@pytest.mark.parametrize("key", board_names())
def test_a_picture_for_a_mail_has_two_pixels_for_one_and_less_than_sixty_kilobytes(
    key: str, share: float, rings: int, theme: Theme, over: bool
) -> None:
    png = layered_png(layers(key, share, theme, rings=rings, recede=over), MAIL_WIDTH)
    assert len(png) < 60_000
    with Image.open(BytesIO(png)) as image:
        assert image.width == 2 * 580
        assert image.mode == "P"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_for_a_mail_shows_letters_badges_and_rings(theme: Theme) -> None:
    """Each of them changes pixels where it stands."""
    plain = layers("team-asia", 0.0, theme)
    letters = re.sub(rf'<path d="{OUTLINES["Y"]}"[^>]*/>', "", plain.base)
    assert letters != plain.base
    shown = layered_png(plain, MAIL_WIDTH)
    assert layered_png(replace(plain, base=letters), MAIL_WIDTH) != shown
    badges = [piece for piece in plain.pieces if "#nm-up-" in piece.svg.rsplit("</defs>", 1)[1]]
    tunnels = [t for t in load_board("team-asia").tracks.values() if t.turns_up]
    assert len(badges) == len(tunnels) == len(plain.pieces)
    assert layered_png(replace(plain, pieces=()), MAIL_WIDTH) != shown
    ringed = layers("team-asia", 0.0, theme, rings=2)
    assert len(ringed.pieces) == len(plain.pieces) + 2
    assert layered_png(ringed, MAIL_WIDTH) != shown


def test_a_train_is_painted_once_where_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn paints what it has changed, not the board."""
    before = layers("usa", 0.5)
    layered_png(before, MAIL_WIDTH)
    board = load_board("usa")
    claims = claimed(board, 0.5)
    free = next(track for track in board.tracks if track not in claims)
    after = board_layers(
        board,
        claims={**claims, free: Claim(3)},
        closed=(),
        tints=SEATS,
        theme="light",
        detail="small",
    )
    painted = []
    paint = module.paint
    monkeypatch.setattr(
        module, "paint", lambda svg, width: painted.append(width) or paint(svg, width)
    )
    layered_png(after, MAIL_WIDTH)
    assert len(painted) == 1
    assert painted[0] < MAIL_WIDTH / 2


def test_the_same_position_gives_the_same_bytes() -> None:
    assert layered_png(layers("japan", 0.5)) == layered_png(layers("japan", 0.5))


def test_a_train_keeps_the_colour_of_its_seat() -> None:
    """A palette computed from the pixels would give the trains' colours to the sea."""
    board, picture = load_board("usa"), load_picture("usa")
    track = "miami-new-orleans-red"
    one, two = picture.tracks[track][:2]
    for seat, tint in enumerate(SEATS):
        text = board_svg(board, claims={track: Claim(seat)}, detail="small")
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


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("key", board_names())
def test_layers_upon_each_other_show_what_the_whole_picture_shows(key: str, theme: Theme) -> None:
    pictures = []
    for png in (
        layered_png(layers(key, 0.5, theme), MAIL_WIDTH),
        board_png(svg(key, 0.5, theme), MAIL_WIDTH),
    ):
        with Image.open(BytesIO(png)) as image:
            pictures.append(image.convert("L"))
    different = ImageChops.difference(*pictures).point(lambda value: 255 if value > 24 else 0)
    # Single pixels at a hard edge may fall to either side, and no others.
    share = different.histogram()[255] / (different.width * different.height)
    # Names fade out in fewer steps.
    assert share < 0.02
    assert different.filter(ImageFilter.MinFilter(3)).getbbox() is None


@cache
def painted_usa(theme: Theme) -> Image.Image:
    text = board_svg(load_board("usa"), theme=theme, claims={}, detail="small")
    with Image.open(BytesIO(board_png(text, round(load_picture("usa").width)))) as image:
        return image.convert("RGB")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("card", sorted(ROUTES))
def test_a_space_keeps_the_colour_of_its_card(card: str, theme: Theme) -> None:
    """Beside the middle, where its letter is, each space has the fill of its tint."""
    board, picture = load_board("usa"), load_picture("usa")
    track = next(one for one in board.tracks.values() if one.colour == card)
    space = picture.tracks[track.id][0]
    box = (round(space.x) - 9, round(space.y) - 9, round(space.x) + 9, round(space.y) + 9)
    counted = painted_usa(theme).crop(box).getcolors() or []
    fill = bytes.fromhex(ROUTES[card].fill[1:])
    near = [
        count
        for count, seen in counted
        if sum(abs(a - b) for a, b in zip(seen, fill, strict=True)) <= 6
    ]
    assert sum(near) > 20


def test_a_picture_in_few_colours_keeps_a_rare_green_among_many_greys() -> None:
    image = Image.new("RGB", (256, 64))
    image.putdata([(n % 256, n % 256, (n + n // 256) % 256) for n in range(256 * 64)])
    green = bytes.fromhex(ROUTES["green"].fill[1:])
    image.paste(tuple(green), (10, 10, 14, 14))
    pixel = in_few_colours(image, MEANT, shades=32).convert("RGB").getpixel((12, 12))
    assert pixel == tuple(green)


@pytest.mark.parametrize("key", board_names())
def test_the_sea_and_the_land_keep_their_colours(key: str) -> None:
    text = board_svg(load_board(key), theme="light")
    with Image.open(BytesIO(board_png(text))) as image:
        seen = {colour for _count, colour in image.convert("RGB").getcolors(1000) or []}
    for name in (MAPS["light"].sea, MAPS["light"].home):
        assert tuple(bytes.fromhex(name[1:])) in seen
