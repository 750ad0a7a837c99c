"""The sentence for each message id that the engine refuses with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext

import engine

REFUSALS: Final[Mapping[str, object]] = {
    # The moment is wrong.
    "game.over": _("The game is over: nobody can move any more."),
    "turn.not_yours": _("You have nothing to decide now: it is somebody else's turn."),
    "turn.over": _("Your turn ended with the step before this one."),
    "decision.setup": _("First choose which of your first tickets to keep."),
    "decision.turn": _(
        "It is the beginning of your turn: draw a card, claim a route or draw tickets."
    ),
    "decision.second": _(
        "You have drawn your first card: draw a second one, blind or face-up, but no face-up"
        " locomotive."
    ),
    "decision.place": _(
        "First say where the card that you drew goes: to your hand or to the rack."
    ),
    "decision.keep": _("First choose which of the tickets that you drew to keep."),
    "decision.rack": _("First choose which of your tickets to put in the team's rack."),
    "decision.tunnel": _("The tunnel is open: pay what it asks, or withdraw."),
    "action.not_on_this_board": _("This board does not know that move."),
    # The form is wrong: a page or a program sent it, not a hand.
    "action.unreadable": _("This move cannot be read. Choose it again on the page of the game."),
    "action.unknown": _("There is no move of the kind “{type}”. Choose another one."),
    "action.field": _("The part “{field}” of the move “{type}” cannot be read. Choose it again."),
    "action.incomplete": _("The move “{type}” lacks a part. Choose it again."),
    # Cards.
    "draw.deck_empty": _("The deck is empty. Take a face-up card, claim a route or draw tickets."),
    "draw.not_in_row": _("No {card} card lies face up. Take one of those that do, or draw blind."),
    "draw.locomotive_second": _(
        "A face-up locomotive can only be the first card. Take a coloured card, or draw blind."
    ),
    # Routes.
    "claim.no_such_route": _(
        "There is no route “{track}” on this board. Choose one from the list."
    ),
    "claim.taken": _("{route} has been claimed. Choose another route."),
    "claim.closed": _(
        "{route} is closed, because the track beside it was claimed. Choose another."
    ),
    "claim.own_twin": _(
        "{route} lies beside a track of your own, and nobody has both. Choose another route."
    ),
    "claim.too_few_trains": _(
        "{route} takes {length} trains and you have {trains}. Choose a shorter route."
    ),
    "claim.no_rack": _("There is no rack on this board: pay from your hand."),
    "claim.too_many_cards": _("{route} is paid with {length} cards in all."),
    "claim.count": _("{route} is paid with {length} cards; with locomotives only, with {length}."),
    "claim.no_colour": _("“{colour}” is not a colour of cards. Choose one that you hold."),
    "claim.wrong_colour": _("{route} is paid with {colour} cards and locomotives."),
    "claim.too_few_cards": _(
        "This payment takes {needed} {colour} cards from your hand and you have {held}. Pay with"
        " another colour or more locomotives, or draw cards."
    ),
    "claim.too_few_locomotives": _(
        "This payment takes {needed} locomotives from your hand and you have {held}. Pay with more"
        " coloured cards."
    ),
    "claim.rack_more_than_paid": _(
        "More cards were named from the rack than the payment has. Name fewer of them."
    ),
    "claim.rack_too_few": _(
        "Your team's rack does not hold so many {colour} cards or locomotives. Pay more from your"
        " hand."
    ),
    # Tunnels.
    "pay.too_many": _("The tunnel asks for {asks} more in cards and no more than that."),
    "pay.only_locomotives": _(
        "The tunnel was entered with locomotives only, and asks for {asks} more of them."
    ),
    "tunnel.none_open": _("No tunnel is open. Draw cards, claim a route or draw tickets."),
    # What a team shares.
    "place.no_card": _("There is no card to place now. Draw one first."),
    "rack.not_now": _("Tickets go to the team's rack this way only before the first turn."),
    "rack.not_held": _("You do not hold that ticket. Choose one of those that you kept."),
    "share.no_teams": _("On this board there are no teams to share tickets with."),
    "share.not_held": _("You do not hold that ticket. Choose among those in your hand."),
    "keep.rack_one": _("Put exactly one of the tickets that you keep in the team's rack."),
    # Tickets.
    "tickets.none_left": _("No tickets are left to draw. Draw cards or claim a route."),
    "keep.none_offered": _("You have no tickets to choose from now. Drawing tickets offers some."),
    "keep.no_rack": _("There is no ticket rack on this board: keep the tickets in your hand."),
    "keep.not_offered": _("You were not offered that ticket. Choose among those offered to you."),
    "keep.twice": _("You named a ticket twice. Name each one that you keep once."),
    # A director takes moves back.
    "back.over": _("The game is over and everything in it is known: it cannot go back any more."),
    "back.no_such_event": _("There is no event {event}: choose one from 0 to {last}."),
    "back.nothing": _("Nothing has happened in the game since then. Choose an earlier moment."),
    "back.between": _(
        "Event {event} is in the midst of a move. Choose a moment at which somebody was to decide."
    ),
    "pass.not_needed": _(
        "You may pass only when nothing else is possible. Draw a card, claim a route or draw"
        " tickets."
    ),
}
"""The sentence of each message id that rules refuse with; the gaps have the names of the params."""

PLURAL_REFUSALS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "keep.too_few": lambda gaps: ngettext(
        "Keep at least {least} ticket.", "Keep at least {least} tickets.", gaps["least"]
    ),
    "share.count": lambda gaps: ngettext(
        "A turn shares {most} ticket.", "A turn shares 1 to {most} tickets.", gaps["most"]
    ),
}
"""Those in which a number decides the plural."""

CARD_NAMES: Final[Mapping[str, Callable[[], str]]] = {
    "purple": lambda: pgettext("card", "purple"),
    "white": lambda: pgettext("card", "white"),
    "blue": lambda: pgettext("card", "blue"),
    "yellow": lambda: pgettext("card", "yellow"),
    "orange": lambda: pgettext("card", "orange"),
    "black": lambda: pgettext("card", "black"),
    "red": lambda: pgettext("card", "red"),
    "green": lambda: pgettext("card", "green"),
    "gray": lambda: pgettext("card", "gray"),
    "locomotive": lambda: pgettext("card", "locomotive"),
}


def refusal_sentence(message: str, params: Mapping[str, object], board: engine.Board) -> str:
    """The sentence for the message id and params of a refusal, in the active language.

    What cannot be read as a command is explained by :func:`engine.text.parse.explain`.

    :raises KeyError: if the id has no sentence; a test looks for such ids.
    """
    gaps = dict(params)
    for name in ("card", "colour"):
        if (word := CARD_NAMES.get(str(gaps.get(name)))) is not None:
            gaps[name] = word()
    if (track := board.tracks.get(str(gaps.get("track")))) is not None:
        gaps["route"] = f"{board.cities[track.a].name} – {board.cities[track.b].name}"
    if message in PLURAL_REFUSALS:
        return PLURAL_REFUSALS[message](gaps).format_map(gaps)
    return str(REFUSALS[message]).format_map(gaps)


def has_refusal_sentence(message: str) -> bool:
    """Whether a message id has a sentence here."""
    return message in PLURAL_REFUSALS or message in REFUSALS
