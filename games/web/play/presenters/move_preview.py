"""Preview of a legal move: heading, consequences, other payments, hidden fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Action, View
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
from engine.board.model import Board, Track
from engine.cards import LOCOMOTIVE
from games.facts.tickets import city_pair, ticket_lines
from games.language.amounts import in_points
from games.web.parts import phrases
from games.web.play.move_form import encode_actions, idempotency_key
from games.web.play.presenters import mechanics
from games.web.play.presenters.holdings import completion_sentences, offered_tickets
from games.web.play.presenters.payments import (
    kind_fields,
    payment_choices,
    payment_in_words,
    sets_lines,
    split_choices,
)
from games.web.play.presenters.tunnel import tunnel_rule

PreviewText = tuple[str, list[str], str]
"""The heading, the consequences, and what the button says."""


def move_preview(view: View, actions: Sequence[Action], decision: int) -> dict[str, Any]:
    """A legal move of the view's own seat with its consequences, and what its form carries.

    ``splits`` are the ways to take the chosen payment from hand and rack (A-4), ``kinds`` the cards
    to choose by kind, where sets may pay (M-3).
    """
    heading, lines, confirm = _preview_text(view, actions[0])
    if tuple(actions) == (Draw("blind"), Draw("blind")):
        heading, lines, confirm = _draw_two()
    else:
        lines += [_preview_text(view, action)[1][0] for action in actions[1:]]
    first = actions[0]
    paying = first if isinstance(first, Claim | Pay) else None
    return {
        "heading": heading,
        "consequences": lines,
        "confirm": confirm,
        "actions": encode_actions(actions),
        "key": idempotency_key(decision, actions),
        "track": first.track if isinstance(first, Claim) else "",
        "payments": payment_choices(view, paying) if paying else mechanics.payments(view, first),
        "splits": split_choices(view, paying) if paying else [],
        "kinds": kind_fields(view, first) if isinstance(first, Claim) else [],
    }


def _preview_text(view: View, action: Action) -> PreviewText:
    match action:
        case Claim():
            return _claim(view, action)
        case Draw():
            return _draw(view, action)
        case DrawTickets():
            return _draw_tickets(view)
        case Keep():
            return _keep(view, action)
        case Pass():
            return (
                _("Pass"),
                [_("You can do nothing else, so your turn ends.")],
                _("Pass"),
            )
        case Pay():
            return _tunnel_payment(view, action)
        case Withdraw():
            return _withdrawal(view)
        case Place():
            return _place(action)
        case RackTicket():
            return _rack_ticket(view, action)
        case Share():
            return _share(view, action)
    return mechanics.preview(view, action)


def _claim(view: View, action: Claim) -> PreviewText:
    board = view.board
    track = board.tracks[action.track]
    if track.turns_up:
        return _tunnel_claim(view, action)
    names = {"route": city_pair(board, track)}
    pay = {"cards": payment_in_words(view, action)}
    if track.kind == "bullet" and view.bullets:
        progress = view.progress[view.own_seat]
        lines = [
            _("You pay %(cards)s and build the bullet route for everybody.") % pay,
            _("Your progress goes from %(old)d to %(new)d; the route scores no points.")
            % {"old": progress, "new": progress + track.length},
            ngettext(
                "%(count)d bullet train is left after that.",
                "%(count)d bullet trains are left after that.",
                view.bullets - 1,
            )
            % {"count": view.bullets - 1},
        ]
        heading, confirm = _("Build %(route)s") % names, _("Build the route")
    else:
        left = view.trains[view.own_seat] - track.length - track.crossings
        lines = [
            _("You pay %(cards)s and score %(points)s.")
            % {**pay, "points": in_points(board.route_points[track.length])},
            _("You place %(trains)s and have %(left)d left.")
            % {"trains": phrases.trains(track.length), "left": left},
        ]
        if track.crossings:
            lines[1:] = [_crossing(board, track, left)]
        heading, confirm = _("Claim %(route)s") % names, _("Claim the route")
    lines += sets_lines(track, action)
    return heading, [*lines, *completion_sentences(view, track.id)], confirm


def _crossing(board: Board, track: Track, left: int) -> str:
    """The sentence on the trains of a mountain route, and what those beside it score (M-5)."""
    return ngettext(
        "You place %(trains)s and send %(count)d more across the mountains for %(points)s; you"
        " have %(left)d left.",
        "You place %(trains)s and send %(count)d more across the mountains for %(points)s; you"
        " have %(left)d left.",
        track.crossings,
    ) % {
        "trains": phrases.trains(track.length),
        "count": track.crossings,
        "points": in_points(track.crossings * board.crossing_points),
        "left": left,
    }


def _draw(view: View, action: Draw) -> PreviewText:
    if action.source == "blind":
        line = _("You take the top card of the deck. It cannot be put back.")
        return _("Draw a card from the deck"), [line], _("Draw the card")
    name = {"card": phrases.card_name(action.source)}
    lines = [_("You take this face-up card: %(card)s.") % name]
    if action.source == "locomotive":
        if view.board.locomotives is None:
            lines = [_("You take a face-up locomotive; it is your only card this turn.")]
        if view.teams:
            lines.append(_("It goes to your team's rack."))
    return _("Take a face-up card: %(card)s") % name, lines, _("Take the card")


def _draw_two() -> PreviewText:
    line = _("You take the top two cards of the deck. They cannot be put back.")
    return _("Draw two cards from the deck"), [line], _("Draw the cards")


def _draw_tickets(view: View) -> PreviewText:
    deal = view.board.draw_deal
    count = min(deal.offer, view.ticket_deck_size)
    lines = [
        _("You see %(tickets)s and keep at least %(least)d. This cannot be undone.")
        % {"tickets": phrases.tickets(count), "least": min(deal.keep, count)},
        _("You lose the points of every ticket you have not completed when the game ends."),
    ]
    if view.teams:
        lines.append(_("One of the tickets you keep goes into your team's ticket rack."))
    return _("Draw tickets"), lines, _("Draw tickets")


def _keep(view: View, action: Keep) -> PreviewText:
    lines = []
    first = not view.setup_done
    removed = first and view.board.returned_at_setup == "removed"
    removed = removed or (not first and view.board.returned_later == "removed")
    for ticket in offered_tickets(view):
        named = {"ticket": ticket.name, "points": ticket.points_in_words}
        if ticket.id == action.rack:
            lines.append(_("You put %(ticket)s, %(points)s, in your team's rack.") % named)
        elif ticket.id in action.tickets:
            lines.append(_("You keep %(ticket)s, %(points)s.") % named)
        else:
            leaves = _("%(ticket)s, %(points)s, leaves the game.")
            lines.append((leaves if removed else _("%(ticket)s, %(points)s, goes back.")) % named)
    heading = ngettext("Keep %(count)d ticket", "Keep %(count)d tickets", len(action.tickets))
    return heading % {"count": len(action.tickets)}, lines, _("Keep these tickets")


def _place(action: Place) -> PreviewText:
    if action.place == "hand":
        line = _("This card goes to your hand, and your second card to your team's rack.")
        return _("Take the card into your hand"), [line], _("To your hand")
    line = _("This card goes to your team's rack, and your second card to your hand.")
    return _("Put the card in the rack"), [line], _("To the rack")


def _rack_ticket(view: View, action: RackTicket) -> PreviewText:
    lines = [
        _("You put %(tickets)s in your team's rack.")
        % {"tickets": _tickets_in_words(view, [action.ticket])},
        _("Your teammate sees it once you have both chosen. It stays there."),
    ]
    return _("A ticket for the rack"), lines, _("Put it in the rack")


def _share(view: View, action: Share) -> PreviewText:
    count = len(action.tickets)
    heading = ngettext("Share %(count)d ticket", "Share %(count)d tickets", count)
    lines = [
        _("You put %(tickets)s in your team's rack.")
        % {"tickets": _tickets_in_words(view, action.tickets)},
        _(
            "It cannot be undone and takes your whole turn. The others see how many "
            "tickets are in the rack."
        ),
    ]
    confirm = ngettext("Share the ticket", "Share the tickets", count)
    return heading % {"count": count}, lines, confirm


def _tickets_in_words(view: View, tickets: Iterable[str]) -> str:
    return phrases.joined(map(str, ticket_lines(view, tickets, seat=view.own_seat)))


def _tunnel_claim(view: View, action: Claim) -> PreviewText:
    board = view.board
    track = board.tracks[action.track]
    left = view.trains[view.own_seat] - track.length
    only_locomotives = action.locomotives == track.length
    points = in_points(board.route_points[track.length])
    lines = [
        _("You lay down %(cards)s.") % {"cards": payment_in_words(view, action)},
        ngettext(
            "Then %(count)d card is turned up from the deck.",
            "Then %(count)d cards are turned up from the deck.",
            track.turns_up,
        )
        % {"count": track.turns_up}
        + " "
        + tunnel_rule(LOCOMOTIVE if only_locomotives else action.colour),
        _(
            "If no card costs you more, the tunnel is yours at once: %(points)s. "
            "Otherwise you pay, or withdraw: then your cards go back where they came "
            "from, and your turn ends."
        )
        % {"points": points},
        _("It takes %(trains)s, leaving you with %(left)d.")
        % {"trains": phrases.trains(track.length), "left": left},
    ]
    name = {"route": city_pair(board, track)}
    lines += completion_sentences(view, track.id)
    return _("Start the tunnel %(route)s") % name, lines, _("Lay down the cards")


def _tunnel_payment(view: View, action: Pay) -> PreviewText:
    assert view.tunnel is not None
    board = view.board
    track = board.tracks[view.tunnel.track]
    name = {"route": city_pair(board, track)}
    lines = [
        _("You pay %(cards)s and score %(points)s.")
        % {
            "cards": payment_in_words(view, action),
            "points": in_points(board.route_points[track.length]),
        },
        *completion_sentences(view, track.id),
    ]
    return _("Build the tunnel %(route)s") % name, lines, _("Pay")


def _withdrawal(view: View) -> PreviewText:
    assert view.tunnel is not None
    track = view.board.tracks[view.tunnel.track]
    name = {"route": city_pair(view.board, track)}
    lines = [
        _("The cards you laid down go back where they came from."),
        _("Your turn ends, and the route stays open to everybody."),
    ]
    return _("Withdraw from the tunnel %(route)s") % name, lines, _("Withdraw")
