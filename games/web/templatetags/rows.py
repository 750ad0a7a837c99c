"""Lists of the page of a game, joined from strings: {{ hand.cards|piles }}.

Such a page has thirty cards and tickets, and a hundred routes: templates are slow at that.

Decision 182 says why.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.markup import escape
from games.facts.tickets import TicketLine

if TYPE_CHECKING:
    from games.web.play.presenters.decision import CardSource
    from games.web.play.presenters.holdings import Pile

register = template.Library()


@register.filter
def piles(hand: Iterable[Pile]) -> SafeString:
    """The items of a list of cards, pile by pile."""
    return _joined(
        f'<li class="pile">{pile.picture}<span><b class="number">{pile.count}</b> '
        f"{escape(pile.name)}</span></li>"
        for pile in hand
    )


@register.filter
def idle_cards(sources: Iterable[CardSource]) -> SafeString:
    """The items of the row and the deck where nothing can be taken."""
    return _joined(f"<li{_turns(source)}>{_idle(source)}</li>" for source in sources)


@register.filter
def card_buttons(sources: Iterable[CardSource], by_name: bool) -> SafeString:
    """The items of the row and the deck for a form; ``by_name`` sends the name to a page that asks
    again. Their shortcut keys are d for the deck, which comes first, and the numbers of the row.
    """
    return _joined(
        f"<li{_turns(source)}>"
        f"{_button(source, by_name, str(number or 'd')) if source.action else _idle(source)}</li>"
        for number, source in enumerate(sources)
    )


def _turns(source: CardSource) -> str:
    return f' class="turns after-{source.step}"' if source.step else ""


def _idle(source: CardSource) -> str:
    return f'<span class="card-idle">{source.picture}<span>{escape(source.label)}</span></span>'


def _button(source: CardSource, by_name: bool, key: str) -> str:
    name, value = ("source", source.name) if by_name else ("action", source.action)
    return (
        f'<button class="card-button" name="{name}" value="{escape(value)}" data-key="{key}">'
        f"{source.picture}<span>{escape(source.label)}</span></button>"
    )


@register.filter
def ticket_items(lines: Iterable[TicketLine]) -> SafeString:
    """The items of a list of tickets."""
    show = f'<span class="visually-hidden">: {escape(_("show on the board"))}</span>'
    points = f'<span class="visually-hidden">{escape(_("points"))} </span>'
    connected, not_yet = escape(_("connected")), escape(_("not yet"))
    return _joined(
        f'<li class="{"ticket ticket-done" if line.completed else "ticket"}">\n'
        f'<span class="ticket-name">{_ticket_name(line, show)}</span>\n'
        f'<span class="ticket-state">'
        f"{connected if line.completed else escape(line.lacks) or not_yet}</span>\n"
        f'<span class="ticket-points">{points}{escape(line.worth)}</span>\n</li>'
        for line in lines
    )


def _ticket_name(line: TicketLine, show: str) -> str:
    name: str = escape(line.name)
    if line.lacks:
        light = f'href="#light-{line.id}" data-light="{line.id}"'
        name = f'<a class="ticket-light" {light}>{name}{show}</a>'
    if line.long:
        name += _badge("badge-quiet", pgettext("ticket", "long"))
    if line.chosen_for_rack:
        name += _badge("badge-quiet", _("chosen for the rack"))
    return name


@register.filter
def options(choices: Iterable[tuple[str, str]]) -> SafeString:
    """The options of a field; there may be a hundred tracks."""
    return _joined(
        f'<option value="{key}">{name if isinstance(name, SafeString) else escape(name)}</option>'
        for key, name in choices
    )


def _badge(kind: str, text: str) -> str:
    return f' <span class="badge {kind}">{escape(text)}</span>'


def _joined(items: Iterable[str]) -> SafeString:
    return mark_safe("".join(items))  # noqa: S308
