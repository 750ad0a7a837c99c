"""The block ``board`` of a table as the rules of a board file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tools.new_board.atlas import DETAILS
from tools.new_board.rows import Table, listed

Facts = dict[str, Any]


@dataclass(frozen=True)
class Numbers:
    """A setting of whole numbers: the least, the most, how many there may be, the usual ones.

    Without ``counts`` there may be any number of them.
    """

    least: int
    most: int
    counts: tuple[int, ...]
    usual: tuple[int, ...]


BONUSES = {
    "longest": "longest path",
    "globetrotter": "most tickets",
    "most_connected": "most connected",
}
"""Bonuses of the board file by their names in a table."""
NUMBERS = {
    "players": Numbers(2, 6, (), (2, 3)),
    "trains": Numbers(5, 99, (1,), (45,)),
    "first tickets": Numbers(1, 9, (2, 3), (3, 2, 1)),
    "later tickets": Numbers(1, 9, (2,), (3, 1)),
    "closed up to": Numbers(0, 6, (1,), (3,)),
    "final round": Numbers(0, 9, (1, 2), (2, 2)),
    "route points": Numbers(0, 99, (), ()),
    "bullet trains": Numbers(1, 99, (1, 2), (16, 20)),
    "stations": Numbers(1, 9, (), ()),
    "station left": Numbers(0, 99, (1,), (4,)),
    **dict.fromkeys(BONUSES.values(), Numbers(0, 99, (1,), (0,))),
}
OF_TEAMS = {"players": (4, 6), "closed up to": (4,), "final round": (4, 2)}
"""The usual numbers where teams play."""
WORDS = {"teams": ("no", "yes"), "unkept tickets": ("return", "first leave", "leave")}
"""Settings that are one of some words, the usual one first."""
KNOWN = {*NUMBERS, *WORDS, "name", "note", "bullet bonus", "coast"}
RULE = "rules."
ROUTE_POINTS = (1, 2, 4, 7, 10, 15, 18, 21, 27)
"""What a route scores by its length, unless the table says otherwise (B-8)."""
BULLET_BONUS = {2: (10, -10), 3: (15, 5, -10), 4: (20, 10, 0, -10), 5: (25, 15, 5, -5, -10)}
"""What the places of progress bring, unless the table says otherwise (J-9)."""


def rules_of(table: Table) -> Facts:
    """The section ``rules`` of the board file; faults are kept in the table."""
    _check_names(table)
    teams = _word(table, "teams") == "yes"
    usual = {name: known.usual for name, known in NUMBERS.items()} | (OF_TEAMS if teams else {})
    numbers = {name: _numbers(table, name, usual[name]) for name in NUMBERS}
    points = (*numbers["route points"], *ROUTE_POINTS[len(numbers["route points"]) :])
    longest = max((row.length for row in table.routes), default=1)
    rules: Facts = {
        "seats": sorted(set(numbers["players"])),
        "trains": numbers["trains"][0],
        "route_points": {str(n): points[n - 1] for n in range(1, max(longest, 6) + 1)},
        "setup_deal": dict(zip(("offer", "keep"), numbers["first tickets"], strict=False)),
        "draw_deal": dict(zip(("offer", "keep"), numbers["later tickets"], strict=True)),
        "returned_at_setup": "seat order",
        "parallels": {
            "closing_seats": numbers["closed up to"][0],
            "claimable": {"2": 1, "3": 2},
        },
        "final_round": {"of": "team" if teams else "turn", "trains": numbers["final round"][0]},
        "bonuses": {key: numbers[name][0] for key, name in BONUSES.items() if numbers[name][0]},
        "tie_break_longest": True,
    }
    _tickets(table, rules, numbers["first tickets"])
    if any(row.kind == "bullet" for row in table.routes):
        rules["bullet_trains"] = _bullets(table, rules["seats"], numbers["bullet trains"])
        rules["final_round"] |= {"of": "any", "bullets": numbers["final round"][1]}
    else:
        for name in ("bullet trains", "bullet bonus"):
            if name in table.settings:
                mend = "Write bullet as the kind of some routes, or leave this out."
                table.fault(table.given(name).line, mend)
        if len(table.given("final round").values) > 1:
            mend = "Write one number of trains: the second one is of bullet trains."
            table.fault(table.given("final round").line, mend)
    if numbers["stations"]:
        rules["stations"] = {
            "cost": list(numbers["stations"]),
            "points_left": numbers["station left"][0],
        }
    if teams:
        rules["teams"] = {"size": 2, "share_at_most": 2}
        _check_teams(table, rules)
    for name, given in table.settings.items():
        if name.startswith(RULE):
            try:
                rules[name.removeprefix(RULE)] = json.loads(",".join(given[0].values))
            except ValueError:
                table.fault(given[0].line, "Write the value of a rule as JSON.")
    return rules


def _check_names(table: Table) -> None:
    for name, given in table.settings.items():
        if name not in KNOWN and not name.startswith(RULE):
            words = ", ".join(sorted(KNOWN))
            table.fault(given[0].line, f"There is no setting {name!r}; there are {words}.")
    coast = table.given("coast")
    if "coast" in table.settings and (not coast.values or coast.values[0] not in DETAILS):
        table.fault(coast.line, f"Begin 'coast' with the detail: {listed(DETAILS)}.")


def _check_teams(table: Table, rules: Facts) -> None:
    if not {*rules["seats"]} <= {4, 6}:
        mend = "With teams 4, 6 or both can play: players,4,6"
        table.fault(table.given("players").line, mend)
    if "bullet_trains" in rules:
        table.fault(table.given("teams").line, "Teams and bullet trains do not go together (A-1).")
    if "stations" in rules:
        table.fault(table.given("stations").line, "Stations and teams do not go together (M-4).")


def _tickets(table: Table, rules: Facts, first: tuple[int, ...]) -> None:
    """What becomes of tickets that are not kept, and how many long ones are offered."""
    line = table.given("first tickets").line
    long = [row for row in table.tickets if row.long]
    if long:
        rules["setup_deal"]["long"] = first[2]
        if first[2] >= first[0]:
            table.fault(line, "Offer more tickets than long ones.")
        players = max(rules["seats"])
        if len(long) < first[2] * players:
            table.fault(
                long[0].line,
                f"Add long tickets: {first[2] * players} are dealt with {players} players, and "
                f"there are {len(long)}.",
            )
    elif len(table.given("first tickets").values) > 2:
        table.fault(line, "Mark the long tickets: write long in their column 'deck'.")
    unkept = _word(table, "unkept tickets")
    # Long tickets go under no deck (M-6).
    if long or unkept != "return":
        rules["returned_at_setup"] = "removed"
    if unkept == "leave":
        rules["returned_later"] = "removed"


def _bullets(table: Table, seats: list[int], supply: tuple[int, ...]) -> Facts:
    """The rules of bullet trains (J-1)."""
    bonus = dict(BULLET_BONUS)
    for given in table.settings.get("bullet bonus", ()):
        wrong = [value for value in given.values if not value.removeprefix("-").isdecimal()]
        numbers = [0 if value in wrong else int(value) for value in given.values]
        if wrong:
            table.fault(given.line, f"Write whole numbers; found {wrong[0]!r}.")
        elif len(numbers) < 2 or numbers[0] not in range(2, 7) or len(numbers) != 1 + numbers[0]:
            mend = "Write the number of players, then the points of each place: 2,10,-10"
            table.fault(given.line, mend)
        else:
            bonus[numbers[0]] = tuple(numbers[1:])
    for count in seats:
        if count not in bonus:
            line = next(row.line for row in table.routes if row.kind == "bullet")
            table.fault(
                line,
                f"With bullet routes say in the block 'board' what the places of {count} players "
                f"bring: bullet bonus,{count},...",
            )
    return {
        "supply": supply[0],
        "no_progress": -supply[1],
        "bonus": {str(count): list(bonus.get(count, ())) for count in seats},
    }


def _word(table: Table, name: str) -> str:
    """A setting that is one of some words; without it the usual one."""
    words, given = WORDS[name], table.given(name)
    said = " ".join(given.values).lower() or words[0]
    if said not in words:
        table.fault(given.line, f"Make {name!r} one of {listed(words)}; found {said!r}.")
    return said


def _numbers(table: Table, name: str, usual: tuple[int, ...]) -> tuple[int, ...]:
    """The whole numbers of a setting; those that are not given are the usual ones."""
    known, given = NUMBERS[name], table.given(name)
    if name not in table.settings:
        return usual
    values, counts = given.values, known.counts
    fits = all(value.isdecimal() and known.least <= int(value) <= known.most for value in values)
    if not fits or not values or (counts and len(values) not in counts):
        many = "whole numbers, a cell each,"
        if counts:
            many = "a whole number" if counts == (1,) else f"{listed(counts)} whole numbers"
        table.fault(
            given.line,
            f"Give {name!r} {many} from {known.least} to {known.most}; "
            f"found {', '.join(values)!r}.",
        )
        return usual
    rest = usual[len(values) :] if counts else ()
    return (*map(int, values), *rest)
