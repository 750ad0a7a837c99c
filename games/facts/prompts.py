"""What a seat is to decide and for whom a game waits, in sentences that anybody may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import View
from engine.rules.piles import second_may_be_locomotive
from games.common.dates import full_moment
from games.language.amounts import listed
from games.language.mechanics import turn_prompt


def short_prompt(decision: str) -> str:
    """The sentence for a kind of decision, where nothing else of the game is at hand."""
    asks = {
        "place": _("Choose where your card goes."),
        "rack": _("Choose a ticket for your team's rack."),
        "tunnel": _("Pay for the tunnel, or withdraw."),
        "setup": _("Choose your first tickets."),
        "turn": _("It is your turn."),
        "second": _("Take your second card."),
        "keep": _("Choose which tickets to keep."),
    }
    return asks.get(decision, _("You have something to decide."))


def dated_prompt(decision: str, due_at: datetime | None) -> str:
    """The sentence for a kind of decision, and until when it may be made."""
    until = _("Until %(due)s.") % {"due": full_moment(due_at)} if due_at else ""
    return f"{short_prompt(decision)} {until}".rstrip()


def waiting(names: Sequence[str]) -> str:
    """The sentence that says for whom a game waits; "" for nobody."""
    return _("Waiting for %(names)s.") % {"names": listed(names)} if names else ""


def waiting_for_others(
    view: View, names: Mapping[int, str] | Sequence[str], seat: int | None
) -> str:
    """The sentence that says for whom a game waits beside a seat, in the order of play."""
    return waiting(
        [names[other] for other in view.order if other in view.pending and other != seat]
    )


def prompt(view: View, seat: int) -> str:
    """The sentence for the open decision of a seat, with what it is offered.

    It is the same from every view: nothing in it follows from a hand.
    """
    match view.pending[seat]:
        case "setup" | "keep" as kind:
            return _keep(view, seat, first=kind == "setup")
        case "second" if second_may_be_locomotive(view):
            return _("Draw your second card.")
        case "second":
            return _("Draw your second card. It may not be a face-up locomotive.")
        case "place":
            return _("Choose where the card you drew goes: to your hand or to your team's rack.")
        case "rack":
            return _("Choose the ticket to put in your team's rack.")
        case "tunnel":
            return _tunnel(view)
        case "turn":
            return turn_prompt(view, seat)


def _keep(view: View, seat: int, *, first: bool) -> str:
    deal = view.board.setup_deal if first else view.board.draw_deal
    offered = view.offered_counts[seat]
    numbers = {"fewest": min(deal.keep, offered), "offered": offered}
    if first:
        return _("Choose your first tickets: keep at least %(fewest)d of %(offered)d.") % numbers
    if view.teams:
        return (
            _(
                "Choose from the tickets you drew: keep at least %(fewest)d of %(offered)d, one of "
                "them for your team's rack."
            )
            % numbers
        )
    return _("Choose from the tickets you drew: keep at least %(fewest)d of %(offered)d.") % numbers


def _tunnel(view: View) -> str:
    assert view.tunnel is not None
    track = view.board.tracks[view.tunnel.track]
    return ngettext(
        "The tunnel %(a)s – %(b)s costs %(count)d more card: pay, or withdraw.",
        "The tunnel %(a)s – %(b)s costs %(count)d more cards: pay, or withdraw.",
        view.tunnel.asks,
    ) % {
        "a": view.board.place_name(track.a),
        "b": view.board.place_name(track.b),
        "count": view.tunnel.asks,
    }
