"""Draw the icons of the app from the site's own icon: `python -m tools.app_icons`."""

from __future__ import annotations

from pathlib import Path

import resvg_py

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "static" / "favicon.svg"
FOLDER = ROOT / "static" / "app"
NIGHT = "#14213a"


def draw(size: int, *, maskable: bool) -> bytes:
    """The icon as PNG; a ``maskable`` one fills its square and keeps to the middle of it.

    Systems cut a maskable icon to a shape of their own: four fifths of the width are safe.
    """
    drawing = DRAWING.read_text()
    if maskable:
        inner = drawing.partition(">")[2].rpartition("</svg>")[0]
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
            f'<rect width="64" height="64" fill="{NIGHT}"/>'
            f'<g transform="translate(8 8) scale(.75)">{inner}</g></svg>'
        )
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size))


def main() -> None:
    """Write all icons into static/app/."""
    FOLDER.mkdir(exist_ok=True)
    for size in (192, 512):
        (FOLDER / f"any-{size}.png").write_bytes(draw(size, maskable=False))
    (FOLDER / "maskable-512.png").write_bytes(draw(512, maskable=True))


if __name__ == "__main__":
    main()
