"""Animated PNG (APNG, PNG third edition §4.11), written frame by frame (decision 129).

Each frame holds the rectangle that changed, with the pixels that stayed left transparent: so a
frame of a game weighs a few kilobytes, and no more than two pictures are in memory.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final

from PIL import Image, ImageChops

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
SAME: Final = 255
"""The index of the palette that means a pixel that stays as it was."""
KEEP, OVER, SOURCE = 0, 1, 0


class AnimatedPng:
    """An animation that repeats for ever, made of pictures in one palette (mode P).

    ``still`` is shown by programs that know no animation, and is no frame of it. Index 255 of the
    palette must be free.
    """

    def __init__(self, still: Image.Image) -> None:
        palette = bytes(still.getpalette() or [])
        self._size = still.size
        self._head = [
            chunk(b"IHDR", struct.pack(">IIBBBBB", *still.size, 8, 3, 0, 0, 0)),
            b"",
            chunk(b"PLTE", palette.ljust(768, b"\0")[:768]),
            chunk(b"tRNS", b"\xff" * SAME + b"\0"),
            chunk(b"IDAT", _packed(still)),
        ]
        self._body: list[bytes] = []
        self._frames = 0
        self._sequence = 0
        self._last: Image.Image | None = None

    def add(self, image: Image.Image, milliseconds: int) -> None:
        """Show a picture for so long, at most 65 seconds."""
        image = _indices(image)
        if self._last is None:
            box, piece, blend = (0, 0, *image.size), image, SOURCE
        else:
            changed = ImageChops.difference(image, self._last)
            box = changed.getbbox() or (0, 0, 1, 1)
            same = changed.crop(box).point(lambda value: 0 if value else 255)
            piece, blend = image.crop(box), OVER
            piece.paste(SAME, mask=same)
        left, top, right, bottom = box
        control = struct.pack(
            ">IIIIIHHBB",
            self._sequence,
            right - left,
            bottom - top,
            left,
            top,
            milliseconds,
            1000,
            KEEP,
            blend,
        )
        data = struct.pack(">I", self._sequence + 1) + _packed(piece)
        self._body += [chunk(b"fcTL", control), chunk(b"fdAT", data)]
        self._sequence += 2
        self._frames += 1
        self._last = image

    def data(self) -> bytes:
        """The file."""
        self._head[1] = chunk(b"acTL", struct.pack(">II", self._frames, 0))
        return b"".join([SIGNATURE, *self._head, *self._body, chunk(b"IEND", b"")])


def _indices(image: Image.Image) -> Image.Image:
    """The indices of a picture in mode P, as a picture in grey."""
    return Image.frombytes("L", image.size, image.tobytes())


def _packed(image: Image.Image) -> bytes:
    """The rows of indices, each with filter 0, compressed."""
    width, data = image.width, image.tobytes()
    rows = b"".join(b"\0" + data[at : at + width] for at in range(0, len(data), width))
    return zlib.compress(rows, 9)


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG with its length and check."""
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
