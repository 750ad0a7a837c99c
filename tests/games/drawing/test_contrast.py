"""Everything on a board stands out from what is below it: 3:1, and names 4.5:1 (WCAG 2.2)."""

from __future__ import annotations

import re
from itertools import product
from typing import get_args
from xml.etree import ElementTree

import pytest

from engine.board import board_names, load_board
from games.drawing.board_png import _colours
from games.drawing.board_svg import Claim, board_svg
from games.drawing.canvas import canvas_for
from games.drawing.palette import (
    BULLET,
    DARK_INK,
    LIGHT_INK,
    MAPS,
    ROUTES,
    SEATS,
    TEAM_SEATS,
    Detail,
    MapColours,
    Theme,
    contrast,
    mix,
)

SVG = "{http://www.w3.org/2000/svg}"
THEMES: tuple[Theme, ...] = ("light", "dark", "print")
DETAILS: tuple[Detail, ...] = get_args(Detail)


def grounds(colours: MapColours, detail: Detail = "full") -> set[str]:
    """All that spaces, trains, badges and rings may lie on; small pictures have no waves."""
    found = {colours.sea, colours.land, colours.home, colours.park}
    return found | {colours.wave, colours.wave2} if detail == "full" else found


def pieces(key: str, theme: Theme, detail: Detail) -> dict[str, ElementTree.Element]:
    """The pieces that a board defines, by their ids."""
    ready = canvas_for(load_board(key), theme, detail)
    text = f'<svg xmlns="{SVG[1:-1]}">{ready.definitions}{ready.defined(SEATS)}</svg>'
    root = ElementTree.fromstring(text)  # noqa: S314 - our own
    return {name: piece for piece in root.iter() if (name := piece.get("id"))}


def outermost(piece: ElementTree.Element) -> ElementTree.Element:
    """The shape that gives a piece its outline."""
    return next(shape for shape in piece.iter() if shape.tag in (f"{SVG}rect", f"{SVG}path"))


def stands_out(shape: ElementTree.Element, ground: str) -> float:
    """The better contrast of a shape's inside and outline."""
    return max(
        contrast(colour, ground)
        for name in ("fill", "stroke")
        if (colour := shape.get(name, "none")) != "none"
    )


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", board_names())
def test_every_space_and_every_badge_stands_out_from_every_ground(
    key: str, theme: Theme, detail: Detail
) -> None:
    colours = MAPS[theme]
    found = {
        name: outermost(piece)
        for name, piece in pieces(key, theme, detail).items()
        if re.match(r"nm-([nbt]-|up-|hollow)", name)
    }
    assert len(found) > 8
    assert [
        (name, ground)
        for (name, shape), ground in product(found.items(), grounds(colours, detail))
        if stands_out(shape, ground) < 3
    ] == []


@pytest.mark.parametrize("theme", THEMES)
def test_white_spaces_are_held_by_a_stronger_outline_than_the_others(theme: Theme) -> None:
    """White is nearly the colour of paper."""
    drawn = pieces("usa", theme, "full")
    white, red = outermost(drawn["nm-n-white"]), outermost(drawn["nm-n-red"])
    assert float(white.get("stroke-width", "")) > float(red.get("stroke-width", ""))
    assert white.get("fill") == "#ffffff"
    if theme == "light":
        # The paper is darker than it would be for its own sake.
        assert contrast("#ffffff", MAPS[theme].home) > 1.25


@pytest.mark.parametrize("theme", THEMES)
def test_every_train_stands_out_from_every_ground(theme: Theme) -> None:
    """The casing runs round a whole train; its number stands on a disc."""
    colours = MAPS[theme]
    for ground in grounds(colours):
        assert contrast(colours.edge, ground) >= 3
    assert contrast(DARK_INK, LIGHT_INK) >= 4.5


@pytest.mark.parametrize("tint", [*SEATS, *TEAM_SEATS], ids=lambda tint: tint.name)
def test_every_train_stands_out_from_the_number_it_carries(tint) -> None:  # type: ignore[no-untyped-def]
    """On pages a light disc, ringed by dark patterns or by the outline of its wagon."""
    assert max(contrast(tint.fill, LIGHT_INK), contrast(tint.fill, DARK_INK)) >= 3


def strokes(svg: str) -> list[tuple[str, float]]:
    found = re.findall(r'stroke="(#[0-9a-f]{6})" stroke-width="([\d.]+)"', svg)
    return [(colour, float(width)) for colour, width in found]


@pytest.mark.parametrize("theme", THEMES)
def test_the_rails_of_a_bullet_train_stand_out_from_ground_and_bed(theme: Theme) -> None:
    colours = MAPS[theme]
    ready = canvas_for(load_board("japan"), theme, "full")
    drawn = strokes(ready.bullets["hiroshima-kokura-bullet"])
    _halo, casing, hue, bed, rails, _middle = (colour for colour, _ in drawn)
    assert hue == BULLET.fill
    assert all(contrast(casing, ground) >= 3 for ground in grounds(colours))
    assert contrast(hue, bed) >= 3
    assert contrast(rails, bed) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_every_name_stands_out_from_every_ground(theme: Theme) -> None:
    colours = MAPS[theme]
    for ground in grounds(colours) | {colours.halo, colours.relief, colours.lamp}:
        if ground in (colours.lamp, colours.relief):
            # Lines and beams: names have a halo before them, and stand out even without.
            assert contrast(colours.ink, ground) >= (1.3 if ground == colours.lamp else 3)
        else:
            assert contrast(colours.ink, ground) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_rings_beds_and_outlines_stand_out_from_every_ground(theme: Theme) -> None:
    colours = MAPS[theme]
    for ground in grounds(colours):
        assert contrast(colours.ring, ground) >= 3, ground
        assert contrast(colours.edge, ground) >= 3, ground


@pytest.mark.parametrize("theme", THEMES)
def test_what_recedes_is_fainter_than_what_is_open_and_still_seen(theme: Theme) -> None:
    colours = MAPS[theme]
    board = load_board("usa")
    text = board_svg(board, theme=theme, recede=True)
    (paint,) = re.findall(r'<g fill-opacity="([\d.]+)" stroke-opacity="([\d.]+)">', text)
    fill, stroke = (float(part) for part in paint)
    assert fill <= 0.3
    for ground in (colours.sea, colours.land, colours.home):
        outline = mix(colours.edge, ground, stroke)
        assert 3 <= contrast(outline, ground) < contrast(colours.edge, ground)
        for tint in ROUTES.values():
            assert contrast(mix(tint.fill, ground, fill), ground) < 2


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("key", board_names())
def test_the_few_colours_of_a_png_keep_these_contrasts(key: str, theme: Theme) -> None:
    """Each colour of a mail's picture is the nearest of a palette."""
    colours = MAPS[theme]
    board = load_board(key)
    claims = {track: Claim(number % 5) for number, track in enumerate(list(board.tracks)[:30])}
    text = board_svg(board, claims=claims, theme=theme, detail="small")
    used = _colours(text)
    chosen = ["#" + bytes(used[n : n + 3]).hex() for n in range(0, len(used), 3)]

    def nearest(colour: str) -> str:
        parts = bytes.fromhex(colour[1:])
        return min(
            chosen,
            key=lambda other: sum(
                (a - b) ** 2 for a, b in zip(parts, bytes.fromhex(other[1:]), strict=True)
            ),
        )

    for ground in {colours.sea, colours.land, colours.home}:
        assert contrast(nearest(colours.ink), nearest(ground)) >= 4.5
        assert contrast(nearest(colours.edge), nearest(ground)) >= 3
    for tint in ROUTES.values():
        if tint.letter:
            assert contrast(nearest(tint.ink), nearest(tint.fill)) >= 4.5
    assert contrast(nearest(LIGHT_INK), nearest(DARK_INK)) >= 4.5
