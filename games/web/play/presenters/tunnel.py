"""An open tunnel as everybody sees it: what was laid down, what was turned up, what it asks (A-8).

Whether it can be paid for is not here: it follows from a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import View
from engine.cards import LOCOMOTIVE
from engine.state import count_asking_cards
from games.facts.tickets import city_pair
from games.web.parts import phrases
from games.web.parts.pictures import card_picture
from games.web.play.presenters.holdings import Pile, card_piles


@dataclass(frozen=True, slots=True)
class TunnelPanel:
    """An open tunnel; ``turned`` has kind, name and picture of each card, and whether it asks for
    one more.
    """

    route: str
    laid: list[Pile]
    turned: list[tuple[str, str, SafeString, bool]]
    demand: str
    waiting: str


def tunnel_panel(view: View, names: Mapping[int, str]) -> TunnelPanel | None:
    """The open tunnel, None where there is none."""
    opened = view.tunnel
    if opened is None:
        return None
    laid = {opened.colour: opened.coloured}
    laid[LOCOMOTIVE] = laid.get(LOCOMOTIVE, 0) + opened.locomotives
    mine = opened.seat == view.seat
    return TunnelPanel(
        route=city_pair(view.board, view.board.tracks[opened.track]),
        laid=card_piles(laid),
        turned=[
            (
                card,
                phrases.card_name(card),
                card_picture(card),
                bool(count_asking_cards(opened.colour, [card])),
            )
            for card in opened.turned_up
        ],
        demand=f"{tunnel_rule(opened.colour)} {cards_demanded(opened.asks)}",
        waiting="" if mine else _("%(name)s pays or withdraws.") % {"name": names[opened.seat]},
    )


def tunnel_tracks(view: View) -> list[str]:
    """The track of the open tunnel, for the picture to light."""
    return [view.tunnel.track] if view.tunnel else []


def tunnel_rule(colour: str) -> str:
    """The rule of which turned-up cards ask for more, and of what pays for them."""
    if colour == LOCOMOTIVE:
        return _("Each locomotive among them costs one more locomotive.")
    return _(
        "Each %(colour)s card and each locomotive among them costs one more %(colour)s "
        "card or locomotive."
    ) % {"colour": phrases.card_name(colour)}


def cards_demanded(count: int) -> str:
    return ngettext(
        "That makes %(count)d more card.", "That makes %(count)d more cards.", count
    ) % {"count": count}
