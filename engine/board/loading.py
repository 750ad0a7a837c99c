"""Board files: one JSON file a board, with its facts, its rules in numbers and its picture."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from engine.board.checking import check_board
from engine.board.decoding import Document, Row
from engine.board.mechanics import read_mechanics
from engine.board.model import (
    Board,
    Bonuses,
    City,
    FarEnd,
    FinalRound,
    ParallelRoutes,
    Ticket,
    TicketDeal,
    TieBreak,
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
    groups, for their lengths differ (J-6). A board may group by the cities alone (M-13).
    """
    rules = raw["rules"]
    parallels = rules["parallels"]
    by_cities = parallels.get("by") == "cities"
    groups: dict[tuple[str, str, int], list[str]] = {}
    for row in raw["tracks"]:
        a, b = sorted((row["a"], row["b"]))
        groups.setdefault((a, b, 0 if by_cities else row["length"]), []).append(row["id"])
    tracks_of_group = tuple(tuple(tracks) for tracks in groups.values())
    place = {track: n for n, tracks in enumerate(tracks_of_group) for track in tracks}
    return Board(
        key=key,
        name=raw["name"],
        cities={
            row["key"]: City(
                row["key"],
                row["name"],
                row.get("junction", False),
                tuple(row.get("regions", ("main",))),
                row.get("country"),
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
                least_locomotives=row.get("locomotives", 0),
                most_locomotives=_most_locomotives(row, rules),
                crossings=row.get("crossings", 0),
                set_size=_sets(row, rules)[0],
                most_sets=_sets(row, rules)[1],
            )
            for number, row in enumerate(raw["tracks"])
        },
        tickets=_tickets(raw),
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
            by_cities,
        ),
        final_round=FinalRound(**rules["final_round"]),
        bonuses=_bonuses(rules["bonuses"]),
        digest=facts_digest(raw),
        tie_breaks=_tie_breaks(rules),
        notes=tuple(raw.get("notes", ())),
        typical_events={
            int(seats): events for seats, events in raw.get("typical_events", {}).items()
        },
        countries={row["key"]: row["name"] for row in raw.get("countries", ())},
        **read_mechanics(rules),
    )


def _tickets(raw: dict[str, Any]) -> dict[str, Ticket]:
    """The tickets by their ids; a country ticket is as often there as it has copies (M-8).

    Long tickets come after the others (M-6).
    """
    places = {row["key"]: [row["key"]] for row in raw["cities"]}
    for row in raw["cities"]:
        if "country" in row:
            places.setdefault(row["country"], []).append(row["key"])
    found: dict[str, Ticket] = {}
    for row in raw["tickets"]:
        if "to" not in row:
            name = f"{row['a']}-{row['b']}"
            found[name] = Ticket(name, len(found), row["a"], row["b"], row["points"])
            continue
        far = tuple(FarEnd(end["b"], end["points"], tuple(places[end["b"]])) for end in row["to"])
        cheapest = min(end.points for end in far)
        for copy in range(1, row.get("copies", 1) + 1):
            name = row["a"] if copy == 1 else f"{row['a']}#{copy}"
            near = tuple(places[row["a"]])
            found[name] = Ticket(name, len(found), row["a"], "", cheapest, near, far)
    for row in raw.get("long_tickets", ()):
        name = f"{row['a']}-{row['b']}"
        found[name] = Ticket(name, len(found), row["a"], row["b"], row["points"], long=True)
    return found


def _bonuses(row: dict[str, Any]) -> Bonuses:
    return Bonuses(
        row.get("longest", 0),
        row.get("globetrotter", 0),
        tuple(row.get("grand_tour", ())),
        row.get("most_connected", 0),
    )


def _tie_breaks(rules: Row) -> tuple[TieBreak, ...]:
    """The tie-breaks in their order; the older key knows the longest path alone (A-13)."""
    if rules.get("tie_break_longest"):
        return ("longest path",)
    return tuple(rules.get("tie_breaks", ()))


def _most_locomotives(row: Row, rules: Row) -> int:
    """The locomotives that a payment may hold: a ferry's symbols always take them (M-2).

    Where sets stand in for any card, they are played inside sets alone (M-3).
    """
    if "any_cards_for_one" in row:
        return 0
    kinds = rules.get("locomotives")
    if kinds is None or row.get("kind", "normal") in kinds:
        return int(row["length"])
    return int(row.get("locomotives", 0))


def _sets(row: Row, rules: Row) -> tuple[int, int]:
    """The cards in a set in place of one card of a payment, and the most sets (M-3)."""
    if "any_cards_for_one" in row:
        return int(row["any_cards_for_one"]), int(row["length"])
    if "cards_for_locomotive" in rules and row.get("kind") == "ferry":
        return int(rules["cards_for_locomotive"]), int(row["locomotives"])
    return 0, 0


def facts_digest(raw: dict[str, Any]) -> str:
    """The SHA-256 of the facts of a board file; its picture and its prose do not count.

    Neither do the stated counts, which only repeat what the lists say.
    """
    facts = {name: raw[name] for name in ("cities", "tracks", "tickets")}
    if "long_tickets" in raw:
        facts["long_tickets"] = raw["long_tickets"]
    if "countries" in raw:
        facts["countries"] = [{"key": row["key"]} for row in raw["countries"]]
    facts["rules"] = {name: value for name, value in raw["rules"].items() if name != "counts"}
    facts["cities"] = [
        {name: value for name, value in city.items() if name != "name"} for city in raw["cities"]
    ]
    canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
