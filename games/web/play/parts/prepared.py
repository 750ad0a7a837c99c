"""A move that is ready to be made: what it does, in sentences, before anything is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

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
from games.web.parts import words
from games.web.play.parts import prepared_teams as teams
from games.web.play.parts import prepared_tunnels as tunnels
from games.web.play.parts.asked import carried, key_of
from games.web.play.parts.payments import (
    cards_of,
    extra_payments,
    payments,
    query_of,
    splits,
    told,
)
from games.web.play.parts.tickets import completes, offered


@dataclass(frozen=True, slots=True)
class Payment:
    """Another way to pay for the same: its words and the query that prepares it."""

    words: str
    query: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    """One move with its consequences, and what its form carries."""

    heading: str
    lines: list[str]
    confirm: str
    actions: list[str]
    key: str
    track: str = ""
    payments: list[Payment] = field(default_factory=list)
    splits: list[Payment] = field(default_factory=list)
    """The ways to take the chosen payment from hand and rack (A-4)."""


def prepared(view: View, actions: Sequence[Action], decision: int) -> Prepared:
    """Gets the page of a legal move of the view's own seat."""
    heading, lines, confirm = _told(view, actions[0])
    if tuple(actions) == (Draw("blind"), Draw("blind")):
        heading, lines, confirm = _draw_two()
    else:
        lines += [_told(view, action)[1][0] for action in actions[1:]]
    first = actions[0]
    paying = first if isinstance(first, Claim | Pay) else None
    return Prepared(
        heading=heading,
        lines=lines,
        confirm=confirm,
        actions=carried(actions),
        key=key_of(decision, actions),
        track=first.track if isinstance(first, Claim) else "",
        payments=_payments(view, paying) if paying else [],
        splits=_splits(view, paying) if paying else [],
    )


def _told(view: View, action: Action) -> tuple[str, list[str], str]:
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
                [_("There is nothing else that you can do: your turn ends.")],
                _("Pass"),
            )
        case Pay():
            return tunnels.pay(view, action)
        case Withdraw():
            return tunnels.withdraw(view)
        case Place():
            return teams.place(action)
        case RackTicket():
            return teams.rack(view, action)
        case Share():
            return teams.share(view, action)
    raise ValueError(f"Nobody prepares {action!r}.")


def _claim(view: View, action: Claim) -> tuple[str, list[str], str]:
    assert view.seat is not None
    board = view.board
    track = board.tracks[action.track]
    if track.turns_up:
        return tunnels.claim(view, action)
    names = {"route": words.route_name(board, track)}
    pay = {"cards": told(view, action)}
    if track.kind == "bullet" and view.bullets:
        progress = view.progress[view.seat]
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
        left = view.trains[view.seat] - track.length
        lines = [
            _("You pay %(cards)s and score %(points)s.")
            % {**pay, "points": words.points(board.route_points[track.length])},
            _("You place %(trains)s and have %(left)d left.")
            % {"trains": words.trains(track.length), "left": left},
        ]
        heading, confirm = _("Claim %(route)s") % names, _("Claim the route")
    return heading, [*lines, *completes(view, track.id)], confirm


def _draw(view: View, action: Draw) -> tuple[str, list[str], str]:
    if action.source == "blind":
        line = _("You take the top card of the deck. It cannot be put back.")
        return _("Draw a card from the deck"), [line], _("Draw the card")
    name = {"card": words.card_name(action.source)}
    lines = [_("You take this card from the row: %(card)s.") % name]
    if action.source == "locomotive":
        lines = [_("You take a locomotive from the row; it is your only card this turn.")]
        if view.teams:
            lines.append(_("It goes to the team's rack."))
    return _("Take a face-up card: %(card)s") % name, lines, _("Take the card")


def _draw_two() -> tuple[str, list[str], str]:
    line = _("You take the two top cards of the deck. They cannot be put back.")
    return _("Draw two cards from the deck"), [line], _("Draw the cards")


def _draw_tickets(view: View) -> tuple[str, list[str], str]:
    deal = view.board.draw_deal
    count = min(deal.offer, view.ticket_deck_size)
    lines = [
        _("You see %(tickets)s and keep at least %(least)d. It cannot be taken back.")
        % {"tickets": words.tickets(count), "least": min(deal.keep, count)},
        _("A ticket that is not completed when the game ends costs its points."),
    ]
    if view.teams:
        lines.append(_("One of those that you keep goes to the team's ticket rack."))
    return _("Draw tickets"), lines, _("Draw tickets")


def _keep(view: View, action: Keep) -> tuple[str, list[str], str]:
    lines = []
    for ticket in offered(view):
        named = {"ticket": ticket.name, "points": words.points(ticket.points)}
        if ticket.id == action.rack:
            lines.append(_("You put %(ticket)s, %(points)s, in the team's rack.") % named)
        elif ticket.id in action.tickets:
            lines.append(_("You keep %(ticket)s, %(points)s.") % named)
        else:
            lines.append(_("%(ticket)s, %(points)s, goes back.") % named)
    heading = ngettext("Keep %(count)d ticket", "Keep %(count)d tickets", len(action.tickets))
    return heading % {"count": len(action.tickets)}, lines, _("Keep these tickets")


def _payments(view: View, chosen: Claim | Pay) -> list[Payment]:
    """Gets one payment for each colour and number of locomotives, if there is a choice."""
    legal: Sequence[Claim | Pay]
    legal = payments(view, chosen.track) if isinstance(chosen, Claim) else extra_payments(view)
    sort = _sort(chosen)
    return [
        Payment(words.cards(cards_of(view, way)), query_of(way), _sort(way) == sort)
        for way in (legal if len(legal) > 1 else [])
    ]


def _splits(view: View, chosen: Claim | Pay) -> list[Payment]:
    ways = splits(view, chosen)
    return [
        Payment(told(view, way), query_of(way), way == chosen)
        for way in (ways if len(ways) > 1 else [])
    ]


def _sort(action: Claim | Pay) -> tuple[str, int]:
    return getattr(action, "colour", ""), action.locomotives
