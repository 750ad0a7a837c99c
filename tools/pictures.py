"""Draw the pictures of all boards for the documentation: `make pictures`.

Bots play a game on each board from a fixed seed, so the same drawing gives the same pictures. Each
board is shown empty, in the middle of a game, finished, as in a mail, and as wide as a phone.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import django
from PIL import Image

import engine
from engine.bots.match import play_match
from engine.events import RouteClaimed
from games.drawing.board_png import meant_first
from games.drawing.board_svg import board_svg, claims_on, closed_on
from games.drawing.built import built_on
from games.drawing.game_png import board_picture
from games.drawing.palette import Theme, seat_tints
from games.drawing.pixels import paint

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
LARGEST = 150_000
SEATS = {
    **{"japan": 4, "team-asia": 4, "usa": 5, "switzerland": 3, "india": 4, "europe": 5},
    "nordic": 3,
    "legendary-asia": 4,
}
PAGE, PHONE = 1080, 720


def pictures(key: str) -> Iterator[tuple[str, bytes]]:
    """The pictures of a board as PNG, by what they show of a game of bots to spectators."""
    board = engine.load_board(key)
    seats = SEATS.get(key, board.seat_counts[0])
    log = [event for event, _, _ in play_match(board, ["planner"] * seats, "pictures").log]
    claims = [n for n, event in enumerate(log) if isinstance(event, RouteClaimed)]
    empty, midgame, finished = (
        engine.view(engine.replay(board, log[:end]), None)
        for end in (1, claims[len(claims) // 2] + 1, len(log))
    )
    yield "empty", draw(empty, "light", PAGE)
    yield "midgame", draw(midgame, "light", PAGE)
    yield "finished", draw(finished, "dark", PAGE, recede=True)
    yield "mail", board_picture(table=midgame, theme="light", wanted=list(board.cities)[2:20:5])
    yield "phone", draw(midgame, "dark", PHONE)


def draw(view: engine.View, theme: Theme, width: int, *, recede: bool = False) -> bytes:
    """A picture in as many colours as its size allows."""
    svg = board_svg(
        view.board,
        claims=claims_on(view),
        closed=closed_on(view),
        built=built_on(view),
        recede=recede,
        tints=seat_tints(view.teams),
        theme=theme,
    )
    flat = paint(svg, width).convert("RGB")
    named = re.findall(r"#[0-9a-f]{6}", svg)
    for shades in (96, 64, 32, 16, 0):
        out = BytesIO()
        in_few_colours(flat, named, shades).save(out, "PNG", optimize=True)
        if len(out.getvalue()) < LARGEST:
            return out.getvalue()
    raise ValueError(f"A picture of {width} pixels has more than {LARGEST} bytes in few colours.")


def in_few_colours(image: Image.Image, named: Iterable[str], shades: int) -> Image.Image:
    """The picture in mode P: the named colours as they are, and n shades for the rest.

    A palette of the most frequent pixels alone would give up a green for one more grey.
    """
    flat = image.convert("RGB")
    chosen = b"".join(bytes.fromhex(colour[1:]) for colour in meant_first(named))[: 3 * 256]
    if shades:
        few = flat.quantize(shades, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        chosen += bytes(few.getpalette() or ())[: 3 * shades]
    palette = Image.new("P", (1, 1))
    palette.putpalette(chosen[: 3 * 256])
    return flat.quantize(palette=palette, dither=Image.Dither.NONE)


def main() -> None:
    """Draw all pictures of the boards that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=engine.board_names())
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    django.setup()
    for key in options.boards:
        for kind, png in pictures(key):
            path = options.folder / f"{key}-{kind}.png"
            path.write_bytes(png)
            print(f"{path.name}: {len(png) // 1000} kB")


if __name__ == "__main__":
    main()
