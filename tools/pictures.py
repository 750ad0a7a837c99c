"""Draw the pictures of all boards for the documentation: `make pictures`.

Bots play a game on each board from a fixed seed, so the same drawing gives the same pictures. Each
board is shown empty, in the middle of a game, finished, as in a mail, and as wide as a phone.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import astuple
from io import BytesIO
from pathlib import Path

import django
from PIL import Image

import engine
from engine.bots.match import play_match
from engine.events import RouteClaimed

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
LARGEST = 150_000
SEATS = {
    **{"japan": 4, "team-asia": 4, "usa": 5, "switzerland": 3, "india": 4, "europe": 5},
    "nordic": 3,
    "legendary-asia": 4,
}
PAGE, PHONE = 1080, 720


def moments(key: str) -> dict[str, engine.View]:
    """Spectators' views of a game of bots: in its middle, and at its end."""
    board = engine.load_board(key)
    seats = SEATS.get(key, board.seat_counts[0])
    log = [event for event, _, _ in play_match(board, ["planner"] * seats, "pictures").log]
    claims = [n for n, event in enumerate(log) if isinstance(event, RouteClaimed)]
    middle = claims[len(claims) // 2] + 1
    return {
        "midgame": engine.view(engine.replay(board, log[:middle]), None),
        "finished": engine.view(engine.replay(board, log), None),
    }


def draw(key: str, kind: str, played: dict[str, engine.View]) -> bytes:
    """One picture of a board as PNG."""
    from games.drawing.board_svg import board_svg, claims_on, closed_on
    from games.drawing.built import built_on
    from games.drawing.game_png import board_picture
    from games.drawing.palette import Theme, seat_tints

    if kind == "mail":
        cities = list(engine.load_board(key).cities)[2:20:5]
        return board_picture(table=played["midgame"], theme="light", wanted=cities)
    view = played.get("midgame" if kind == "phone" else kind)
    looks: dict[str, tuple[Theme, int]] = {
        "empty": ("light", PAGE),
        "midgame": ("light", PAGE),
        "finished": ("dark", PAGE),
        "phone": ("dark", PHONE),
    }
    theme, width = looks[kind]
    board = engine.load_board(key)
    svg = board_svg(
        board,
        claims=claims_on(view) if view else {},
        closed=closed_on(view) if view else (),
        built=built_on(view) if view else {},
        recede=kind == "finished",
        tints=seat_tints(view.teams if view else ()),
        theme=theme,
    )
    return small_png(svg, width)


def small_png(svg: str, width: int) -> bytes:
    """A picture in as many colours as its size allows."""
    from games.drawing.pixels import paint

    flat = paint(svg, width).convert("RGB")
    named = re.findall(r"#[0-9a-f]{6}", svg)
    for shades in (96, 64, 32, 16, 0):
        out = BytesIO()
        in_few_colours(flat, named, shades).save(out, "PNG", optimize=True)
        if len(out.getvalue()) < LARGEST:
            return out.getvalue()
    raise ValueError(f"A picture of {width} pixels has more than {LARGEST} bytes in few colours.")


def in_few_colours(image: Image.Image, named: Iterable[str], shades: int = 96) -> Image.Image:
    """The picture in mode P: the named colours as they are, and n shades for the rest.

    A palette of the most frequent pixels alone would give up a green for one more grey.
    """
    from games.drawing.board_png import meant_first

    flat = image.convert("RGB")
    chosen = b"".join(bytes.fromhex(colour[1:]) for colour in meant_first(named))[: 3 * 256]
    if shades:
        few = flat.quantize(shades, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        chosen += bytes(few.getpalette() or ())[: 3 * shades]
    palette = Image.new("P", (1, 1))
    palette.putpalette(chosen[: 3 * 256])
    return flat.quantize(palette=palette, dither=Image.Dither.NONE)


def reduce_page(path: Path) -> None:
    """Write the picture of a page again, in few colours: routes, cards and paper keep theirs."""
    from games.drawing.board_png import MEANT
    from games.drawing.palette import MAPS

    drawn = [colour for theme in ("light", "dark") for colour in astuple(MAPS[theme])]
    with Image.open(path) as image:
        flat = image.convert("RGB")
        most = sorted(flat.getcolors(flat.width * flat.height) or [], reverse=True)[:48]
        paper = [f"#{bytes(colour).hex()}" for _, colour in most if isinstance(colour, tuple)]
        in_few_colours(flat, [*MEANT, *paper, *drawn], 128).save(path, "PNG", optimize=True)


def main() -> None:
    """Draw all pictures of the boards that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=engine.board_names())
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--page", type=Path, help="reduce this picture of a page, and draw none")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    django.setup()
    if options.page:
        reduce_page(options.page)
        return
    for key in options.boards:
        played = moments(key)
        for kind in ("empty", "midgame", "finished", "mail", "phone"):
            png = draw(key, kind, played)
            path = options.folder / f"{key}-{kind}.png"
            path.write_bytes(png)
            sys.stdout.write(f"{path.name}: {len(png) // 1000} kB\n")


if __name__ == "__main__":
    main()
