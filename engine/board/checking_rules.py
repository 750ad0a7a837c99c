"""Checks of the numbers of the rules in a board file."""

from __future__ import annotations

from typing import Final, get_args

from engine.board.checking_fields import check_choice, check_flag, check_integer, check_keys
from engine.board.decoding import Document, Row
from engine.board.mechanics import MECHANICS, check_mechanics
from engine.board.model import TieBreak

LENGTHS: Final = range(1, 10)

_RULES: Final = (
    *("seats", "trains", "route_points", "setup_deal", "draw_deal"),
    *("returned_at_setup", "parallels", "final_round", "bonuses"),
)
_BONUSES: Final = ("longest", "globetrotter", "grand_tour", "most_connected")


def check_rules(document: Document) -> None:
    rules = check_keys(
        document,
        document.root["rules"],
        "the rules",
        _RULES,
        ("counts", "tie_break_longest", "tie_breaks", *MECHANICS),
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
    check_mechanics(document, rules)


def check_tie_breaks(document: Document, rules: Row) -> None:
    """Check the list of tie-breaks, or the older flag for the longest path (B-13)."""
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


def check_seats(document: Document, rules: Row) -> None:
    """Check the numbers of players."""
    seats = rules["seats"]
    counts = seats if isinstance(seats, list) else []
    if not counts or not all(type(n) is int and 2 <= n <= 6 for n in counts):
        raise document.fault(rules, "List the possible numbers of players, from 2 to 6.", "seats")
    if counts != sorted(set(counts)):
        raise document.fault(rules, "List each number of players once, in order.", "seats")


def check_typical_events(document: Document) -> None:
    """Check the usual length of a game, where the file states it, by number of players."""
    root = document.root
    seats = [str(count) for count in root["rules"]["seats"]]
    lengths = root.get("typical_events", Row())
    for players in check_keys(document, lengths, "'typical_events'", (), seats):
        check_integer(document, lengths, players, 1, 10_000)
