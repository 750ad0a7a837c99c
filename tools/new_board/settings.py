"""The block ``board`` of a table as the rules of a board file."""

from __future__ import annotations

import json
from typing import Any

from tools.new_board.atlas import DETAILS
from tools.new_board.rows import Setting, Table, TableError, listed

Facts = dict[str, Any]
ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
"""What a route scores by its length, unless the table says otherwise (B-8)."""
RULE = "rules."
BONUSES = {
    "longest": "longest path",
    "globetrotter": "most tickets",
    "most_connected": "most connected",
}
"""Bonuses of the board file by their names in a table."""
BULLET_BONUS = {2: (10, -10), 3: (15, 5, -10), 4: (20, 10, 0, -10), 5: (25, 15, 5, -5, -10)}
"""What the places of progress bring, unless the table says otherwise (J-9)."""
KNOWN = {
    *("name", "note", "players", "trains", *BONUSES.values()),
    *("first tickets", "later tickets", "unkept tickets", "final round", "closed up to"),
    *(
        "route points",
        "teams",
        "bullet trains",
        "bullet bonus",
        "stations",
        "station left",
        "coast",
    ),
}


class Settings:
    """The block ``board`` of a table, read setting by setting."""

    def __init__(self, table: Table, file: str) -> None:
        self.table, self.settings, self.file = table, table.settings, file

    def rules(self, lengths: set[int]) -> Facts:
        """The section ``rules`` of the board file."""
        self._check_names()
        self._check_coast()
        table, teams = self.table, self.word("teams", ("no", "yes")) == "yes"
        long = any(row.long for row in table.tickets)
        bullets = self._bullets()
        if teams and bullets is not None:
            raise self.fault_of("teams", "Teams and bullet trains do not go together (A-1).")
        points = dict(ROUTE_POINTS)
        points |= dict(enumerate(self.numbers("route points", [], 0, 99), 1))
        first = self.numbers("first tickets", [3, 2], 1, 9, counts=(2, 3))
        later = self.numbers("later tickets", [3, 1], 1, 9, counts=(2,))
        bonuses = {name: self.number(words, 0, 0, 99) for name, words in BONUSES.items()}
        rules: Facts = {
            "seats": self._seats(teams=teams),
            "trains": self.number("trains", 45, 5, 99),
            "route_points": {str(n): points[n] for n in range(1, max(max(lengths), 6) + 1)},
            "setup_deal": {"offer": first[0], "keep": first[1]},
            "draw_deal": {"offer": later[0], "keep": later[1]},
            "returned_at_setup": "seat order",
            "parallels": {
                "closing_seats": self.number("closed up to", 4 if teams else 3, 0, 6),
                "claimable": {"2": 1, "3": 2},
            },
            "final_round": self._final_round(teams=teams, bullets=bullets),
            "bonuses": {key: value for key, value in bonuses.items() if value},
            "tie_break_longest": True,
        }
        self._tickets(rules, first, long=long)
        if bullets is not None:
            rules["bullet_trains"] = bullets
        if teams:
            rules["teams"] = {"size": 2, "share_at_most": 2}
        if cost := self.numbers("stations", [], 1, 9):
            rules["stations"] = {"cost": cost, "points_left": self.number("station left", 4, 0, 99)}
            if teams:
                raise self.fault_of("stations", "Stations and teams do not go together (M-4).")
        for name, given in self.settings.items():
            if name.startswith(RULE):
                try:
                    rules[name.removeprefix(RULE)] = json.loads(",".join(given[0].values))
                except ValueError:
                    raise self.fault(given[0], "Write the value of a rule as JSON.") from None
        return rules

    def _check_coast(self) -> None:
        given = self.settings.get("coast", [Setting(1, (DETAILS[0],))])[0]
        if not given.values or given.values[0] not in DETAILS:
            raise self.fault(given, f"Begin 'coast' with the detail: {listed(DETAILS)}.")

    def _check_names(self) -> None:
        for name, given in self.settings.items():
            if name not in KNOWN and not name.startswith(RULE):
                words = ", ".join(sorted(KNOWN))
                raise self.fault(given[0], f"There is no setting {name!r}; there are {words}.")

    def _seats(self, *, teams: bool) -> list[int]:
        seats = sorted(set(self.numbers("players", [4, 6] if teams else [2, 3], 2, 6)))
        if teams and not {*seats} <= {4, 6}:
            raise self.fault_of("players", "With teams 4, 6 or both can play: players,4,6")
        return seats

    def _tickets(self, rules: Facts, first: list[int], *, long: bool) -> None:
        """What becomes of tickets that are not kept, and how many long ones are offered."""
        unkept = self.word("unkept tickets", ("return", "first leave", "leave"))
        if len(first) > 2 and not long:
            raise self.fault_of(
                "first tickets", "Mark the long tickets: write long in their column 'deck'."
            )
        if long:
            rules["setup_deal"]["long"] = first[2] if len(first) > 2 else 1
            if rules["setup_deal"]["long"] >= first[0]:
                raise self.fault_of("first tickets", "Offer more tickets than long ones.")
            needed = rules["setup_deal"]["long"] * max(rules["seats"])
            found = sum(row.long for row in self.table.tickets)
            if found < needed:
                line = next(row.line for row in self.table.tickets if row.long)
                raise TableError(
                    f"{self.file}, line {line}: Add long tickets: {needed} are dealt with "
                    f"{max(rules['seats'])} players, and there are {found}."
                )
        # Long tickets go under no deck (M-6).
        if long or unkept != "return":
            rules["returned_at_setup"] = "removed"
        if unkept == "leave":
            rules["returned_later"] = "removed"

    def _final_round(self, *, teams: bool, bullets: Facts | None) -> Facts:
        most = (1, 2) if bullets else (1,)
        numbers = self.numbers("final round", [4] if teams else [2], 0, 9, counts=most)
        ends: Facts = {"of": "team" if teams else "turn", "trains": numbers[0]}
        if bullets is not None:
            ends |= {"of": "any", "bullets": numbers[1] if len(numbers) > 1 else 2}
        return ends

    def _bullets(self) -> Facts | None:
        """The rules of bullet trains, where the table has bullet routes or a supply (J-1)."""
        routes = [row for row in self.table.routes if row.kind == "bullet"]
        settings = [name for name in ("bullet trains", "bullet bonus") if name in self.settings]
        if not routes:
            if settings:
                raise self.fault_of(
                    settings[0], "Write bullet as the kind of some routes, or leave this out."
                )
            return None
        bonus = {seats: list(points) for seats, points in BULLET_BONUS.items()}
        for given in self.settings.get("bullet bonus", ()):
            numbers = [self._signed(given, value) for value in given.values]
            if len(numbers) < 2 or numbers[0] not in range(2, 7) or len(numbers) != 1 + numbers[0]:
                raise self.fault(
                    given, "Write the number of players, then the points of each place: 2,10,-10"
                )
            bonus[numbers[0]] = numbers[1:]
        seats = self._seats(teams=False)
        for count in seats:
            if count not in bonus:
                raise TableError(
                    f"{self.file}, line {routes[0].line}: With bullet routes say in the block "
                    f"'board' what the places of {count} players bring: bullet bonus,{count},..."
                )
        supply = self.numbers("bullet trains", [16, 20], 1, 99, counts=(1, 2))
        return {
            "supply": supply[0],
            "no_progress": -(supply[1] if len(supply) > 1 else 20),
            "bonus": {str(count): bonus[count] for count in seats},
        }

    def _signed(self, given: Setting, text: str) -> int:
        if not text.removeprefix("-").isdecimal():
            raise self.fault(given, f"Write whole numbers; found {text!r}.")
        return int(text)

    def word(self, name: str, words: tuple[str, ...]) -> str:
        """Read a setting that is one of some words; without it the first of them."""
        given = self.settings.get(name)
        if not given:
            return words[0]
        said = " ".join(given[0].values).lower()
        if said not in words:
            raise self.fault(given[0], f"Make {name!r} one of {listed(words)}; found {said!r}.")
        return said

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """Read the one whole number of a setting."""
        return self.numbers(name, [default], least, most, counts=(1,))[0]

    def numbers(
        self, name: str, default: list[int], least: int, most: int, counts: tuple[int, ...] = ()
    ) -> list[int]:
        """Read the whole numbers of a setting; as many as one of ``counts``, or any."""
        given = self.settings.get(name)
        if not given:
            return default
        values = given[0].values
        fits = all(value.isdecimal() and least <= int(value) <= most for value in values)
        if not fits or not values or (counts and len(values) not in counts):
            many = "whole numbers, a cell each,"
            if counts:
                many = "a whole number" if counts == (1,) else f"{listed(counts)} whole numbers"
            found = ", ".join(values)
            raise self.fault(
                given[0], f"Give {name!r} {many} from {least} to {most}; found {found!r}."
            )
        return [int(value) for value in values]

    def fault(self, setting: Setting, text: str) -> TableError:
        return TableError(f"{self.file}, line {setting.line}: {text}")

    def fault_of(self, name: str, text: str) -> TableError:
        """A fault in the line of a setting, or where it is not given in the first line."""
        given = self.settings.get(name)
        return self.fault(given[0] if given else Setting(1, ()), text)
