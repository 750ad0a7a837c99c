"""Moves in a tunnel that are ready to be made: entering it, paying, withdrawing (A-8, A-9)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import View
from engine.actions import Claim, Pay
from engine.cards import LOCOMOTIVE
from games.web.parts import words
from games.web.play.parts.payments import told
from games.web.play.parts.prepared_teams import Told
from games.web.play.parts.tickets import completes
from games.web.play.parts.tunnel import rule


def claim(view: View, action: Claim) -> Told:
    assert view.seat is not None
    board = view.board
    track = board.tracks[action.track]
    only_locomotives = action.locomotives == track.length
    points = words.points(board.route_points[track.length])
    lines = [
        _("You lay down %(cards)s.") % {"cards": told(view, action)},
        ngettext(
            "Then %(count)d card from the deck is turned up.",
            "Then %(count)d cards from the deck are turned up.",
            track.turns_up,
        )
        % {"count": track.turns_up}
        + " "
        + rule(LOCOMOTIVE if only_locomotives else action.colour),
        _(
            "If nothing is asked, the tunnel is yours at once: %(points)s. Otherwise you pay, or"
            " withdraw: then your cards go back to where they came from, and your turn ends."
        )
        % {"points": points},
        _("It takes %(trains)s of yours; you would have %(left)d left.")
        % {"trains": words.trains(track.length), "left": view.trains[view.seat] - track.length},
    ]
    name = {"route": words.route_name(board, track)}
    lines += completes(view, track.id)
    return _("Enter the tunnel %(route)s") % name, lines, _("Lay down the cards")


def pay(view: View, action: Pay) -> Told:
    assert view.tunnel is not None
    board = view.board
    track = board.tracks[view.tunnel.track]
    name = {"route": words.route_name(board, track)}
    lines = [
        _("You pay %(cards)s and score %(points)s.")
        % {
            "cards": told(view, action),
            "points": words.points(board.route_points[track.length]),
        },
        *completes(view, track.id),
    ]
    return _("Build the tunnel %(route)s") % name, lines, _("Pay")


def withdraw(view: View) -> Told:
    assert view.tunnel is not None
    track = view.board.tracks[view.tunnel.track]
    name = {"route": words.route_name(view.board, track)}
    lines = [
        _("The cards that you laid down go back to where they came from."),
        _("Your turn ends, and the tunnel stays open to everybody."),
    ]
    return _("Withdraw from the tunnel %(route)s") % name, lines, _("Withdraw")
