"""The mechanics that the rules of a board file switch on: their keys checked, and read (decision
151).
"""

from __future__ import annotations

from typing import Any, Final

from engine.board.checking_fields import check_choice, check_integer, check_keys
from engine.board.decoding import Document, Row
from engine.board.model import BulletTrains, Stations, TeamRules
from engine.cards import ROW_SIZE

MECHANICS: Final = (
    *("bullet_trains", "teams", "returned_later", "locomotives", "cards_for_locomotive"),
    *("flush_at", "crossing_points", "stations"),
)
"""Their keys in the rules."""
MOST_IN_A_SET: Final = 6
NO_FLUSH: Final = ROW_SIZE + 1
"""More locomotives than ever lie in the row (B-5)."""


def check_mechanics(document: Document, rules: Row) -> None:
    """Check what each mechanic wants of the rules, and which are not played together."""
    _check_teams(document, rules)
    if "returned_later" in rules:
        check_choice(document, rules, "returned_later", ("under", "removed"))
    if "crossing_points" in rules:
        check_integer(document, rules, "crossing_points", 1)
    _check_locomotives(document, rules)
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
    teams = check_keys(document, rules["teams"], "the teams", ("size", "share_at_most"))
    check_integer(document, teams, "share_at_most", 0)
    if check_integer(document, teams, "size", 2) != 2:
        raise document.fault(
            teams, f"Make 'size' 2: teams have two seats; found {teams['size']}.", "size"
        )
    if not {*rules["seats"]} <= {4, 6}:
        raise document.fault(rules, "List 4, 6 or both: the seats of teams of two.", "seats")


def _check_locomotives(document: Document, rules: Row) -> None:
    """Check what binds locomotives to kinds of track, what replaces them, and at how many the
    row is flushed (M-2, M-3).
    """
    if "flush_at" in rules:
        check_choice(document, rules, "flush_at", (0, 3))
    if "cards_for_locomotive" in rules:
        check_integer(document, rules, "cards_for_locomotive", 2, MOST_IN_A_SET)
        if rules.get("teams"):
            raise document.fault(
                rules,
                "Remove 'cards_for_locomotive' or 'teams': they are not played together (M-3).",
                "cards_for_locomotive",
            )
    if "locomotives" not in rules:
        return
    kinds = rules["locomotives"]
    if not isinstance(kinds, list) or not kinds or not set(kinds) <= {"tunnel", "ferry"}:
        raise document.fault(
            rules, "List the kinds of track that take locomotives: tunnel, ferry.", "locomotives"
        )


def _check_stations(document: Document, rules: Row) -> None:
    """Check the cards that stations take, and that no team has them (M-4)."""
    if rules.get("stations") is None:
        return
    if rules.get("teams"):
        raise document.fault(
            rules, "Remove 'stations' or 'teams': they are not played together.", "stations"
        )
    stations = check_keys(document, rules["stations"], "the stations", ("cost", "points_left"))
    check_integer(document, stations, "points_left", 0)
    cost = stations["cost"]
    if not isinstance(cost, list) or not cost or not all(type(n) is int and n > 0 for n in cost):
        raise document.fault(
            stations, "List the cards that each station takes, as in [1, 2, 3] (M-4).", "cost"
        )


def _check_bullet_trains(document: Document, rules: Row) -> None:
    """Check the bullet mechanic, or that nothing counts on it where there is none (J-1)."""
    final = rules["final_round"]
    if rules.get("bullet_trains") is None:
        if "bullets" in final:
            raise document.fault(
                final, "Remove 'bullets', or add 'bullet_trains' to the rules.", "bullets"
            )
        return
    if rules.get("teams"):
        raise document.fault(
            rules, "Remove 'bullet_trains' or 'teams': they are not played together.", "teams"
        )
    bullet = check_keys(
        document, rules["bullet_trains"], "the bullet trains", ("supply", "no_progress", "bonus")
    )
    supply = check_integer(document, bullet, "supply", 1)
    check_integer(document, bullet, "no_progress", -1000)
    if "bullets" in final:
        check_integer(document, final, "bullets", 0, supply)
    table = check_keys(
        document, bullet["bonus"], "the bullet bonus", [str(n) for n in rules["seats"]]
    )
    for players, bonus in table.items():
        if not isinstance(bonus, list) or [type(n) for n in bonus] != [int] * int(players):
            raise document.fault(
                table, f"Give {players} bonuses, whole numbers, to {players} seats.", players
            )
