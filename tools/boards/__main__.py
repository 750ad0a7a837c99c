"""Write the map section of a board file.

    npm pack world-atlas && tar xf world-atlas-*.tgz
    python -m tools.boards usa --atlas package/countries-10m.json

The same facts, plan and atlas give the same section. A board takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import ImageFont

from engine.board.picture import read_picture
from tools.boards.coast import drawn, shapes, warp
from tools.boards.framing import MAP_FRAMES, MapFrame, Panel, Point
from tools.boards.geometry import CAP, FONT, LEADING, LENGTH, RADIUS, WIDTH, Line, label_lines
from tools.boards.layout import Layout
from tools.boards.nudge import nudged
from tools.boards.relief import relief
from tools.boards.spline import spline

ROOT = Path(__file__).resolve().parents[2]
TYPE = ROOT / "static" / "fonts" / "barlow-semi-condensed-600.ttf"


def text_widths(names: list[str]) -> dict[str, float]:
    """The width of each line that a label of these names may have."""
    font = ImageFont.truetype(str(TYPE), 100)
    lines = {line for name in names for choice in label_lines(name) for line in choice}
    return {line: font.getlength(line) * FONT / 100 for line in lines}


def geographic_positions(
    panel: Panel, globe: dict[str, Point], keys: list[str]
) -> tuple[dict[str, Point], Any]:
    """The geographic positions of cities in a panel, and the function that puts them there."""
    raw = {key: panel.project(*panel.globe.get(key, globe[key])) for key in keys}
    if panel.anchors:
        held = [key for key in keys if key in panel.anchors]
        move = spline([raw[key] for key in held], [panel.anchors[key] for key in held])
        return {key: move(raw[key]) for key in keys}, lambda lat, lon: move(panel.project(lat, lon))
    xs, ys = [p[0] for p in raw.values()], [p[1] * panel.tall for p in raw.values()]
    left, top, width, height = panel.body
    scale = min(width / (max(xs) - min(xs)), height / (max(ys) - min(ys)))
    ox = left + width / 2 - scale * (max(xs) + min(xs)) / 2
    oy = top + height / 2 - scale * (max(ys) + min(ys)) / 2

    def place(lat: float, lon: float) -> Point:
        x, y = panel.project(lat, lon)
        return ox + scale * x, oy + scale * y * panel.tall

    return {key: place(*panel.globe.get(key, globe[key])) for key in keys}, place


def lay_out_panel(
    board: dict[str, Any],
    plan: MapFrame,
    name: str,
    steps: int,
    seed: int,
    mend: bool = False,
    tell: Callable[[float], None] = lambda done: None,
) -> Layout:
    """Lay out one panel, from geography or from the map that the file already has."""
    panel = plan.panels[name]
    keys = [c["key"] for c in board["cities"] if name in c.get("regions", ("main",))]
    names = {c["key"]: c["name"] for c in board["cities"]}
    groups: dict[tuple[str, str, int], list[str]] = {}
    for track in board["tracks"]:
        if track.get("region", "main") == name:
            a, b = sorted((track["a"], track["b"]))
            groups.setdefault((a, b, track["length"]), []).append(track["id"])
    lines = [Line(ids, a, b, length) for (a, b, length), ids in groups.items()]
    seen: dict[tuple[str, str], int] = {}
    for line in lines:
        line.bow = -26.0 * seen.get((line.a, line.b), 0)
        seen[line.a, line.b] = seen.get((line.a, line.b), 0) + 1
        for other in lines:
            if other is not line and (other.a, other.b) == (line.a, line.b) and not line.bow:
                line.bow = 26.0
    for line in lines:
        line.bow = panel.bows.get(line.ids[0], line.bow)
    where, _ = geographic_positions(panel, plan.globe, keys)
    layout = Layout(panel, where, names, lines, text_widths(list(names.values())))
    if mend:
        drawn_before = board["map"]
        starts = {track["id"]: track["a"] for track in board["tracks"]}
        layout.resume(
            {
                row["city"]: (*row["at"], tuple(row["label"][:2]))
                for row in drawn_before["places"]
                if row["panel"] == name
            },
            {
                key: [(x, y) for x, y, _ in drawn_before["tracks"][key]][
                    :: 1 if starts[key] == line.a else -1
                ]
                for line in lines
                for key in line.ids
            },
        )
        layout.anneal(random.Random(seed), steps, hot=1.0, reach=2.0)
    else:
        layout.anneal(random.Random(seed), steps, tell=tell)
    return layout


def background(
    key: str, plan: MapFrame, name: str, layout: Layout, atlas: Path | None
) -> list[str]:
    """Write the shapes behind one panel."""
    _, place = geographic_positions(layout.panel, plan.globe, list(layout.cities))
    found = shapes(atlas, place, layout, plan) if atlas and name in plan.land else []
    found += drawn(key, name, place, layout)
    moved = warp(layout)
    strokes = relief(key, name, lambda point: moved(place(*point)), layout)
    if strokes:
        found.append(("mountain", strokes))
    return [
        json.dumps({"kind": kind, "panel": name, "path": path}, ensure_ascii=False)
        for kind, path in found
    ]


def redraw(text: str, board: dict[str, Any], plan: MapFrame, atlas: Path | None) -> str:
    """Write the shapes of a board anew and leave every city and space where it is."""
    rows: list[str] = []
    for name in plan.panels:
        layout = lay_out_panel(board, plan, name, 0, 0, mend=True)
        rows += background(board["key"], plan, name, layout, atlas)
    before = text[: text.index('    "shapes": [')]
    return before + '    "shapes": [\n      ' + ",\n      ".join(rows) + "\n    ]\n  }\n}\n"


def section(
    board: dict[str, Any],
    plan: MapFrame,
    layouts: dict[str, Layout],
    behind: Callable[[str, Layout], list[str]],
) -> str:
    """Write the map section, a line a fact, as the other sections of a board file are written.

    ``behind`` writes the shapes behind a panel.
    """

    def rows(name: str, opening: str, items: list[str], closing: str) -> str:
        return f'    "{name}": {opening}\n      ' + ",\n      ".join(items) + f"\n    {closing}"

    def dump(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    panels, labels, spaces, drawing = [], [], {}, []
    starts = {track["id"]: track["a"] for track in board["tracks"]}
    for name, layout in layouts.items():
        panel = layout.panel
        panels.append(dump({"key": name, "title": panel.title, "frame": panel.frame}))
        for city in layout.cities.values():
            left, top, width, _ = city.label()
            mark = city.marks[city.mark]
            x = left + {"start": 0.0, "middle": width / 2, "end": width}[mark.anchor]
            row = {
                "city": city.key,
                "panel": name,
                "at": [round(city.x), round(city.y)],
                "label": [round(x), round(top + CAP - 0.5), mark.anchor],
            }
            if len(mark.lines) > 1:
                row["lines"] = list(mark.lines)
            labels.append(dump(row))
        for line in layout.lines:
            for key, laid in zip(line.ids, line.spaces, strict=True):
                # A line runs in alphabetical order, a track as its board file has it.
                laid = laid if starts[key] == line.a else laid[::-1]
                spaces[key] = dump([[round(x, 1), round(y, 1), upright(a)] for x, y, a in laid])
        drawing += behind(name, layout)
    parts = [
        f'    "size": [{plan.width}, {plan.height}]',
        f'    "space": [{LENGTH:g}, {WIDTH:g}]',
        f'    "city": {RADIUS:g}',
        f'    "type": [{FONT:g}, {LEADING:g}]',
        f'    "postmark": {dump(plan.postmark)}',
        rows("panels", "[", panels, "]"),
        rows("places", "[", labels, "]"),
        rows("tracks", "{", [f"{dump(t['id'])}: {spaces[t['id']]}" for t in board["tracks"]], "}"),
        rows("shapes", "[", drawing, "]"),
    ]
    return '"map": {\n' + ",\n".join(parts) + "\n  }"


def upright(angle: float) -> int:
    """An angle in whole degrees in (-90, 90], so that letters are never upside down."""
    degrees = round(math.degrees(angle)) % 180
    return degrees - 180 if degrees > 90 else degrees


def main() -> None:
    """Lay a board out, draw its coast and write both into the board file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board", choices=sorted(MAP_FRAMES))
    parser.add_argument(
        "--atlas", type=Path, help="countries-10m.json, where land.json has no land"
    )
    parser.add_argument("--coast", action="store_true", help="draw the coast anew, move nothing")
    parser.add_argument("--mend", action="store_true", help="go on from the map in the file")
    parser.add_argument("--steps", type=int, default=60000)
    parser.add_argument("--tries", type=int, help="layouts of each panel to choose from")
    parser.add_argument("--file", type=Path, help="the board file, if it is not the built-in one")
    options = parser.parse_args()
    path = options.file or ROOT / "engine" / "board" / "data" / f"{options.board}.json"
    text = path.read_text(encoding="utf-8")
    board = json.loads(text)
    board["key"] = options.board
    plan = MAP_FRAMES[options.board]
    if options.coast:
        path.write_text(redraw(text, board, plan, options.atlas), encoding="utf-8")
        return
    layouts = {}
    for name, panel in plan.panels.items():
        layouts[name] = min(
            (
                lay_out_panel(board, plan, name, options.steps, seed, options.mend)
                for seed in range(options.tries or panel.tries)
            ),
            key=lambda layout: (layout.touching(), layout.energy()),
        )
        found = layouts[name]
        sys.stderr.write(f"{name}: energy {found.energy():.0f}, touching {found.touching()}\n")
    facts = text.split(',\n  "map": {')[0].rstrip().removesuffix("}").rstrip()
    made = section(
        board,
        plan,
        layouts,
        lambda name, layout: background(options.board, plan, name, layout, options.atlas),
    )
    path.write_text(f"{facts},\n  {made}\n}}\n", encoding="utf-8")
    path.write_text(nudged(path.read_text(encoding="utf-8"), read_picture(path)), encoding="utf-8")


if __name__ == "__main__":
    main()
