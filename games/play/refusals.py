"""The sentence for each message id that the engine refuses with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

import engine
from engine.cards import CARDS
from engine.text.english import ERROR_SENTENCES
from games.language.amounts import sets_rule
from games.language.lexicon import lexicon_for

REFUSALS: Final[Mapping[str, object]] = {
    # The wrong moment.
    "game.over": _("The game is over, so nobody can move."),
    "turn.not_yours": _("You have nothing to decide now: it is another player's turn."),
    "turn.over": _("Your turn ended with the previous step."),
    "decision.setup": _("First, choose which of your starting tickets to keep."),
    "decision.turn": _("Your turn is just beginning: draw a card, claim a route or draw tickets."),
    "decision.second": _(
        "You have drawn your first card. Draw a second, from the deck or face up, but "
        "not a face-up locomotive."
    ),
    "decision.place": _("First, say where the card you drew goes: to your hand or to the rack."),
    "decision.keep": _("First, choose which of the tickets you drew to keep."),
    "decision.rack": _("First, choose which of your tickets to put in your team's rack."),
    "decision.tunnel": _("The tunnel is waiting: pay what it costs, or withdraw."),
    "action.not_on_this_board": _("That move is not possible on this board."),
    # The wrong form: by a page or a program, not by a hand.
    "action.unreadable": _("This move is not understood. Choose it again on the game's page."),
    "action.unknown": _("There is no move of type “{type}”. Choose another one."),
    "action.field": _("“{field}” in the move “{type}” is not understood. Choose it again."),
    "action.incomplete": _("The move “{type}” is incomplete. Choose it again."),
    # Cards.
    "draw.deck_empty": _("The deck is empty. Take a face-up card, claim a route or draw tickets."),
    "draw.not_in_row": _("No {card} card is face up. Take one that is, or draw from the deck."),
    "draw.locomotive_second": _(
        "You can only take a face-up locomotive as your first card. Take a coloured "
        "card, or draw from the deck."
    ),
    # Routes.
    "claim.no_such_route": _(
        "There is no route “{track}” on this board. Choose one from the list."
    ),
    "claim.taken": _("{route} has already been claimed. Choose another route."),
    "claim.closed": _(
        "{route} is closed, because the parallel route was claimed. Choose another route."
    ),
    "claim.own_twin": _(
        "{route} is parallel to a route of yours, and nobody may own both. Choose another route."
    ),
    "claim.too_few_trains": _(
        "You have too few trains for {route}: it needs {length} and you have {trains}. "
        "Choose a shorter route."
    ),
    "claim.too_few_trains_for_mountain": _(
        "You have too few trains for {route}: it needs {length}, and {crossings} more for the "
        "mountains, and you have {trains}. Choose another route."
    ),
    "claim.no_rack": _("This board has no rack: pay from your hand."),
    "claim.too_many_cards": _("{route} costs {length} in cards, no more and no less."),
    "claim.count": _("{route} costs {length} in cards, even with locomotives only."),
    "claim.no_colour": _("“{colour}” is not a card colour. Choose one you hold."),
    "claim.wrong_colour": _("You pay for {route} with {colour} cards and locomotives."),
    "claim.cards_alone": _("Name the cards for {route} by kind and nothing else."),
    "claim.no_sets": _("{route} takes no sets: pay with cards of one colour."),
    "claim.sets_count": _(
        "That many cards do not pay for {route}: it costs {length}, and each set of {size} stands "
        "in for one of them."
    ),
    "claim.outside_sets": _(
        "Beside the sets, {route} takes {outside} in cards of one colour. Choose other cards."
    ),
    "claim.locomotives_bound": _(
        "Locomotives do not pay for {route} on this board. Pay with cards of its colour."
    ),
    "station.none_left": _("You have built all of your stations. Choose another move."),
    "station.no_such_city": _("There is no such city on this board. Choose one from the list."),
    "station.end_place": _("{city} is the end of a track abroad and takes no station."),
    "station.taken": _("{city} already has a station. Choose another city."),
    "station.count": _("Your next station costs {cards} in cards of one colour and locomotives."),
    "station.locomotives_bound": _("Locomotives do not pay for stations on this board."),
    "claim.too_few_cards": _(
        "Your hand has too few {colour} cards for this payment: it needs {needed} and "
        "you have {held}. Pay in another way, or draw cards."
    ),
    "claim.too_few_locomotives": _(
        "Your hand has too few locomotives for this payment: it needs {needed} and you "
        "have {held}. Pay with more coloured cards."
    ),
    "claim.rack_more_than_paid": _(
        "You named more cards from the rack than the payment has. Name fewer."
    ),
    "claim.rack_too_few": _(
        "Your team's rack does not have that many {colour} cards or locomotives. Pay "
        "more from your hand."
    ),
    # Tunnels.
    "pay.too_many": _("The tunnel costs {asks} more, neither more nor less."),
    "pay.only_locomotives": _(
        "You started the tunnel with locomotives only, and it costs {asks} more of them."
    ),
    "tunnel.none_open": _(
        "There is no tunnel to pay for. Draw cards, claim a route or draw tickets."
    ),
    # What a team shares.
    "place.no_card": _("There is no card to place now. Draw one first."),
    "rack.not_now": _(
        "You can put tickets in your team's rack this way only before the first turn."
    ),
    "rack.not_held": _("You do not hold that ticket. Choose one of the tickets you kept."),
    "share.no_teams": _("There are no teams on this board to share tickets with."),
    "share.not_held": _("You do not hold that ticket. Choose from those in your hand."),
    "keep.rack_one": _("Put exactly one of the tickets you keep in your team's rack."),
    # Tickets.
    "tickets.none_left": _("There are no tickets left to draw. Draw cards or claim a route."),
    "keep.none_offered": _("You have no tickets to choose from now. Draw tickets first."),
    "keep.no_rack": _("This board has no ticket rack: keep the tickets in your hand."),
    "keep.not_offered": _("You were not offered that ticket. Choose from those you were offered."),
    "keep.twice": _("You named a ticket twice. Name each ticket you keep once."),
    # A director's take-back.
    "back.over": _("The game is over and everything is known, so it cannot be taken back."),
    "back.no_such_event": _("There is no event {event}: choose one from 0 to {last}."),
    "back.nothing": _("Nothing has happened in the game since then. Choose an earlier point."),
    "back.between": _(
        "Event {event} is in the middle of a move. Choose a point when somebody had a "
        "decision to make."
    ),
    "pass.not_needed": _(
        "You may pass only when you can do nothing else. Draw a card, claim a route or "
        "draw tickets."
    ),
}
"""The sentence of each message id of a refusal; the gaps have the names of the params."""

PLURAL_REFUSALS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "claim.ferry_needs_locomotives": lambda gaps: ngettext(
        "{route} is a ferry: at least {least} of its cards must be a locomotive.",
        "{route} is a ferry: at least {least} of its cards must be locomotives.",
        gaps["least"],
    ),
    "keep.too_few": lambda gaps: ngettext(
        "Keep at least {least} ticket.", "Keep at least {least} tickets.", gaps["least"]
    ),
    "share.count": lambda gaps: ngettext(
        "You share {most} ticket in a turn.",
        "You share 1 to {most} tickets in a turn.",
        gaps["most"],
    ),
}
"""Those with a number that decides the plural."""

LACKING: Final = frozenset(
    {"claim.ferry_needs_locomotives", "claim.too_few_cards", "claim.too_few_locomotives"}
)
"""Those that need the rule of sets, on a track that takes them (M-3)."""


def error_sentence(error: engine.InvalidAction | engine.IllegalAction, board: engine.Board) -> str:
    """The sentence of an error of the engine, in the active language."""
    if isinstance(error, engine.InvalidAction) and error.message in ERROR_SENTENCES:
        return engine.explain(error, lexicon_for(get_language() or "en"))
    return refusal_sentence(error.message, error.params, board)


def refusal_sentence(message: str, params: Mapping[str, object], board: engine.Board) -> str:
    """The sentence for the message id and params of a refusal, in the active language.

    A text that cannot be read as a command is explained by :func:`engine.text.parse.explain`.

    :raises KeyError: if the id has no sentence; a test looks for such ids.
    """
    gaps, lexicon = dict(params), lexicon_for(get_language() or "en")
    for name in ("card", "colour"):
        if gaps.get(name) in CARDS:
            gaps[name] = lexicon.say(f"card.{gaps[name]}")
    if (track := board.tracks.get(str(gaps.get("track")))) is not None:
        gaps["route"] = f"{board.cities[track.a].name} – {board.cities[track.b].name}"
    if (city := board.cities.get(str(gaps.get("city")))) is not None:
        gaps["city"] = city.name
    said = PLURAL_REFUSALS[message](gaps) if message in PLURAL_REFUSALS else REFUSALS[message]
    sentence = str(said).format_map(gaps)
    if track is not None and track.most_sets and message in LACKING:
        return f"{sentence} {sets_rule(track)}"
    return sentence
