"""Names and counts of cards, routes and tickets in the active language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine import View
from engine.board.model import Track
from engine.cards import CARDS
from engine.text.lexicon import Lexicon
from games.language.lexicon import lexicon_for, say


def lexicon() -> Lexicon:
    """The words of the game in the active language."""
    return lexicon_for(get_language() or "en")


def card_name(card: str) -> str:
    """The name of a kind of card, or of a route's colour.

    >>> card_name("red")
    'red'
    """
    return lexicon().say(f"card.{card}")


def cards(counts: Mapping[str, int]) -> str:
    """A phrase that counts cards, in the order of the nine kinds.

    >>> cards({"locomotive": 1, "red": 2})
    '2 red and 1 locomotive'
    """
    return lexicon().cards({card: counts.get(card, 0) for card in CARDS})


def joined(words: Iterable[str]) -> str:
    """Words as people list them.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    return lexicon().enumerate(list(words))


def route_size(track: Track) -> str:
    """The length and the kind of a route: "3 red"."""
    if track.kind == "tunnel":
        colour = card_name(track.colour)
        return say("track.sized_tunnel", length=track.length, colour=colour, n=track.turns_up)
    return f"{track.length} {route_kind(track)}"


def route_kind(track: Track) -> str:
    """The kind of a route, by the colour that pays for it."""
    number = {
        "tunnel": track.turns_up,
        "ferry": track.least_locomotives,
        "mountain": track.crossings,
    }
    colour = card_name(track.colour)
    if track.kind == "bullet" or track.kind in number:
        return say(f"track.{track.kind}", n=number.get(track.kind), colour=colour)
    return say("track.sets", n=track.set_size, colour=colour) if track.most_sets else colour


def from_hand_and_rack(view: View, paid: Mapping[str, int], rack: Mapping[str, int]) -> str:
    """The cards of a payment; with teams, which of them come from the rack (A-4)."""
    if not view.teams:
        return cards(paid)
    hand = {card: count - rack.get(card, 0) for card, count in paid.items()}
    phrases = {"hand": cards(hand), "rack": cards(rack)}
    if not any(rack.values()):
        return _("%(hand)s from your hand") % phrases
    if not any(hand.values()):
        return _("%(rack)s from the rack") % phrases
    return _("%(hand)s from your hand and %(rack)s from the rack") % phrases


def trains(count: int) -> str:
    return ngettext("%(count)d train", "%(count)d trains", count) % {"count": count}


def tickets(count: int) -> str:
    return ngettext("%(count)d ticket", "%(count)d tickets", count) % {"count": count}
