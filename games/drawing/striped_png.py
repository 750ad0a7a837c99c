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
LEVEL: Final = 8
"""It makes a fifteenth less of a picture than 7, in twice its time; 9 a seventieth less than 8, in
twice the time of that."""
ENDING: Final = b"\x03\x00"
"""A last block of deflate with nothing in it."""


def striped_png(image: Image.Image, colours: bytes) -> bytes:
    """A picture in mode P as PNG; equal pictures give equal bytes.

    ``colours`` are the three bytes of each colour that it uses.
    """
    width, height = image.size
    data = image.tobytes()
    stripes = []
    for top in range(0, height, STRIPE):
        rows = range(top * width, min(top + STRIPE, height) * width, width)
        # Each row begins with its filter: none.
        stripes.append(b"\0" + b"\0".join([data[at : at + width] for at in rows]))
    check = 1
    for stripe in stripes:
        check = zlib.adler32(stripe, check)
    packed = b"".join(map(_deflated, stripes))
    return b"".join(
        [
            SIGNATURE,
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", colours),
            chunk(b"IDAT", b"".join([b"\x78\xda", packed, ENDING, struct.pack(">I", check)])),
            chunk(b"IEND", b""),
        ]
    )


_kept: OrderedDict[bytes, bytes] = OrderedDict()


def _deflated(rows: bytes) -> bytes:
    """Whole blocks of deflate, which refer to nothing before them.

    Kept under a digest of the rows, which are twenty times as long.
    """
    digest = hashlib.blake2b(rows, digest_size=16).digest()
    found = _kept.pop(digest, None)
    if found is None:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15, 9)
        found = packer.compress(rows) + packer.flush(zlib.Z_SYNC_FLUSH)
    _kept[digest] = found
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return found
