"""Checks of the numbers of the rules in a board file, and of the mechanics it switches on."""

from __future__ import annotations

from typing import Final, get_args

from engine.board.checking_fields import check_choice, check_flag, check_integer, check_keys
from engine.board.decoding import Document, Row
from engine.board.model import TieBreak

LENGTHS: Final = range(1, 10)
MOST_IN_A_SET: Final = 6

_RULES: Final = (
    *("seats", "trains", "route_points", "setup_deal", "draw_deal"),
    *("returned_at_setup", "parallels", "final_round", "bonuses"),
)
_MECHANICS: Final = (
    *("returned_later", "locomotives", "cards_for_locomotive", "flush_at"),
    *("crossing_points", "stations"),
)
_BONUSES: Final = ("longest", "globetrotter", "grand_tour", "most_connected")


def check_rules(document: Document) -> None:
    rules = check_keys(
        document,
        document.root["rules"],
        "the rules",
        _RULES,
        (*("counts", "bullet_trains", "teams", "tie_break_longest", "tie_breaks"), *_MECHANICS),
    )
    trains = check_integer(document, rules, "trains", 1)
    check_tie_breaks(document, rules)
    check_seats(document, rules)
    points = check_keys(
        document, rules["route_points"], "the route points", (), [str(n) for n in LENGTHS]
    )
    for length in points:
        check_integer(document, points, length, 0)
    for name in ("setup_deal", "draw_deal"):
        allowed = ("long",) if name == "setup_deal" else ()
        what = f"the {name.replace('_', ' ')}"
        deal = check_keys(document, rules[name], what, ("offer", "keep"), allowed)
        check_integer(document, deal, "offer", 1)
        check_integer(document, deal, "keep", 1, deal["offer"])
        if "long" in deal:
            check_integer(document, deal, "long", 1, deal["offer"] - 1)
    check_choice(document, rules, "returned_at_setup", ("seat order", "shuffled", "removed"))
    if "returned_later" in rules:
        check_choice(document, rules, "returned_later", ("under", "removed"))
    if "crossing_points" in rules:
        check_integer(document, rules, "crossing_points", 1)
    check_locomotives(document, rules)
    check_stations(document, rules)
    parallels = check_keys(
        document,
        rules["parallels"],
        "the parallels",
        ("closing_seats", "claimable"),
        ("always_open", "by"),
    )
    if "by" in parallels:
        check_choice(document, parallels, "by", ("length", "cities"))
    check_integer(document, parallels, "closing_seats", 0)
    claimable = check_keys(document, parallels["claimable"], "'claimable'", (), ("2", "3", "4"))
    for size in claimable:
        check_integer(document, claimable, size, 1, int(size))
    final = check_keys(
        document, rules["final_round"], "the final round", ("of", "trains"), ("bullets",)
    )
    check_choice(document, final, "of", ("turn", "any", "team"))
    check_integer(document, final, "trains", 0, trains)
    if final["of"] == "team" and not rules.get("teams"):
        raise document.fault(final, "Make 'of' turn or any, or add 'teams' to the rules.", "of")
    bonuses = check_keys(document, rules["bonuses"], "the bonuses", (), _BONUSES)
    for name in bonuses:
        if name != "grand_tour":
            check_integer(document, bonuses, name, 0)
        elif not bonuses[name] or not all(type(n) is int and n >= 0 for n in bonuses[name]):
            raise document.fault(
                bonuses, "List the points for no grand tour, for one, and so on (M-10).", name
            )
    check_bullet_trains(document, rules, final)


def check_tie_breaks(document: Document, rules: Row) -> None:
    """Check the list of tie-breaks, or the older flag that stands for the longest path (B-13)."""
    check_flag(document, rules, "tie_break_longest")
    if "tie_breaks" not in rules:
        return
    if "tie_break_longest" in rules:
        raise document.fault(
            rules,
            "Remove 'tie_break_longest', and list 'longest path' in 'tie_breaks'.",
            "tie_break_longest",
        )
    known, listed = get_args(TieBreak), rules["tie_breaks"]
    if (
        not isinstance(listed, list)
        or not all(one in known for one in listed)
        or len(set(listed)) < len(listed)
    ):
        raise document.fault(
            rules,
            f"List tie-breaks, each once: {', '.join(known)}; found {listed!r}.",
            "tie_breaks",
        )


def check_locomotives(document: Document, rules: Row) -> None:
    """Check what binds locomotives to kinds of track, what stands in for them, and at how many the
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


def check_stations(document: Document, rules: Row) -> None:
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


def check_seats(document: Document, rules: Row) -> None:
    """Check the numbers of players and, where there are teams, that they come out even (A-1)."""
    seats = rules["seats"]
    counts = seats if isinstance(seats, list) else []
    if not counts or not all(type(n) is int and 2 <= n <= 6 for n in counts):
        raise document.fault(rules, "List the possible numbers of players, from 2 to 6.", "seats")
    if counts != sorted(set(counts)):
        raise document.fault(rules, "List each number of players once, in order.", "seats")
    if rules.get("teams") is None:
        return
    teams = check_keys(document, rules["teams"], "the teams", ("size", "share_at_most"))
    check_integer(document, teams, "share_at_most", 0)
    if check_integer(document, teams, "size", 2) != 2:
        raise document.fault(
            teams, f"Make 'size' 2: teams have two seats; found {teams['size']}.", "size"
        )
    if not set(counts) <= {4, 6}:
        raise document.fault(rules, "List 4, 6 or both: the seats of teams of two.", "seats")


def check_bullet_trains(document: Document, rules: Row, final: Row) -> None:
    """Check the bullet mechanic, or that nothing counts on it where there is none (J-1)."""
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


def check_typical_events(document: Document) -> None:
    """Check the usual length of a game, where the file states it, by number of players."""
    root = document.root
    seats = [str(count) for count in root["rules"]["seats"]]
    lengths = root.get("typical_events", Row())
    for players in check_keys(document, lengths, "'typical_events'", (), seats):
        check_integer(document, lengths, players, 1, 10_000)
