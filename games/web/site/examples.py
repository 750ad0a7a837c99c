"""Drawn examples of rulings: on the rules page each stands below the ruling that it shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.html import escape
from django.utils.translation import gettext as _

from games.drawing.examples import cards_svg, route_svg

RULING: Final = re.compile(
    r'<p><strong>([BJAMP]-\d+)</strong>.*?</p>\n(?:<div class="scroll".*?</div>\n)?', re.DOTALL
)
"""A ruling, with the table that follows it."""
Pictures = tuple[str, ...]


def with_examples(html: str) -> str:
    """The rules in HTML with a drawing after each ruling that has one, in the active language."""
    return RULING.sub(lambda found: found[0] + _figure(found[1]), html)


def _figure(ruling: str) -> str:
    make = EXAMPLES.get(ruling)
    if make is None:
        return ""
    *pictures, words = make()
    return (
        f'<figure class="example" id="example-{ruling}">{"".join(pictures)}'
        f"<figcaption>{escape(words)}</figcaption></figure>\n"
    )


def _start() -> Iterator[str]:
    yield cards_svg(["red", "blue", "blue", "locomotive"], title=_("Four cards in a hand"))
    yield cards_svg(["white", "green", "black", "red", "yellow"], title=_("Five cards in the row"))
    yield _("Four cards in your hand, and the row that everybody draws from.")


def _draw() -> Iterator[str]:
    yield cards_svg(["green", "locomotive"], title=_("A green card and a locomotive"))
    yield _("From the row: two cards such as the green one, or just the locomotive.")


def _flush() -> Iterator[str]:
    yield cards_svg(
        ["locomotive", "red", "locomotive", "blue", "locomotive"],
        title=_("A row with three locomotives"),
    )
    yield _("Three locomotives: all five cards are discarded, and five new ones are turned up.")


def _claim() -> Iterator[str]:
    yield cards_svg(["red", "red", "locomotive"], title=_("Two red cards and a locomotive"))
    yield route_svg(
        "A", "B", [("red", 3, 0)], title=_("A red route of three spaces with three trains")
    )
    yield _("Two red cards and a locomotive pay for a red route of three spaces: 4 points.")


def _double() -> Iterator[str]:
    yield route_svg(
        "A",
        "B",
        [("blue", 3, 1), ("yellow", 3, None)],
        title=_("A double route with one track taken"),
    )
    yield _(
        "Player 2 has the blue track. With two or three players nobody may claim the yellow one;"
        " with more, anybody else may."
    )


def _ticket() -> Iterator[str]:
    yield route_svg("A", "B", [("gray", 2, 0)], title=_("A route from A to B with two trains"))
    yield route_svg("B", "C", [("green", 2, 0)], title=_("A route from B to C with two trains"))
    yield _(
        "You own both routes, so a ticket from A to C worth 8 points scores 8. Without "
        "one of them you lose 8."
    )


def _bullet() -> Iterator[str]:
    yield cards_svg(["black", "black", "black"], title=_("Three black cards"))
    yield route_svg(
        "A",
        "B",
        [("gray", 3, 0)],
        kind="bullet",
        title=_("A bullet route of three spaces with one bullet train"),
    )
    yield _(
        "Three cards of one colour, one bullet train, no points: your marker moves "
        "three steps, and the route counts for everybody's tickets."
    )


def _without_bullets() -> Iterator[str]:
    yield route_svg(
        "A", "B", [("gray", 3, 0)], title=_("A route of three spaces with three trains")
    )
    yield _("No bullet trains are left: the same route takes three trains and scores 4 points.")


def _progress() -> Iterator[str]:
    yield route_svg(
        "A", "B", [("gray", 5, 0)], kind="bullet", title=_("A bullet route of five spaces")
    )
    yield _("With two players, progress 5 against 3 scores +10 and −10; progress 0 scores −20.")


def _rack() -> Iterator[str]:
    yield cards_svg(["purple"], title=_("A purple card"))
    yield cards_svg(["orange"], title=_("An orange card"))
    yield _(
        "Two drawn cards: if the purple one goes to your hand, the orange one goes to the rack."
    )


def _both() -> Iterator[str]:
    yield cards_svg(["green", "green"], title=_("Two green cards in the hand"))
    yield cards_svg(["green"], title=_("A green card in the rack"))
    yield route_svg(
        "A", "B", [("green", 3, 0)], title=_("A green route of three spaces with three trains")
    )
    yield _("Two cards from the hand and one from the rack pay for a green route of three spaces.")


def _mates() -> Iterator[str]:
    yield route_svg("A", "B", [("blue", 2, 0)], title=_("A route of player 1 from A to B"))
    yield route_svg("B", "C", [("red", 2, 1)], title=_("A route of player 2 from B to C"))
    yield _("Players 1 and 2 are a team: together they have completed a ticket from A to C.")


def _tunnel() -> Iterator[str]:
    yield cards_svg(["purple", "purple"], title=_("Two purple cards, laid down"))
    yield route_svg("A", "B", [("purple", 2, None)], kind="tunnel", title=_("A purple tunnel"))
    yield cards_svg(
        ["blue", "purple", "locomotive"],
        title=_("Turned up: a blue card, a purple card and a locomotive"),
    )
    yield _(
        "The purple card and the locomotive cost one more each: pay two more purple "
        "cards or locomotives, or withdraw."
    )


EXAMPLES: Final[Mapping[str, Callable[[], Iterator[str]]]] = {
    "B-2": _start,
    "B-4": _draw,
    "B-5": _flush,
    "B-7": _claim,
    "B-9": _double,
    "B-12": _ticket,
    "J-3": _bullet,
    "J-4": _without_bullets,
    "J-9": _progress,
    "A-3": _rack,
    "A-4": _both,
    "A-8": _tunnel,
    "A-11": _mates,
}
"""By the id of the ruling: pictures, and last the words below them."""
