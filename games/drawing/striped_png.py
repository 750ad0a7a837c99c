"""Pictures in few colours as PNG, compressed in stripes: one that was seen before costs nothing."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections import OrderedDict
from typing import Final

from PIL import Image

from games.drawing.apng import SIGNATURE, chunk

STRIPE: Final = 32
"""Rows that are compressed by themselves: as many as a row of spaces is high."""
KEPT: Final = 12_000
"""Stripes that a process keeps, of one or two kilobytes each."""
LEVELS: Final = (7, 8, 9)
"""Of pictures for mails 8 makes a fifteenth less than 7, in twice its time; 9 hardly less, in twice
the time of 8."""
ENDING: Final = b"\x03\x00"
"""A last block of deflate with nothing in it."""


def striped_png(image: Image.Image, colours: bytes, *, limit: int = 0) -> bytes:
    """A picture in mode P as PNG; equal pictures give equal bytes.

    ``colours`` are the three bytes of each colour that it uses. From ``limit`` bytes on it is
    pressed harder, and harder again.
    """
    width, height = image.size
    data = image.tobytes()
    stripes = []
    for top in range(0, height, STRIPE):
        rows = range(top * width, min(top + STRIPE, height) * width, width)
        # Each row begins with its filter: none.
        stripes.append(b"\0" + b"\0".join([data[at : at + width] for at in rows]))
    digests = [hashlib.blake2b(stripe, digest_size=16).digest() for stripe in stripes]
    check = 1
    for stripe in stripes:
        check = zlib.adler32(stripe, check)
    packed = b""
    for level in LEVELS:
        packed = b"".join(
            _deflated(stripe, digest, level)
            for digest, stripe in zip(digests, stripes, strict=True)
        )
        if not limit or len(packed) + len(colours) < limit:
            break
    return b"".join(
        [
            SIGNATURE,
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", colours),
            chunk(b"IDAT", b"".join([b"\x78\xda", packed, ENDING, struct.pack(">I", check)])),
            chunk(b"IEND", b""),
        ]
    )


_kept: OrderedDict[tuple[bytes, int], bytes] = OrderedDict()


def _deflated(rows: bytes, digest: bytes, level: int) -> bytes:
    """Whole blocks of deflate, which refer to nothing before them.

    Kept under the digest of the rows, which are twenty times as long.
    """
    found = _kept.pop((digest, level), None)
    if found is None:
        packer = zlib.compressobj(level, zlib.DEFLATED, -15, 9)
        found = packer.compress(rows) + packer.flush(zlib.Z_SYNC_FLUSH)
    _kept[digest, level] = found
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return found
