"""The reader's cards, pile by pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine import View
from engine.cards import CARDS
from games.web.parts.pictures import card_picture
from games.web.parts.words import card_name


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one kind in the hand."""

    card: str
    name: str
    count: int
    picture: SafeString


def hand(view: View) -> list[Pile] | None:
    """Gets the piles of the view's own seat, in the order of the kinds; None for a spectator."""
    if view.seat is None:
        return None
    return piles(view.hands[view.seat])


def rack(view: View) -> list[Pile] | None:
    """Gets the piles of the rack of the own team (A-2); None where there is none to see."""
    if view.seat is None or not view.teams:
        return None
    return piles(view.racks[view.team_of[view.seat]])


def rack_size(view: View) -> int:
    """Gets how many cards lie in the rack of the own team; 0 where there is none to see."""
    return 0 if view.seat is None or not view.teams else view.rack_sizes[view.team_of[view.seat]]


def piles(counts: Mapping[str, int]) -> list[Pile]:
    """Gets cards pile by pile, in the order of the kinds."""
    return [
        Pile(card, card_name(card), counts[card], card_picture(card))
        for card in CARDS
        if counts.get(card)
    ]
