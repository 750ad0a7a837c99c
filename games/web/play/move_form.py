"""Moves in links and forms: parse, encode, and the sentence when one cannot be read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from engine import Action, InvalidAction, View, wire
from engine.actions import (
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Pass,
    Pay,
    Place,
    RackTicket,
    Share,
    Withdraw,
)
from engine.cards import CARDS, Card
from engine.orders.evaluation import actions_of_order
from engine.orders.model import Order
from engine.text.parse import parse as read
from engine.text.parse import parse_command
from games.web.parts.phrases import lexicon
from games.web.parts.requests import parse_number
from games.web.play.presenters import mechanics
from games.web.play.presenters.payments import cheapest_claim, claims_of_track


def parse_request(query: QueryDict, view: View) -> tuple[Action, ...]:
    """The actions that a query names: a typed text, or `do` with its details.

    A claim without a payment gets the cheapest that the hand allows.

    :raises InvalidAction: if it cannot be read.
    """
    if "text" in query:
        return parse_text(query.get("text", ""), view)
    match query.get("do"):
        case "draw":
            return (Draw(query.get("source", "")),)
        case "claim":
            return (_claim(query, view),)
        case "tickets":
            return (DrawTickets(),)
        case "keep":
            return (_keep(query, view),)
        case "place":
            return (Place("rack" if query.get("place") == "rack" else "hand"),)
        case "rack":
            return (RackTicket(query.get("ticket", "")),)
        case "share":
            return (Share(tuple(query.getlist("ticket"))),)
        case "pay":
            return (Pay(*_payment_counts(query, "pay")),)
        case "withdraw":
            return (Withdraw(),)
        case "pass":
            return (Pass(),)
        case do if parse_more := mechanics.PARSERS.get(do or ""):
            return (parse_more(query, view),)
    raise InvalidAction("action.unreadable")


def _claim(query: QueryDict, view: View) -> Claim:
    track = query.get("track", "")
    if track not in view.board.tracks:
        raise InvalidAction("action.field", type="claim", field="track")
    if cards := _cards_by_kind(query):
        # The rules say whether they pay, or which colour they are where no set is among them (M-3).
        return Claim(track, cards=cards)
    if "colour" not in query:
        return cheapest_claim(view, track)
    locomotives, rack_colour, rack_locomotives = _payment_counts(query, "claim")
    meant = Claim(track, query.get("colour", ""), locomotives, rack_colour, rack_locomotives)
    if "rack_colour" in query or "rack_locomotives" in query:
        return meant
    # Of a payment from hand and rack the one split that is listed is taken.
    for claim in claims_of_track(view, track):
        if (claim.colour, claim.locomotives) == (meant.colour, meant.locomotives):
            return claim
    return meant


def _cards_by_kind(query: QueryDict) -> tuple[Card, ...]:
    """The cards of a payment that a query names by kind; none where it does not."""
    found: list[Card] = []
    for card in CARDS:
        if (count := parse_number(query.get(card) or "0", 2)) is None:
            raise InvalidAction("action.field", type="claim", field=card)
        found += [card] * count
    return tuple(found)


def _payment_counts(query: QueryDict, kind: str) -> list[int]:
    """The numbers of a payment: locomotives, and what of it the rack gives."""
    found = []
    for name in ("locomotives", "rack_colour", "rack_locomotives"):
        count = parse_number(query.get(name, "0"), 2)
        if count is None:
            raise InvalidAction("action.field", type=kind, field=name)
        found.append(count)
    return found


def _keep(query: QueryDict, view: View) -> Keep:
    """A choice of tickets; what goes to the rack is kept, and an only one goes there (A-5)."""
    tickets = query.getlist("ticket")
    rack = query.get("rack") or None
    if rack and rack not in tickets:
        tickets.append(rack)
    racks = bool(view.teams) and view.pending.get(view.seat or 0) == "keep"
    if racks and rack is None and len(tickets) == 1:
        rack = tickets[0]
    return Keep(tuple(tickets), rack)


def parse_form(form: QueryDict, view: View) -> tuple[Action, ...]:
    """The actions that a confirmed form carries: a text, or actions in their wire form.

    :raises InvalidAction: if it cannot be read.
    """
    if "text" in form:
        return parse_text(form.get("text", ""), view)
    try:
        actions = tuple(wire.decode_action(json.loads(item)) for item in form.getlist("action"))
    except InvalidAction:
        raise
    except (ValueError, RecursionError):
        raise InvalidAction("action.unreadable") from None
    if not actions:
        raise InvalidAction("action.unreadable")
    return actions


@dataclass(frozen=True, slots=True)
class TicketChoice:
    """The tickets that a form had chosen, and which of them for the rack, to be chosen again.

    ``sharing`` says that they were to be shared.
    """

    tickets: tuple[str, ...] = ()
    rack: str = ""
    sharing: bool = False

    @property
    def query(self) -> str:
        """The choice as the query of an address."""
        fields = [*(("ticket", ticket) for ticket in self.tickets)]
        fields += [("rack", self.rack)] if self.rack else []
        fields += [("do", "share")] if self.sharing else []
        return urlencode(fields)


def ticket_choice(request: HttpRequest) -> TicketChoice:
    """The choice of tickets that an address or a confirmed form names."""
    for item in request.POST.getlist("action"):
        try:
            action = wire.decode_action(json.loads(item))
        except (ValueError, RecursionError):
            continue
        return ticket_choice_of(action)
    return TicketChoice(
        tuple(request.GET.getlist("ticket")),
        request.GET.get("rack", ""),
        request.GET.get("do") == "share",
    )


def ticket_choice_of(action: Action) -> TicketChoice:
    """The choice of tickets that an action makes."""
    match action:
        case Keep(tickets, rack):
            return TicketChoice(tickets, rack or "")
        case Share(tickets):
            return TicketChoice(tickets, sharing=True)
        case RackTicket(ticket):
            return TicketChoice((ticket,))
    return TicketChoice()


def parse_text(text: str, view: View) -> tuple[Action, ...]:
    """Read a typed command, in the reader's language or in English."""
    command = parse_command(text, view, lexicon())
    if not isinstance(command, Order):
        return read(text, view, lexicon())
    # In one's own turn, the part of an order that holds is the move.
    return actions_of_order(command, view)


def encode_actions(actions: Sequence[Action]) -> list[str]:
    """Actions in their wire form, for the hidden fields of a form."""
    return [json.dumps(wire.encode_action(action), separators=(",", ":")) for action in actions]


def idempotency_key(decision: int, actions: Sequence[Action]) -> str:
    """The idempotency key of a form that brings none: the same answer to the same decision.

    A second click on the same button is the same request, whatever the network made of the first.
    """
    digest = hashlib.sha256("\n".join(encode_actions(actions)).encode()).hexdigest()
    return f"web-{decision}-{digest[:32]}"
