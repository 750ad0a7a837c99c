"""Board files: one JSON file a board, with its facts, its rules in numbers and its picture."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from engine.board.checking import check_board
from engine.board.decoding import Document
from engine.board.model import (
    Board,
    Bonuses,
    BulletTrains,
    City,
    FinalRound,
    ParallelRoutes,
    TeamRules,
    Ticket,
    TicketDeal,
    Track,
)
from engine.errors import BoardError

BOARD_FOLDER = Path(__file__).parent / "data"


def board_names() -> list[str]:
    """The keys of all boards, in alphabetical order.

    >>> "usa" in board_names()
    True
    """
    return sorted(path.stem for path in BOARD_FOLDER.glob("*.json"))


def board_path(name: str) -> Path:
    """The file of a board."""
    return BOARD_FOLDER / f"{name}.json"


@cache
def load_board(name: str) -> Board:
    """A board by its key.

    :raises BoardError: if there is no such board or its file is faulty.
    """
    if name not in board_names():
        raise BoardError(f"There is no board {name!r}; there are {', '.join(board_names())}.")
    return read_board(board_path(name))


def read_board(path: Path) -> Board:
    """A board from a file.

    :raises BoardError: names the file, the line and the fault.
    """
    return build_board(path.stem, read_board_data(path))


def read_board_data(path: Path) -> dict[str, Any]:
    """A board file decoded and checked.

    :raises BoardError: names the file, the line and the fault.
    """
    document = Document(path)
    check_board(document)
    return document.root


def build_board(key: str, raw: dict[str, Any]) -> Board:
    """The board of a decoded and checked file.

    Tracks with the same cities and the same length form one group (B-9). Aomori to Hakodate are two
    groups, for their lengths differ (J-6).
    """
    rules = raw["rules"]
    groups: dict[tuple[str, str, int], list[str]] = {}
    for row in raw["tracks"]:
        a, b = sorted((row["a"], row["b"]))
        groups.setdefault((a, b, row["length"]), []).append(row["id"])
    tracks_of_group = tuple(tuple(tracks) for tracks in groups.values())
    place = {track: n for n, tracks in enumerate(tracks_of_group) for track in tracks}
    bullet = rules.get("bullet_trains")
    teams = rules.get("teams")
    parallels = rules["parallels"]
    return Board(
        key=key,
        name=raw["name"],
        cities={
            row["key"]: City(
                row["key"],
                row["name"],
                row.get("junction", False),
                tuple(row.get("regions", ("main",))),
            )
            for row in raw["cities"]
        },
        tracks={
            row["id"]: Track(
                id=row["id"],
                number=number,
                a=row["a"],
                b=row["b"],
                length=row["length"],
                colour=row["colour"],
                kind=row.get("kind", "normal"),
                group=place[row["id"]],
                region=row.get("region", "main"),
                turns_up=row.get("turns_up", 0),
                parallel=len(tracks_of_group[place[row["id"]]]) > 1,
            )
            for number, row in enumerate(raw["tracks"])
        },
        tickets={
            f"{row['a']}-{row['b']}": Ticket(
                f"{row['a']}-{row['b']}", number, row["a"], row["b"], row["points"]
            )
            for number, row in enumerate(raw["tickets"])
        },
        groups=tracks_of_group,
        seat_counts=tuple(rules["seats"]),
        trains=rules["trains"],
        route_points={int(length): points for length, points in rules["route_points"].items()},
        setup_deal=TicketDeal(**rules["setup_deal"]),
        draw_deal=TicketDeal(**rules["draw_deal"]),
        returned_at_setup=rules["returned_at_setup"],
        parallels=ParallelRoutes(
            parallels["closing_seats"],
            {int(size): claims for size, claims in parallels["claimable"].items()},
            frozenset(frozenset(pair) for pair in parallels.get("always_open", ())),
        ),
        final_round=FinalRound(**rules["final_round"]),
        bonuses=Bonuses(**rules["bonuses"]),
        digest=facts_digest(raw),
        bullet_trains=bullet
        and BulletTrains(
            bullet["supply"],
            {int(seats): tuple(points) for seats, points in bullet["bonus"].items()},
            bullet["no_progress"],
        ),
        teams=teams and TeamRules(**teams),
        tie_break_longest=rules.get("tie_break_longest", False),
        notes=tuple(raw.get("notes", ())),
        typical_events={
            int(seats): events for seats, events in raw.get("typical_events", {}).items()
        },
    )


def facts_digest(raw: dict[str, Any]) -> str:
    """The SHA-256 of the facts of a board file; its picture and its prose do not count.

    Neither do the stated counts, which only repeat what the lists say.
    """
    facts = {name: raw[name] for name in ("cities", "tracks", "tickets")}
    facts["rules"] = {name: value for name, value in raw["rules"].items() if name != "counts"}
    facts["cities"] = [
        {name: value for name, value in city.items() if name != "name"} for city in raw["cities"]
    ]
    canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
