"""Buttons in a mail: signed links, each to one prepared move of one decision.

The authority of a link is written in it and signed: one command, for one decision of one person. It
is never the seat itself. A link holds what everybody may know, or what its mail says anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.actions import Keep, Pass
from engine.cards import LOCOMOTIVE
from engine.rules.passing import automatic_action
from engine.rules.piles import second_may_be_locomotive
from engine.text.steps import write_action
from engine.view import View
from games.common.links import site_url
from games.drawing.palette import CARDS, Tint
from games.language.lexicon import lexicon_for
from games.notifications.mail.recap import Recap
from games.people.models import Person
from games.tables.models import Game

ACTION_SIGNER = signing.Signer(salt="games.notices.buttons")


class BadLink(ValueError):
    """The link was cut short or made up."""


@dataclass(frozen=True, slots=True)
class ActionLink:
    """The authority of a link: ``command``, in English, in answer to one decision of one person."""

    person_id: int
    code: str
    decision: int
    command: str


@dataclass(frozen=True, slots=True)
class Button:
    """A link with its label; one that takes a card has the card's colours."""

    label: str
    url: str
    tint: Tint | None = None


def make_action_token(link: ActionLink) -> str:
    """The signed token of a link."""
    return ACTION_SIGNER.sign_object(
        {"p": link.person_id, "g": link.code, "d": link.decision, "c": link.command}
    )


def read_action_token(token: str) -> ActionLink:
    """Read the link of a token.

    :raises BadLink: if it was not made here.
    """
    try:
        content: dict[str, Any] = ACTION_SIGNER.unsign_object(token)
    except signing.BadSignature as error:
        raise BadLink(str(error)) from error
    return ActionLink(content["p"], content["g"], content["d"], content["c"])


def buttons(*, game: Game, person: Person, seat: int, recap: Recap) -> list[Button]:
    """The moves that a mail offers as buttons, in the active language; a handful at most."""
    decision = recap.table.decision_seqs.get(seat)
    if decision is None:
        return []
    return [
        button(move, ActionLink(person.pk, game.code, decision, move[0]))
        for move in _moves(recap, seat, person.language)
    ]


Move = tuple[str, str, Tint | None]
"""A command in English, the label of its button, and the colours of its card."""


def _moves(recap: Recap, seat: int, language: str) -> list[Move]:
    table = recap.table
    match table.pending[seat]:
        case "turn" if recap.own and Pass() in recap.own.legal_actions():
            return [("pass", _("Pass"), None)]
        case "turn":
            return draws(table, table.row, language, first=True)
        case "second":
            return draws(table, table.row, language, first=False)
        case "setup" | "keep" if not table.teams:
            return _keeps(recap, seat)
        case "place":
            return [
                ("place hand", _("Put it in your hand"), None),
                ("place rack", _("Put it in the rack"), None),
            ]
        case "tunnel":
            return [("withdraw", _("Withdraw from the tunnel"), None)]
    return []


def draws(table: View, row: Sequence[str | None], language: str, *, first: bool) -> list[Move]:
    """The deck, and each kind of card in a row. The row is public, and so is the deck."""
    moves: list[Move] = []
    if first and table.deck_size > 1 and not table.teams:
        moves.append(("draw blind blind", _("Draw two cards from the deck"), None))
    elif table.deck_size:
        moves.append(("draw blind", _("Draw a card from the deck"), None))
    lexicon = lexicon_for(language)
    locomotives = first or second_may_be_locomotive(table)
    for card in CARDS:
        if card in row and (locomotives or card != LOCOMOTIVE):
            name = lexicon.say(f"card.{card}")
            moves.append((f"draw {card}", _("Take %(card)s") % {"card": name}, CARDS[card]))
    return moves


def _keeps(recap: Recap, seat: int) -> list[Move]:
    """All of the tickets, and the fewest. Which ones are the cheapest depends on the offer."""
    moves: list[Move] = []
    offered = recap.table.offered_counts[seat]
    if recap.own:
        fewest = automatic_action(recap.own, seat)
        assert isinstance(fewest, Keep)
        if len(fewest.tickets) < offered:
            numbers = [recap.own.offered[seat].index(ticket) + 1 for ticket in fewest.tickets]
            moves.append((write_action(fewest, recap.own), _keep_these(numbers), None))
    text = ngettext("Keep the ticket", "Keep all %(count)d tickets", offered)
    moves.append(("keep all", text % {"count": offered}, None))
    return moves


def _keep_these(numbers: Sequence[int]) -> str:
    text = ngettext("Keep ticket %(numbers)s", "Keep tickets %(numbers)s", len(numbers))
    return text % {"numbers": _(" and ").join(map(str, numbers))}


def button(move: Move, link: ActionLink) -> Button:
    """The button of a move, with the link that makes it."""
    _command, label, tint = move
    return Button(label, site_url("action-link", make_action_token(link)), tint)
