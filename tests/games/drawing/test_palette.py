"""Colours that can be told apart: contrast computed, letters and patterns where colours fail."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import fields

import pytest

from games.drawing.glyphs import OUTLINES
from games.drawing.palette import (
    BULLET,
    CARDS,
    MAPS,
    ROUTES,
    SEATS,
    TEAM_SEATS,
    MapColours,
    Theme,
    Tint,
    card_svg,
    contrast,
    seat_tints,
)
from tests.paths import ROOT

DRAWN: tuple[Theme, ...] = ("light", "dark", "print")
Triple = tuple[float, float, float]

# Dichromats' sight as matrices over linear light (Machado, Oliveira and Fernandes, 2009).
SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "no cones": ((0.2126, 0.7152, 0.0722),) * 3,
}


def linear(colour: str) -> Triple:
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (part / 255 for part in bytes.fromhex(colour[1:]))
    )
    return red, green, blue


def lab(colour: str, sight: str) -> Triple:
    """CIE L*a*b* (D65) of a colour as one kind of eye sees it."""
    r, g, b = linear(colour)
    r, g, b = (min(1.0, max(0.0, x * r + y * g + z * b)) for x, y, z in SIGHTS[sight])
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Tint, two: Tint, sight: str) -> float:
    return math.dist(lab(one.fill, sight), lab(two.fill, sight))


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    "tints",
    [tuple(ROUTES.values()), SEATS, TEAM_SEATS, tuple(CARDS.values())],
    ids=["routes", "seats", "seats of teams", "cards"],
)
def test_every_pair_too_close_in_colour_differs_in_letter_and_pattern(
    tints: tuple[Tint, ...], sight: str
) -> None:
    close = [
        (one, two)
        for one, two in itertools.combinations(tints, 2)
        if difference(one, two, sight) < 25
    ]
    assert all(one.letter != two.letter for one, two in close)
    assert all(one.pattern != two.pattern for one, two in close)
    assert all(one.strokes != two.strokes for one, two in close)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("others", [SEATS, TEAM_SEATS], ids=["seats", "seats of teams"])
def test_no_train_is_taken_for_a_route_by_its_colour(others: tuple[Tint, ...], sight: str) -> None:
    """An orange train carries a number and an orange route a letter, and their patterns differ."""
    for train, route in itertools.product(others, ROUTES.values()):
        if difference(train, route, sight) < 25:
            assert train.letter.isdigit()
            assert not route.letter.isdigit()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_glow_of_a_wanted_route_is_a_tone_that_no_route_has(theme: Theme) -> None:
    """It is seen on sea and land by every eye, and spaces stand out from it."""
    colours = MAPS[theme]
    for tint in (*ROUTES.values(), BULLET):
        here, there = lab(colours.glow, "all cones"), lab(tint.fill, "all cones")
        assert math.dist(here, there) > 25, tint.name
    for sight in SIGHTS:
        for ground in (colours.sea, colours.land, colours.home):
            assert math.dist(lab(colours.glow, sight), lab(ground, sight)) > 15, (sight, ground)
    assert contrast(colours.edge, colours.glow) >= 3


@pytest.mark.parametrize("sight", SIGHTS)
def test_bullet_routes_are_told_from_all_others(sight: str) -> None:
    """J-1: their rails are a pattern of no colour, and to most eyes their hue is one of its own."""
    for tint in ROUTES.values():
        assert tint.strokes != BULLET.strokes
        assert tint.pattern != BULLET.pattern
        if sight == "all cones":
            assert difference(tint, BULLET, sight) > 25, tint.name
    for tint in (*SEATS, *TEAM_SEATS):
        assert tint.strokes != BULLET.strokes
        if sight == "all cones":
            assert difference(tint, BULLET, sight) > 25, tint.name


def test_there_are_pairs_that_colour_alone_does_not_tell_apart() -> None:
    """The test above proves nothing where every pair is far apart."""
    pairs = list(itertools.combinations(ROUTES.values(), 2))
    assert any(difference(a, b, sight) < 25 for a, b in pairs for sight in SIGHTS)


def test_letters_and_patterns_are_unique() -> None:
    for tints in (tuple({**ROUTES, **CARDS}.values()), SEATS, TEAM_SEATS):
        assert len({tint.letter for tint in tints}) == len(tints)
        assert len({tint.pattern for tint in tints}) == len(tints)
        assert len({tint.fill for tint in tints}) == len(tints)


@pytest.mark.parametrize(
    "tint", [*{**ROUTES, **CARDS}.values(), *SEATS, *TEAM_SEATS], ids=lambda t: t.name
)
def test_letters_stand_out_from_their_colour(tint: Tint) -> None:
    assert contrast(tint.ink, tint.fill) >= 4.5
    assert tint.letter in OUTLINES or not tint.letter


@pytest.mark.parametrize("sight", ["all cones", "protanopia", "deuteranopia", "tritanopia"])
def test_each_shade_tells_the_teams_apart(sight: str) -> None:
    """A-1"""
    for shade in (0, 1):
        for one, two in itertools.combinations(TEAM_SEATS[shade::2], 2):
            assert difference(one, two, sight) > 8, (one.name, two.name)


def test_a_seat_of_a_team_keeps_its_number() -> None:
    worn = seat_tints(((3, 0), (1, 2)))
    assert [tint.letter for tint in worn] == ["1", "2", "3", "4"]
    assert worn[3].fill == TEAM_SEATS[0].fill
    assert seat_tints(()) == SEATS


@pytest.mark.parametrize("theme", DRAWN)
def test_names_and_outlines_stand_out_from_the_map(theme: Theme) -> None:
    colours = MAPS[theme]
    for ground in (colours.sea, colours.land, colours.home, colours.park, colours.halo):
        assert contrast(colours.ink, ground) >= 4.5
        assert contrast(colours.edge, ground) >= 3


def test_the_stylesheet_knows_every_colour_of_the_map() -> None:
    sheet = ROOT / "static" / "game.css"
    text = sheet.read_text(encoding="utf-8")
    said = dict(re.findall(r"--map-(\w+): (light-dark\([^)]*\))", text))
    light, dark = MAPS["light"], MAPS["dark"]
    assert said == {
        name: f"light-dark({getattr(light, name)}, {getattr(dark, name)})"
        for name in [field.name for field in fields(MapColours)]
    }


@pytest.mark.parametrize("card", CARDS)
def test_a_card_shows_its_letter_beside_a_text(card: str) -> None:
    plain = card_svg(card, height=48)
    assert f">{CARDS[card].letter}</text>" in plain
    assert 'aria-hidden="true"' in plain
