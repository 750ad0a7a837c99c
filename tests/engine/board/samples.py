"""Board files to test with: facts, rules and a picture, as JSON would hold them."""

from __future__ import annotations

import json
from math import atan2, cos, degrees, pi, sin
from pathlib import Path
from typing import Any

from engine.cards import COLOURS


def small_board() -> dict[str, Any]:
    """A triangle of three cities: the smallest board that shows everything."""
    return {
        "name": "Small",
        "rules": {
            "counts": {"cities": 3, "tracks": 3, "tickets": 1},
            "seats": [2],
            "trains": 9,
            "route_points": {"1": 1, "2": 2},
            "setup_deal": {"offer": 3, "keep": 2},
            "draw_deal": {"offer": 3, "keep": 1},
            "returned_at_setup": "seat order",
            "parallels": {"closing_seats": 3, "claimable": {"2": 1}},
            "final_round": {"of": "turn", "trains": 2},
            "bonuses": {"longest": 10},
        },
        "cities": [{"key": key, "name": key.title()} for key in ("ash", "birch", "cedar")],
        "tracks": [
            {"id": "ash-birch-red", "a": "ash", "b": "birch", "length": 1, "colour": "red"},
            {"id": "ash-cedar-gray", "a": "ash", "b": "cedar", "length": 2, "colour": "gray"},
            {"id": "birch-cedar-blue", "a": "birch", "b": "cedar", "length": 1, "colour": "blue"},
        ],
        "tickets": [{"a": "ash", "b": "birch", "points": 3}],
        "map": {
            "size": [300, 200],
            "space": [30, 14],
            "city": 10,
            "type": [19, 18],
            "panels": [{"key": "main", "title": "", "frame": [0, 0, 300, 200]}],
            "places": [
                {"city": key, "panel": "main", "at": [x, 50], "label": [x, 30, "middle"]}
                for key, x in (("ash", 50), ("birch", 150), ("cedar", 250))
            ],
            "tracks": {
                "ash-birch-red": [[100, 50, 0]],
                "ash-cedar-gray": [[110, 100, 0], [180, 100, 0]],
                "birch-cedar-blue": [[200, 50, 0]],
            },
            "shapes": [],
        },
    }


def ring_board() -> dict[str, Any]:
    """Twelve cities on a circle for two to six: tunnels, doubles, bullet trains, long tickets.

    Each city has a track to the next one, alternately plain, double and a tunnel, and a gray bullet
    track to the one after it.
    """
    names = ("elm", "fir", "oak", "yew", "lime", "pine", "rowan", "alder", "hazel", "holly")
    names = (*names, "maple", "beech")
    at = {
        name: (500 + 400 * cos(2 * pi * n / 12), 500 + 400 * sin(2 * pi * n / 12))
        for n, name in enumerate(names)
    }
    tracks: list[dict[str, Any]] = []
    for n, a in enumerate(names):
        b, after = names[(n + 1) % 12], names[(n + 2) % 12]
        track = {"id": f"{a}-{b}", "a": a, "b": b, "length": 2 + n % 3, "colour": COLOURS[n % 8]}
        tracks.append(track)
        if n % 3 == 1:
            tracks.append({**track, "id": f"{a}-{b}-second", "colour": "gray"})
        if n % 3 == 2:
            track |= {"kind": "tunnel", "turns_up": 3}
        bullet = {"id": f"{a}-{after}", "a": a, "b": after, "length": 3}
        tracks.append({**bullet, "colour": "gray", "kind": "bullet"})
    bonus = {str(seats): [20 - 5 * place for place in range(seats)] for seats in range(2, 7)}
    return {
        "name": "Ring",
        "notes": ["A board of the tests."],
        "typical_events": {"2": 150},
        "rules": {
            "seats": [2, 3, 4, 5, 6],
            "trains": 12,
            "route_points": {"2": 2, "3": 4, "4": 7},
            "setup_deal": {"offer": 3, "keep": 2},
            "draw_deal": {"offer": 3, "keep": 1},
            "returned_at_setup": "shuffled",
            "parallels": {"closing_seats": 3, "claimable": {"2": 1}},
            "final_round": {"of": "any", "trains": 2, "bullets": 3},
            "bonuses": {"longest": 10, "globetrotter": 5},
            "bullet_trains": {"supply": 10, "no_progress": -10, "bonus": bonus},
        },
        "cities": [{"key": name, "name": name.title()} for name in names],
        "tracks": tracks,
        "tickets": [
            {"a": names[n], "b": names[(n + step) % 12], "points": 2 * step}
            for step in (3, 4, 5)
            for n in range(12)
        ],
        "map": {
            "size": [1000, 1000],
            "space": [30, 14],
            "city": 10,
            "type": [19, 18],
            "panels": [{"key": "main", "title": "", "frame": [0, 0, 1000, 1000]}],
            "places": [
                {"city": name, "panel": "main", "at": [x, y], "label": [x, y - 20, "middle"]}
                for name, (x, y) in at.items()
            ],
            "tracks": {
                track["id"]: [
                    _space(at[track["a"]], at[track["b"]], (n + 1) / (track["length"] + 1))
                    for n in range(track["length"])
                ]
                for track in tracks
            },
            "shapes": [{"kind": "land", "panel": "main", "path": "M50 50H950V950H50z"}],
        },
    }


def _space(a: tuple[float, float], b: tuple[float, float], share: float) -> list[float]:
    """A space that lies at a share of the line between two points."""
    angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    turned = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
    spot = [one + share * (other - one) for one, other in zip(a, b, strict=True)]
    return [*(round(n, 1) for n in spot), round(turned, 1)]


def write(folder: Path, board: dict[str, Any]) -> Path:
    """The file of a board, named by the board."""
    path = folder / f"{board['name'].lower()}.json"
    path.write_text(json.dumps(board, indent=1), encoding="utf-8")
    return path
