"""The reader's open decision with its buttons, or the move held for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine import View, wire
from engine.actions import Draw, DrawTickets, Pass, Place, Share
from engine.cards import BLIND
from games.common.dates import DateFormat, format_datetime
from games.common.markup import escape
from games.facts.prompts import prompt
from games.facts.tickets import TicketLine, ticket_lines
from games.play.hold import held_move
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import card_name, lexicon
from games.web.parts.pictures import card_back, card_picture, empty_place
from games.web.play.move_form import encode_actions
from games.web.play.presenters import mechanics
from games.web.play.presenters.holdings import offered_tickets
from games.web.play.presenters.move_preview import move_preview
from games.web.play.presenters.payments import (
    MoveForm,
    claim_form,
    payment_in_words,
    payment_query,
    tunnel_payments,
)


class CardSource(NamedTuple):
    """A place to take a card from; ``action`` is empty where it may not be taken."""

    label: str
    picture: SafeString
    action: str = ""
    name: str = ""
    """Its name in commands and links."""
    step: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """The open decision of the reader. ``number`` names it to the server.

    ``drawn`` is the card that waits for its place, ``hand_action`` and ``rack_action`` are the
    actions that place it; ``answers`` are the ways to answer a tunnel, each with the query that
    prepares it; ``rackable`` and ``shareable`` are the tickets that may go to the team's
    rack.
    """

    title: str
    prompt: str
    example: str
    kind: str = ""
    number: int = -1
    hint: str = ""
    draws: bool = False
    offered: list[TicketLine] = field(default_factory=list)
    choose_rack: bool = False
    drawn: CardSource | None = None
    hand_action: str = ""
    rack_action: str = ""
    rackable: list[TicketLine] = field(default_factory=list)
    shareable: list[TicketLine] = field(default_factory=list)
    share_ask: str = ""
    answers: list[tuple[str, str]] = field(default_factory=list)
    forms: list[MoveForm] = field(default_factory=list)
    can_draw_tickets: bool = False
    can_pass: bool = False


def open_decision(view: View, claimable: Collection[str]) -> Decision | None:
    """The open decision of the view's own seat, which can claim these tracks."""
    if view.seat is None or view.seat not in view.pending:
        return None
    kind, number = view.pending[view.seat], view.decision_seqs[view.seat]
    return replace(BUILDERS[kind](view, view.seat, claimable), kind=kind, number=number)


def _turn(view: View, seat: int, claimable: Collection[str]) -> Decision:
    legal = view.legal_actions()
    can_pass = Pass() in legal
    return Decision(
        title=_("Your turn"),
        prompt=_("You can only pass.") if can_pass else prompt(view, seat),
        example=escape(f"{lexicon().word('claim')} …"),
        draws=True,
        can_draw_tickets=DrawTickets() in legal,
        can_pass=can_pass,
        forms=[
            *([claim_form(view, claimable)] if claimable else []),
            *mechanics.move_forms(view),
        ],
        shareable=_shareable(view, seat, legal),
        share_ask=_share_ask(view),
    )


def _shareable(view: View, seat: int, legal: Container[object]) -> list[TicketLine]:
    """The tickets that may go to the team's rack; none on a board without teams."""
    if not view.teams:
        return []
    return [line for line in _numbered_tickets(view, seat) if Share((line.id,)) in legal]


def _share_ask(view: View) -> str:
    if view.board.teams is None:
        return ""
    most = view.board.teams.share_at_most
    return ngettext(
        "It takes your whole turn and cannot be undone: choose a ticket.",
        "It takes your whole turn and cannot be undone: choose 1 to %(most)d tickets.",
        most,
    ) % {"most": most}


def _keep_tickets(view: View, seat: int, _claimable: Collection[str]) -> Decision:
    kind = view.pending[seat]
    racks = bool(view.teams) and kind == "keep"
    hint = ""
    if racks:
        hint = _(
            "One of the tickets you keep goes into your team's ticket rack, where you both see it."
        )
    elif view.teams:
        hint = _("Your teammate cannot see them. Next, each of you puts one in the rack.")
    elif kind == "setup" and view.board.setup_deal.long:
        hint = _("A long ticket is offered now and never again; you may keep it or not.")
    return Decision(
        title=_("Choose your tickets"),
        prompt=prompt(view, seat),
        hint=hint,
        example=f"{lexicon().word('keep')} 1 2",
        offered=offered_tickets(view),
        choose_rack=racks,
    )


def _second(view: View, seat: int, _claimable: Collection[str]) -> Decision:
    hint = {
        "hand": _("It goes to your team's rack, because the first card went to your hand."),
        "rack": _("It goes to your hand, because the first card went to your team's rack."),
    }
    return Decision(
        title=_("Your second card"),
        prompt=prompt(view, seat),
        hint=hint.get(view.first_card_place or "", ""),
        example=f"{lexicon().word('draw')} {lexicon().word('blind')}",
        draws=True,
    )


def _place(view: View, seat: int, _claimable: Collection[str]) -> Decision:
    card = view.card_to_place[seat]
    assert card is not None
    word = lexicon().word
    return Decision(
        title=_("One card to place"),
        prompt=prompt(view, seat),
        hint=_(
            "You drew this card: %(card)s. Your second card then goes to the other place. If you "
            "draw no second card, this one stays where you put it."
        )
        % {"card": card_name(card)},
        example=f"{word('place')} {word('rack')}",
        drawn=CardSource(card_name(card), card_picture(card)),
        hand_action=encode_actions([Place("hand")])[0],
        rack_action=encode_actions([Place("rack")])[0],
    )


def _rack(view: View, seat: int, _claimable: Collection[str]) -> Decision:
    return Decision(
        title=_("A ticket for the team"),
        prompt=prompt(view, seat),
        hint=_("You and your teammate see each other's ticket once you have both chosen."),
        example=f"{lexicon().word('rack')} 2",
        rackable=_numbered_tickets(view, seat),
    )


def _numbered_tickets(view: View, seat: int) -> list[TicketLine]:
    """The own tickets in the order in which commands number them."""
    return ticket_lines(view, view.tickets[seat], seat=seat)


def _tunnel(view: View, seat: int, _claimable: Collection[str]) -> Decision:
    assert view.tunnel is not None
    word = lexicon().word
    ways = tunnel_payments(view)
    hint = _("If you withdraw, your cards go back where they came from and your turn ends.")
    return Decision(
        title=_("The tunnel costs more"),
        prompt=prompt(view, seat),
        hint=hint if ways else f"{_('You cannot pay that.')} {hint}",
        example=word("withdraw"),
        answers=[
            (_("Pay %(cards)s") % {"cards": payment_in_words(view, pay)}, payment_query(pay))
            for pay in ways
        ],
    )


BUILDERS: Mapping[str, Callable[[View, int, Collection[str]], Decision]] = {
    "turn": _turn,
    "setup": _keep_tickets,
    "keep": _keep_tickets,
    "second": _second,
    "place": _place,
    "rack": _rack,
    "tunnel": _tunnel,
}


def card_sources(view: View, turned: Mapping[int, int] | None = None) -> list[CardSource]:
    """The deck and the row; to a reader who may draw now, with what takes each card.

    ``turned`` says at which step the card of a slot has just been turned up.
    """
    draws = view.seat is not None and view.pending.get(view.seat) in ("turn", "second")
    legal: Container[object] = view.legal_actions() if draws else ()
    deck = _("Deck: %(count)d") % {"count": view.deck_size}
    found = [CardSource(deck, card_back(), _draw(BLIND, legal), BLIND)]
    for slot, card in enumerate(view.row):
        step = (turned or {}).get(slot, 0)
        if card is None:
            found.append(CardSource(_("gap"), empty_place()))
        else:
            picture, action = card_picture(card), _draw(card, legal)
            found.append(CardSource(card_name(card), picture, action, card, step))
    return found


def _draw(source: str, legal: Container[object]) -> str:
    """What a form sends to take a card; "" where that is not legal."""
    return _encoded_draw(source) if Draw(source) in legal else ""


@cache
def _encoded_draw(source: str) -> str:
    """A draw as forms send it: there is one for each kind of card."""
    return encode_actions([Draw(source)])[0]


def held_preview(context: GameContext, view: engine.View) -> dict[str, Any] | None:
    """The move that the reader's seat holds and the address that withdraws it, None for none."""
    if context.seat is None or context.is_over:
        return None
    found = held_move(context.seat)
    if found is None or context.seat.held_until is None:
        return None
    actions = [wire.decode_action(data) for data in found.actions]
    return {
        **move_preview(view, actions, found.decision),
        "until": format_datetime(context.seat.held_until, DateFormat.TIME),
        "url": reverse("withdraw-held", args=[context.game.code]),
    }
