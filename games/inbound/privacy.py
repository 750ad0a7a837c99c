"""Errors in words for people whose mails tell nothing of the hand.

Some sentences count cards of the hand, or name the ways to pay that it allows. The list is of those
that follow from what everybody knows, so that a sentence added later is not sent by mistake.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.text.parse import explain
from games.language.lexicon import lexicon_for
from games.people.models import MailPrivacy, Person
from games.play.refusals import refusal_sentence

PUBLIC: Final = frozenset(
    {
        "action.not_on_this_board",
        "city.ambiguous",
        "city.unknown",
        "claim.closed",
        "claim.no_such_route",
        "claim.own_twin",
        "claim.taken",
        "claim.too_few_trains",
        "claim.too_few_trains_for_mountain",
        "claim.wrong_colour",
        "command.beyond",
        "command.condition",
        "command.empty",
        "command.extra",
        "command.not_action",
        "command.or",
        "command.too_long",
        "command.too_many",
        "command.unknown",
        "decision.keep",
        "decision.place",
        "decision.rack",
        "decision.second",
        "decision.setup",
        "decision.tunnel",
        "decision.turn",
        "draw.deck_empty",
        "draw.letter",
        "draw.locomotive_second",
        "draw.not_in_row",
        "draw.place",
        "draw.too_many",
        "draw.unknown",
        "draw.what",
        "game.over",
        "keep.none_offered",
        "keep.too_few",
        "keep.twice",
        "numbers.one",
        "numbers.unreadable",
        "numbers.what",
        "order.colon",
        "order.condition",
        "order.first",
        "order.it",
        "order.keep",
        "order.nested",
        "order.pay",
        "order.payment",
        "order.place",
        "order.too_many",
        "order.tunnel",
        "order.turn_over",
        "order.unreachable",
        "order.what",
        "payment.colours",
        "payment.unreadable",
        "place.what",
        "plan.colour",
        "plan.draws",
        "plan.empty",
        "plan.line",
        "plan.no_bullets",
        "plan.no_stations",
        "plan.number",
        "plan.stop",
        "plan.too_long",
        "plan.trains",
        "plan.twice",
        "route.none",
        "route.pair",
        "route.what",
        "tickets.none_left",
        "turn.not_yours",
        "turn.over",
    }
)


def explain_error(
    error: engine.InvalidAction | engine.IllegalAction, *, person: Person, board: engine.Board
) -> str:
    """The sentence of an error of the engine, as far as mails to this person may tell it."""
    lexicon = lexicon_for(person.language)
    if person.mail_privacy != MailPrivacy.FULL:
        if error.message == "numbers.which":
            # The same without the tickets, which are the person's own.
            return lexicon.say("numbers.what", command=error.params["command"])
        if error.message not in PUBLIC:
            return private_explanation()
    if isinstance(error, engine.InvalidAction) and error.message in lexicon.sentences:
        return explain(error, lexicon)
    return refusal_sentence(error.message, error.params, board)


def log_detail(error: engine.InvalidAction | engine.IllegalAction) -> str:
    """The detail of an error for the delivery log: staff read it, and staff play.

    That somebody tried to leave an order is shown to nobody.
    """
    private = error.message not in PUBLIC or error.message.startswith("order.")
    return "hand" if private else error.message


def private_explanation() -> str:
    """The sentence that stands for one that tells of the hand."""
    return _("You cannot do that with the cards and tickets you hold. The game's page says why.")
