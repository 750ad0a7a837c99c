"""One step of a command, read into actions."""

from __future__ import annotations

from engine.actions import Action, DrawTickets, Pass, Place, Withdraw
from engine.errors import InvalidAction
from engine.text import claims, draws, numbers
from engine.text.lexicon import Choices
from engine.text.plain import clip
from engine.text.vocabulary import HEADS, PLACES, Vocabulary
from engine.view import View

NO_STEPS = ("when", "cancel")


def read_step(step: str, view: View, words: Vocabulary) -> tuple[Action, ...]:
    """Gets the actions that one step of a command names.

    :raises InvalidAction: if it cannot be read, or is no move.
    """
    head = words.head(step)
    offered = view.offered[view.seat] if view.seat is not None else ()
    if offered and (head is None or head[0] == "tickets"):
        # "1 3" alone, where tickets are asked for.
        named = head[1] if head else step
        if numbers.may_be_a_count(named):
            raise numbers.which_of("keep", named, offered, view, words)
        if named[:1] in tuple("#0123456789"):
            return (numbers.read_keep(named, view, words),)
    if head is None:
        commands = Choices(
            words.lexicon.word(keyword) for keyword in HEADS if keyword not in NO_STEPS
        )
        raise InvalidAction("command.unknown", text=clip(step), commands=commands)
    keyword, rest = head
    match keyword:
        case "draw" if words.meaning(rest, ("tickets",)):
            return (DrawTickets(),)
        case "draw":
            return draws.read_draw(rest, words)
        case "claim":
            return (claims.read_claim(rest, view, words),)
        case "pay":
            return (claims.read_pay(rest, view, words),)
        case "keep":
            return (numbers.read_keep(rest, view, words),)
        case "share":
            return (numbers.read_share(rest, view, words),)
        case "rack" if rest:
            return (numbers.read_rack(rest, view, words),)
        case "place":
            place = words.meaning(rest, PLACES)
            if place is None:
                raise InvalidAction("place.what")
            return (Place("rack" if place == "rack" else "hand"),)
        case "show" | "help" | "cancel":
            raise InvalidAction("command.not_action", command=words.lexicon.word(keyword))
        case "when":
            raise InvalidAction("command.condition")
    nothing_after(keyword, rest, words)
    plain_actions: dict[str, Action] = {
        "tickets": DrawTickets(),
        "withdraw": Withdraw(),
        "pass": Pass(),
        "rack": Place("rack"),
        "hand": Place("hand"),
    }
    return (plain_actions[keyword],)


def nothing_after(keyword: str, rest: str, words: Vocabulary) -> None:
    """Refuses what follows a command that stands alone."""
    if rest:
        raise InvalidAction("command.extra", command=words.lexicon.word(keyword), text=clip(rest))
