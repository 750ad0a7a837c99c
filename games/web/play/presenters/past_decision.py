"""A decision of the past in words: what the seat knew, what it could do, what it chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import View, actions
from engine.cards import BLIND
from games.readers.past_decision import PastDecision
from games.web.parts.game_context import GameContext
from games.web.play.move_form import ticket_choice_of
from games.web.play.presenters.decision import Decision, card_sources, open_decision
from games.web.play.presenters.game_page import page_header
from games.web.play.presenters.holdings import hand_panel, tickets_completed_by, tickets_panel
from games.web.play.presenters.payments import (
    claims_by_track,
    payment_in_words,
    tunnel_payments,
)
from games.web.play.presenters.tunnel import tunnel_panel


class Choice(NamedTuple):
    """A thing that could be done; ``note`` says what it would have brought."""

    text: str
    chosen: bool
    note: str = ""


def past_decision_page(context: GameContext, past: PastDecision, at: int) -> dict[str, Any]:
    """The names that web/play/past_decision.html uses; ``at`` is the step it belongs to."""
    view = past.view
    seat = view.own_seat
    claims = claims_by_track(view)
    decision = open_decision(view, claims)
    assert decision is not None
    formatter = context.formatter(context.snapshot().view)
    sentences = [formatter.sentence(event) for event in past.events]
    return {
        **page_header(context),
        "hand": hand_panel(view),
        "tickets": tickets_panel(view),
        "own": seat == context.seat_number,
        "name": context.names[seat],
        "turn": view.turn,
        "decision": decision,
        "face_up": card_sources(view),
        "tunnel": tunnel_panel(view, context.names),
        "groups": [group for group in _groups(view, decision, past.chosen) if group[1]],
        "outcome": [sentence for sentence in sentences if sentence],
        "by_clock": past.by_clock,
        "taken_back": past.taken_back,
        "is_over": context.is_over,
        "back_url": f"{reverse('replay', args=[context.game.code])}?at={at}",
    }


def _groups(
    view: View, decision: Decision, chosen: actions.Action | None
) -> Iterable[tuple[str, Sequence[Choice]]]:
    """Titles and choices as on the page of the game: routes, cards, tickets, and the rest."""
    for form in decision.forms:
        picked_key = getattr(chosen, form.field, None)
        yield (
            form.past,
            [
                Choice(name, key == picked_key, _completes(view, key) if form.completes else "")
                for key, name in form.options
            ],
        )
    if decision.draws:
        source = chosen.source if isinstance(chosen, actions.Draw) else None
        yield (_("Cards you could take"), _draws(view, source))
    picked = ticket_choice_of(chosen).tickets if chosen else ()
    for lines in (decision.offered, decision.rackable, decision.shareable):
        sharing = lines is decision.shareable
        title = _("Share tickets with your team") if sharing else decision.prompt
        yield (title, [Choice(str(line), line.id in picked) for line in lines])
    others = []
    if decision.can_draw_tickets:
        others.append(Choice(_("Draw tickets"), isinstance(chosen, actions.DrawTickets)))
    if decision.drawn:
        place = chosen.place if isinstance(chosen, actions.Place) else ""
        others.append(Choice(_("To your hand"), place == "hand"))
        others.append(Choice(_("To the team's rack"), place == "rack"))
    if decision.kind == "tunnel":
        others += [
            Choice(_("Pay %(cards)s") % {"cards": payment_in_words(view, pay)}, pay == chosen)
            for pay in tunnel_payments(view)
        ]
        others.append(Choice(_("Withdraw"), isinstance(chosen, actions.Withdraw)))
    if decision.can_pass:
        others.append(Choice(_("Pass"), isinstance(chosen, actions.Pass)))
    yield (_("Anything else"), others)


def _draws(view: View, chosen: str | None) -> list[Choice]:
    """The deck and the kinds of face-up card that could be taken, each once."""
    found: dict[str, Choice] = {}
    for source in card_sources(view):
        if source.action:
            text = _("From the deck, unseen") if source.name == BLIND else source.label
            found.setdefault(source.name, Choice(text, source.name == chosen))
    return list(found.values())


def _completes(view: View, track: str) -> str:
    count = len(tickets_completed_by(view, track))
    text = ngettext("completes %(count)d ticket", "completes %(count)d tickets", count)
    return text % {"count": count} if count else ""
