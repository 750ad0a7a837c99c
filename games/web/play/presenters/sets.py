"""Sets of any cards on the page of a claim: how many it pays, and its cards by kind (M-3)."""

from __future__ import annotations

from django.utils.translation import ngettext

from engine import View
from engine.actions import Claim
from engine.board.model import Track
from engine.cards import CARDS
from games.language.amounts import sets_rule
from games.web.parts import phrases
from games.web.play.presenters.payments import payment_cards


def sets_lines(track: Track, action: Claim) -> list[str]:
    """The lines of a preview about the sets of a track, and those in this payment."""
    lines = [rule for rule in (sets_rule(track),) if rule]
    if action.cards:
        count = (len(action.cards) - track.length) // (track.set_size - 1)
        lines.append(
            ngettext(
                "You pay with %(count)d set of %(size)d cards.",
                "You pay with %(count)d sets of %(size)d cards.",
                count,
            )
            % {"count": count, "size": track.set_size}
        )
    return lines


def kind_fields(view: View, action: Claim) -> list[tuple[str, str, int, int]]:
    """The cards in the hand, where sets may pay: key, name, held and chosen of each kind."""
    if view.seat is None or not view.board.tracks[action.track].most_sets:
        return []
    paid, hand = payment_cards(view, action), view.hands[view.seat]
    return [
        (card, phrases.card_name(card), hand[card], paid.get(card, 0))
        for card in CARDS
        if hand[card]
    ]
