"""Actions as commands: the text that reads back as the same action."""

from __future__ import annotations

from engine.actions import Action, Claim, Draw, Keep, Pay, Place, RackTicket, Share
from engine.text import claims, numbers
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from engine.text.vocabulary import vocabulary
from engine.view import View
from engine.wire import encode_action


def write(action: Action, view: View, lexicon: Lexicon = ENGLISH) -> str:
    """Gets the canonical command for an action of the view's own seat.

    For every action that is legal now, :func:`engine.text.parse.parse` gets it back. The turn
    skipped by the clock has a text and no command.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.start(board, seats=2, chance=chance))
    >>> write(list(game.legal_actions(0))[0], engine.view(game, 0))
    'keep 1 2'
    """
    assert view.seat is not None
    word = lexicon.word
    head = word(str(encode_action(action)["type"]))
    match action:
        case Draw(source):
            return f"{head} {word(source)}"
        case Place(place):
            return f"{head} {word(place)}"
        case Claim():
            return f"{head} {claims.write_claim(action, view, vocabulary(lexicon))}"
        case Pay():
            return f"{head} {claims.write_pay(action, view, lexicon)}".strip()
        case Keep(tickets, rack):
            offered = view.offered[view.seat]
            kept = f"{head} {numbers.write_numbers(tickets, offered)}"
            return (
                f"{kept} {word('rack')} {numbers.write_numbers([rack], offered)}" if rack else kept
            )
        case RackTicket(ticket):
            return f"{head} {numbers.write_numbers([ticket], view.tickets[view.seat])}"
        case Share(tickets):
            return f"{head} {numbers.write_numbers(tickets, view.tickets[view.seat])}"
    return head
