"""PNG in stripes: every program reads it, and what was compressed once is not compressed again."""

from __future__ import annotations

import random
from io import BytesIO
from unittest.mock import Mock

import pytest
from PIL import Image

from games.drawing import striped_png as module
from games.drawing.striped_png import STRIPE, striped_png

COLOURS = bytes(range(3 * 20))
SIZE = (61, 3 * STRIPE + 5)


def noise(seed: int) -> Image.Image:
    dice = random.Random(seed)
    image = Image.frombytes("P", SIZE, bytes(dice.choices(range(20), k=SIZE[0] * SIZE[1])))
    image.putpalette(COLOURS)
    return image


@pytest.fixture
def deflated(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Called for each stripe that is compressed."""
    spy = Mock(wraps=module.zlib.compressobj)
    monkeypatch.setattr(module.zlib, "compressobj", spy)
    return spy


def test_a_picture_is_read_back_to_the_pixel() -> None:
    shown = noise(1)
    with Image.open(BytesIO(striped_png(shown, COLOURS))) as image:
        assert (image.mode, image.size) == ("P", SIZE)
        assert image.tobytes() == shown.tobytes()
        assert image.convert("RGB").tobytes() == shown.convert("RGB").tobytes()


def test_a_change_compresses_its_own_stripe_alone(deflated: Mock) -> None:
    shown = noise(2)
    before = striped_png(shown, COLOURS)
    assert deflated.call_count == 4
    shown.putpixel((5, STRIPE + 5), (shown.getpixel((5, STRIPE + 5)) + 1) % 20)  # type: ignore[operator]
    assert striped_png(shown, COLOURS) != before
    assert deflated.call_count == 5


def test_what_is_kept_changes_no_byte() -> None:
    kept = striped_png(noise(3), COLOURS)
    module._kept.clear()
    assert striped_png(noise(3), COLOURS) == kept


def test_only_so_many_stripes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 6)
    for seed in (4, 5, 6):
        striped_png(noise(seed), COLOURS)
    assert len(module._kept) == 6
