"""The steps of a command: split out of a text, read into actions, written back; and what one turn
may hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.actions import (
    Action,
    BuildStation,
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
from engine.cards import LOCOMOTIVE
from engine.errors import InvalidAction
from engine.text import claims, draws, stations, ticket_numbers
from engine.text.english import ENGLISH
from engine.text.lexicon import Choices, Lexicon, clip
from engine.text.vocabulary import COMMAND_KEYWORDS, PLACES, Vocabulary, vocabulary_for
from engine.view import View
from engine.wire import encode_action

Reads = Callable[[str], bool]
"""Whether a step can be read."""


def split_steps(text: str, words: Vocabulary, reads: Reads) -> list[str]:
    """The steps of a plain text, each beginning with its command.

    Marks of lists, courtesies and words that lead to a command are left out. Parts that stand apart
    from their command are put behind it: a claim that was broken into lines, or "draw red, then
    blind"; but not across an empty line.
    """
    steps: list[list[str]] = []
    for paragraph in re.split(r"\n\s*\n", text):
        above = len(steps)
        for part in words.step.split(paragraph):
            step = words.without_courtesies(part, len(steps) + 1)
            if not step:
                continue
            if len(steps) > above and words.leading_keyword(step) is None:
                steps[-1].append(step)
            else:
                steps.append([step])
    found: list[str] = []
    for parts in steps:
        whole = " ".join(parts)
        alone = len(parts) > 1 and reads(parts[0]) and not reads(whole)
        found += parts if alone else [whole]
    return found


def is_one_turn(before: Sequence[Action], action: Action, view: View) -> bool:
    """Whether an action may follow others within one turn of the view's seat (B-3).

    It is not judged whether the first of them is possible now.
    """
    if not before:
        return True
    last = before[-1]
    match action:
        case Draw():
            pending = view.pending.get(view.seat) if view.seat is not None else None
            drawn = (pending in ("second", "place")) + sum(
                isinstance(step, Draw) for step in before
            )
            return isinstance(last, Draw | Place) and last != Draw(LOCOMOTIVE) and drawn < 2
        case Place():
            return isinstance(last, Draw)
        case Pay() | Withdraw():
            return isinstance(last, Claim) and _is_tunnel(last, view)
        case Keep():
            return isinstance(last, DrawTickets)
    return False


def _is_tunnel(claim: Claim, view: View) -> bool:
    track = view.board.tracks.get(claim.track)
    return track is not None and track.turns_up > 0


NO_STEPS = ("when", "cancel")


def read_step(
    step: str, view: View, words: Vocabulary, *, ordered: bool = False
) -> tuple[Action, ...]:
    """The actions that one step of a command names; in an order it says which cards pay.

    :raises InvalidAction: if it cannot be read, or is no move.
    """
    head = words.leading_keyword(step)
    offered = view.offered[view.seat] if view.seat is not None else ()
    if offered and (head is None or head[0] == "tickets"):
        # "1 3" alone, where tickets are pending for.
        named = head[1] if head else step
        if ticket_numbers.could_be_count(named):
            raise ticket_numbers.ambiguous_numbers("keep", named, offered, view, words)
        if named[:1] in tuple("#0123456789"):
            return (ticket_numbers.read_keep(named, view, words),)
    if head is None:
        commands = Choices(
            words.lexicon.word(keyword) for keyword in COMMAND_KEYWORDS if keyword not in NO_STEPS
        )
        raise InvalidAction("command.unknown", text=clip(step), commands=commands)
    keyword, rest = head
    match keyword:
        case "draw" if words.meaning(rest, ("tickets",)):
            return (DrawTickets(),)
        case "draw":
            return draws.read_draw(rest, words)
        case "station":
            return (stations.read_station(rest, view, words, pays=ordered),)
        case "claim":
            return (claims.read_claim(rest, view, words),)
        case "pay":
            return (claims.read_tunnel_payment(rest, view, words),)
        case "keep":
            return (ticket_numbers.read_keep(rest, view, words),)
        case "share":
            return (ticket_numbers.read_share(rest, view, words),)
        case "rack" if rest:
            return (ticket_numbers.read_rack(rest, view, words),)
        case "place":
            place = words.meaning(rest, PLACES)
            if place is None:
                raise InvalidAction("place.what")
            return (Place("rack" if place == "rack" else "hand"),)
        case "show" | "help" | "cancel":
            raise InvalidAction("command.not_action", command=words.lexicon.word(keyword))
        case "when":
            raise InvalidAction("command.condition")
    refuse_rest(keyword, rest, words)
    plain_actions: dict[str, Action] = {
        "tickets": DrawTickets(),
        "withdraw": Withdraw(),
        "pass": Pass(),
        "rack": Place("rack"),
        "hand": Place("hand"),
    }
    return (plain_actions[keyword],)


def refuse_rest(keyword: str, rest: str, words: Vocabulary) -> None:
    """Refuse what follows a command that is complete."""
    if rest:
        raise InvalidAction("command.extra", command=words.lexicon.word(keyword), text=clip(rest))


def write_action(action: Action, view: View, lexicon: Lexicon = ENGLISH) -> str:
    """The canonical command for an action of the view's own seat.

    For every action that is legal now, :func:`engine.text.parse.parse` gets it back. The turn
    skipped by the clock has a text and no command.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> write_action(list(game.legal_actions(0))[0], engine.view(game, 0))
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
            return f"{head} {claims.write_claim(action, view, vocabulary_for(lexicon))}"
        case BuildStation():
            return f"{head} {stations.write_station(action, view, lexicon)}"
        case Pay():
            return f"{head} {claims.write_tunnel_payment(action, view, lexicon)}".strip()
        case Keep(tickets, rack):
            offered = view.offered[view.seat]
            kept = f"{head} {ticket_numbers.write_numbers(tickets, offered)}"
            return (
                f"{kept} {word('rack')} {ticket_numbers.write_numbers([rack], offered)}"
                if rack
                else kept
            )
        case RackTicket(ticket):
            return f"{head} {ticket_numbers.write_numbers([ticket], view.tickets[view.seat])}"
        case Share(tickets):
            return f"{head} {ticket_numbers.write_numbers(tickets, view.tickets[view.seat])}"
    return head
