"""Sentences that say what a seat is to decide, with nothing hidden in them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.view import View


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


def prompt(decision: str, table: View, number: int) -> str:
    """The sentence for a decision of a seat; ``table`` is a spectator's view."""
    offered = table.offered_counts[number]
    if decision == "setup":
        return _("Choose your first tickets: keep at least %(fewest)d of %(offered)d.") % {
            "fewest": table.board.setup_deal.keep,
            "offered": offered,
        }
    if decision == "keep" and table.teams:
        return _("Choose which of the tickets you drew to keep, and which one goes in the rack.")
    if decision == "keep":
        return _("Choose which of the tickets you drew to keep.")
    if decision == "second":
        return _("Draw your second card.")
    if decision == "place":
        return _("Choose where the card you drew goes: to your hand or to your team's rack.")
    if decision == "rack":
        return _("Choose the ticket to put in your team's rack.")
    if decision == "tunnel" and table.tunnel:
        return _tunnel(table, table.tunnel.track, table.tunnel.asks)
    if decision == "turn" and table.teams:
        return _("Draw cards, claim a route, draw tickets or share tickets.")
    if decision == "turn":
        return _("Draw cards, claim a route or draw tickets.")
    return _("Finish your turn.")


def _tunnel(table: View, key: str, asks: int) -> str:
    cities, track = table.board.cities, table.board.tracks[key]
    return ngettext(
        "The tunnel %(a)s – %(b)s costs %(count)d more card: pay, or withdraw.",
        "The tunnel %(a)s – %(b)s costs %(count)d more cards: pay, or withdraw.",
        asks,
    ) % {"a": cities[track.a].name, "b": cities[track.b].name, "count": asks}
