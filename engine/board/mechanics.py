"""The mechanics that the rules of a board file switch on: their keys checked, and read (decision
151).
"""

from __future__ import annotations

from typing import Any, Final

from engine.board.checking_fields import anything, check_row, each, number, one_of
from engine.board.decoding import Document, Row
from engine.board.model import BulletTrains, Stations, TeamRules
from engine.cards import ROW_SIZE

MECHANICS: Final = (
    *("bullet_trains", "teams", "returned_later", "locomotives", "cards_for_locomotive"),
    *("flush_at", "crossing_points", "stations"),
)
"""Their keys in the rules."""
MOST_IN_A_SET: Final = 6
_NOT_IN_TEAMS: Final = {
    "cards_for_locomotive": "Remove 'cards_for_locomotive' or 'teams': they are not played together"
    " (M-3).",
    "stations": "Remove 'stations' or 'teams': they are not played together.",
    "bullet_trains": "Remove 'bullet_trains' or 'teams': they are not played together.",
}
NO_FLUSH: Final = ROW_SIZE + 1
"""More locomotives than ever lie in the row (B-5)."""


def check_mechanics(document: Document, rules: Row) -> None:
    """Check what each mechanic wants of the rules, and which are not played together."""
    _check_teams(document, rules)
    checks = {
        "returned_later": one_of("under", "removed"),
        "crossing_points": number(1),
        "flush_at": one_of(0, 3),
        "cards_for_locomotive": number(2, MOST_IN_A_SET),
        "locomotives": _locomotives,
    }
    for key, check in checks.items():
        if key in rules:
            check(document, rules, key)
    for key, sentence in _NOT_IN_TEAMS.items():
        together = bool(rules.get("teams")) and rules.get(key) is not None
        where = "teams" if key == "bullet_trains" else key
        document.require(not together, rules, sentence, where)
    _check_stations(document, rules)
    _check_bullet_trains(document, rules)


def read_mechanics(rules: Row) -> dict[str, Any]:
    """The fields of a board that these keys fill."""
    bullet, teams, stations = map(rules.get, ("bullet_trains", "teams", "stations"))
    return {
        "bullet_trains": bullet
        and BulletTrains(
            bullet["supply"],
            {int(seats): tuple(points) for seats, points in bullet["bonus"].items()},
            bullet["no_progress"],
        ),
        "teams": teams and TeamRules(**teams),
        "returned_later": rules.get("returned_later", "under"),
        "locomotives": frozenset(rules["locomotives"]) if "locomotives" in rules else None,
        "flush_at": rules.get("flush_at", 3) or NO_FLUSH,
        "crossing_points": rules.get("crossing_points", 0),
        "stations": stations and Stations(tuple(stations["cost"]), stations["points_left"]),
    }


def _check_teams(document: Document, rules: Row) -> None:
    """Check that the seats come out even (A-1)."""
    if rules.get("teams") is None:
        return
    needed = {"share_at_most": number(0), "size": number(2)}
    teams = check_row(document, rules["teams"], "the teams", needed)
    size = f"Make 'size' 2: teams have two seats; found {teams['size']}."
    document.require(teams["size"] == 2, teams, size, "size")
    even = "List 4, 6 or both: the seats of teams of two."
    document.require({*rules["seats"]} <= {4, 6}, rules, even, "seats")


def _locomotives(document: Document, rules: Row, key: str) -> None:
    """Want the kinds of track that locomotives are bound to (M-2)."""
    kinds = rules[key]
    document.require(
        isinstance(kinds, list) and bool(kinds) and set(kinds) <= {"tunnel", "ferry"},
        rules,
        "List the kinds of track that take locomotives: tunnel, ferry.",
        key,
    )


def _check_stations(document: Document, rules: Row) -> None:
    """Check the cards that stations take (M-4)."""
    if rules.get("stations") is None:
        return
    needed = {"cost": anything, "points_left": number(0)}
    stations = check_row(document, rules["stations"], "the stations", needed)
    cost = stations["cost"]
    document.require(
        isinstance(cost, list) and bool(cost) and all(type(n) is int and n > 0 for n in cost),
        stations,
        "List the cards that each station takes, as in [1, 2, 3] (M-4).",
        "cost",
    )


def _check_bullet_trains(document: Document, rules: Row) -> None:
    """Check the bullet mechanic, or that nothing counts on it where there is none (J-1)."""
    final = rules["final_round"]
    if rules.get("bullet_trains") is None:
        lacks = "Remove 'bullets', or add 'bullet_trains' to the rules."
        document.require("bullets" not in final, final, lacks, "bullets")
        return
    needed = {"supply": number(1), "no_progress": number(-1000), "bonus": anything}
    bullet = check_row(document, rules["bullet_trains"], "the bullet trains", needed)
    if "bullets" in final:
        number(0, bullet["supply"])(document, final, "bullets")
    players = each([str(n) for n in rules["seats"]], _bonuses)
    check_row(document, bullet["bonus"], "the bullet bonus", players)


def _bonuses(document: Document, table: Row, players: str) -> None:
    bonus = table[players]
    document.require(
        isinstance(bonus, list) and [type(n) for n in bonus] == [int] * int(players),
        table,
        f"Give {players} bonuses, whole numbers, to {players} seats.",
        players,
    )
