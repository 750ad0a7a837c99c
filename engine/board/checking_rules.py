"""Checks of the numbers of the rules in a board file."""

from __future__ import annotations

from typing import Final, get_args

from engine.board.checking_fields import Check, anything, check_row, each, flag, number, one_of
from engine.board.decoding import Document, Row
from engine.board.mechanics import MECHANICS, check_mechanics
from engine.board.model import TieBreak

LENGTHS: Final = range(1, 10)

_CHECKED_BELOW: Final = (
    *("seats", "route_points", "setup_deal", "draw_deal", "parallels", "final_round", "bonuses"),
)


def check_rules(document: Document) -> None:
    needed = {
        "trains": number(1),
        **each(_CHECKED_BELOW, anything),
        "returned_at_setup": one_of("seat order", "shuffled", "removed"),
    }
    optional = {
        **each(("counts", "tie_breaks", *MECHANICS), anything),
        "tie_break_longest": flag,
    }
    rules = check_row(document, document.root["rules"], "the rules", needed, optional)
    check_tie_breaks(document, rules)
    check_seats(document, rules)
    lengths = each([str(length) for length in LENGTHS], number(0))
    check_row(document, rules["route_points"], "the route points", {}, lengths)
    for name in ("setup_deal", "draw_deal"):
        _check_deal(document, rules, name)
    _check_parallels(document, rules)
    final_round = {"of": one_of("turn", "any", "team"), "trains": number(0, rules["trains"])}
    final = check_row(
        document, rules["final_round"], "the final round", final_round, {"bullets": anything}
    )
    document.require(
        final["of"] != "team" or bool(rules.get("teams")),
        final,
        "Make 'of' turn or any, or add 'teams' to the rules.",
        "of",
    )
    bonuses = each(("longest", "globetrotter", "most_connected"), number(0))
    check_row(
        document, rules["bonuses"], "the bonuses", {}, {**bonuses, "grand_tour": _grand_tours}
    )
    check_mechanics(document, rules)


def _check_deal(document: Document, rules: Row, name: str) -> None:
    """Check how many tickets are offered, kept and long."""

    def up_to(less: int) -> Check:
        return lambda document, deal, key: number(1, deal["offer"] - less)(document, deal, key)

    long: dict[str, Check] = {"long": up_to(1)} if name == "setup_deal" else {}
    what = f"the {name.replace('_', ' ')}"
    check_row(document, rules[name], what, {"offer": number(1), "keep": up_to(0)}, long)


def _check_parallels(document: Document, rules: Row) -> None:
    needed = {"closing_seats": number(0), "claimable": anything}
    optional = {"always_open": anything, "by": one_of("length", "cities")}
    parallels = check_row(document, rules["parallels"], "the parallels", needed, optional)
    sizes = {str(size): number(1, size) for size in (2, 3, 4)}
    check_row(document, parallels["claimable"], "'claimable'", {}, sizes)


def _grand_tours(document: Document, bonuses: Row, key: str) -> None:
    points = bonuses[key]
    document.require(
        bool(points) and all(type(n) is int and n >= 0 for n in points),
        bonuses,
        "List the points for no grand tour, for one, and so on (M-10).",
        key,
    )


def check_tie_breaks(document: Document, rules: Row) -> None:
    """Check the list of tie-breaks, or that the older flag for the longest path is alone (B-13)."""
    if "tie_breaks" not in rules:
        return
    alone = "Remove 'tie_break_longest', and list 'longest path' in 'tie_breaks'."
    document.require("tie_break_longest" not in rules, rules, alone, "tie_break_longest")
    known, listed = get_args(TieBreak), rules["tie_breaks"]
    document.require(
        isinstance(listed, list)
        and all(one in known for one in listed)
        and len(set(listed)) == len(listed),
        rules,
        f"List tie-breaks, each once: {', '.join(known)}; found {listed!r}.",
        "tie_breaks",
    )


def check_seats(document: Document, rules: Row) -> None:
    """Check the numbers of players."""
    seats = rules["seats"]
    counts = seats if isinstance(seats, list) else []
    possible = bool(counts) and all(type(n) is int and 2 <= n <= 6 for n in counts)
    sentence = "List the possible numbers of players, from 2 to 6."
    document.require(possible, rules, sentence, "seats")
    once = "List each number of players once, in order."
    document.require(counts == sorted(set(counts)), rules, once, "seats")


def check_typical_events(document: Document) -> None:
    """Check the usual length of a game, where the file states it, by number of players."""
    root = document.root
    seats = each([str(count) for count in root["rules"]["seats"]], number(1, 10_000))
    check_row(document, root.get("typical_events", Row()), "'typical_events'", {}, seats)
