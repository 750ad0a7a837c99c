"""Moves of teams that are ready to be made: a card to place, tickets to share (A-3, A-5, A-6)."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import View
from engine.actions import Place, RackTicket, Share
from games.web.parts import words

Told = tuple[str, list[str], str]
"""The heading, the consequences, and what the button says."""


def place(action: Place) -> Told:
    if action.place == "hand":
        line = _("This card goes to your hand, and your second card to the team's rack.")
        return _("Take the card to your hand"), [line], _("To your hand")
    line = _("This card goes to the team's rack, and your second card to your hand.")
    return _("Put the card in the rack"), [line], _("To the rack")


def rack(view: View, action: RackTicket) -> Told:
    lines = [
        _("You put %(tickets)s in the team's rack.") % {"tickets": _named(view, [action.ticket])},
        _("Your teammate sees it when both of you have chosen. It stays there."),
    ]
    return _("A ticket for the rack"), lines, _("Put it in the rack")


def share(view: View, action: Share) -> Told:
    count = len(action.tickets)
    heading = ngettext("Share %(count)d ticket", "Share %(count)d tickets", count)
    lines = [
        _("You put %(tickets)s in the team's rack.") % {"tickets": _named(view, action.tickets)},
        _("It is final and takes your whole turn. The others see how many tickets lie there."),
    ]
    confirm = ngettext("Share the ticket", "Share the tickets", count)
    return heading % {"count": count}, lines, confirm


def _named(view: View, tickets: Iterable[str]) -> str:
    known = view.board.tickets
    return words.joined(
        f"{words.ticket_name(view.board, known[ticket])} ({words.points(known[ticket].points)})"
        for ticket in tickets
    )
