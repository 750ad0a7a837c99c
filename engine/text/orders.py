"""Orders as text: "when … : … else when … : … else …" (docs/commands.md)."""

from __future__ import annotations

import re

from engine.actions import Claim, Draw
from engine.cards import LOCOMOTIVE, NO_COLOUR, in_order
from engine.errors import InvalidAction
from engine.orders.model import (
    Branch,
    ClaimStep,
    Condition,
    Order,
    PayUpTo,
    RouteOpen,
    RouteTaken,
    Step,
)
from engine.orders.validation import check_shape
from engine.text import claims, payments, routes
from engine.text.conditions import example_condition, read_conditions, write_conditions
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from engine.text.steps import read_step, write_action
from engine.text.vocabulary import SOURCES, Vocabulary, vocabulary_for
from engine.view import View

MAX_BRANCHES = 8
MAX_STEPS = 4


def read_order(text: str, view: View, words: Vocabulary) -> Order:
    """The order that a plain text gives, for the view's own seat.

    It is read, not judged: :func:`engine.orders.validation.check_order` does that.

    :raises InvalidAction: if it cannot be read, or leaves open what it should say.
    """
    clauses = words.otherwise.split(text)
    if len(clauses) > MAX_BRANCHES:
        raise InvalidAction("order.too_many", most=MAX_BRANCHES)
    clauses = [clause.strip(" .,;\n") for clause in clauses]
    order = Order(tuple(_branch(clause, view, words) for clause in clauses))
    try:
        check_shape(order, view)
    except InvalidAction as error:
        # An example in the words of the writer, which the rules do not know.
        error.params = {"example": _example(error.message, words), **error.params}
        raise
    return order


def write_order(order: Order, view: View, lexicon: Lexicon = ENGLISH) -> str:
    """The text of an order, which reads back as the same order.

    >>> import engine
    >>> from engine.orders.model import CardFaceUp
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> red, blind = Branch((CardFaceUp("red"),), (Draw("red"),)), Branch((), (Draw("blind"),))
    >>> write_order(Order((red, blind)), engine.view(game, 0))
    'when red is face up: draw red else draw blind'
    """
    return " ".join(write_lines(order, view, lexicon))


def write_lines(order: Order, view: View, lexicon: Lexicon = ENGLISH) -> list[str]:
    """The text of each branch of an order, which together make its text."""
    words = vocabulary_for(lexicon)
    found = []
    for number, branch in enumerate(order.branches):
        text = "; ".join(_write_step(step, view, words) for step in branch.steps)
        if branch.conditions or not number:
            said = write_conditions(branch.conditions, view, words)
            text = f"{lexicon.word('when')} {said}: {text}"
        found.append(f"{lexicon.word('else')} {text}" if number else text)
    return found


def _branch(text: str, view: View, words: Vocabulary) -> Branch:
    conditions: tuple[Condition, ...] = ()
    text = words.without_courtesies(text)
    while (head := words.leading_keyword(text)) and head[0] == "when":
        parts = words.condition_end.split(head[1], maxsplit=1)
        if len(parts) < 2 or not parts[1].strip():
            when, then = words.lexicon.word("when"), words.lexicon.word("draw")
            blind = words.lexicon.word("blind")
            said = f"{when} {example_condition(view, words)}: {then} {blind}"
            raise InvalidAction("order.colon", example=said)
        if conditions:
            word = words.lexicon.word
            raise InvalidAction("order.nested", word=word("and"), when=word("when"))
        text = parts[1].strip(" .,;!\n")
        conditions = read_conditions(parts[0], view, words, _track_of_move(text, view, words))
    return Branch(conditions, _steps(text, conditions, view, words))


def _track_of_move(text: str, view: View, words: Vocabulary) -> routes.Fits:
    """The one of several tracks between two cities that a move is about: "claim it with 3 red"."""
    for part in map(words.without_courtesies, words.step.split(text)):
        head = words.leading_keyword(part)
        if head is None or head[0] != "claim":
            continue
        first, _, rest = head[1].partition(" ")
        try:
            if words.meaning(first.strip(":,"), ("it",)):
                paid = words.paying.split(f" {rest}", maxsplit=1)[-1]
                with_sets = view.board.has_sets
                paid = words.without_sets(paid) if with_sets else paid
                return payments.read_payment(paid, words, with_sets=with_sets).fits
            track, _ = claims.read_track_and_payment(head[1], view, words)
        except InvalidAction:
            continue
        return track.__eq__
    return lambda _: True


def _steps(
    text: str, conditions: tuple[Condition, ...], view: View, words: Vocabulary
) -> tuple[Step, ...]:
    parts = [words.without_courtesies(part) for part in words.step.split(text)]
    found: list[Step] = []
    for part in filter(None, parts):
        found += _step(part, found, conditions, view, words)
    if not found:
        raise InvalidAction("order.what", word=words.lexicon.word("else"))
    if len(found) > MAX_STEPS:
        raise InvalidAction("command.too_many", most=MAX_STEPS)
    return tuple(found)


def _step(
    text: str,
    before: list[Step],
    conditions: tuple[Condition, ...],
    view: View,
    words: Vocabulary,
) -> tuple[Step, ...]:
    head = words.leading_keyword(text)
    again = (*SOURCES, "one", "two", "filler", "card")
    drawing = bool(before) and isinstance(before[-1], Draw)
    if head is None and drawing and words.meaning(text.split()[0], again):
        # "draw red, then blind"
        return read_step(f"{words.lexicon.word('draw')} {text}", view, words)
    match head:
        case "claim", rest:
            return (_buy(_named(rest, conditions, words), view, words),)
        case "pay", rest:
            return (_pay(rest, words),)
        case "keep", _:
            raise InvalidAction("order.keep")
        case "rack", rest if rest:
            raise InvalidAction("order.first")
    return read_step(text, view, words, ordered=True)


def _named(text: str, conditions: tuple[Condition, ...], words: Vocabulary) -> str:
    """The text after "claim", with the route of the condition in place of "it"."""
    first, _, rest = text.partition(" ")
    word = first.strip(":,")
    if not words.meaning(word, ("it",)):
        return text
    tracks = {part.track for part in conditions if isinstance(part, RouteOpen | RouteTaken)}
    if len(tracks) != 1:
        raise InvalidAction("order.it", word=word)
    return f"{tracks.pop()}{first[len(word) :]} {rest}".strip()


def _buy(text: str, view: View, words: Vocabulary) -> ClaimStep:
    track, cards = claims.read_track_and_payment(text, view, words)
    colour = cards.colour if cards else LOCOMOTIVE
    if cards is None or not (cards.counts or colour == LOCOMOTIVE):
        length = track.length
        named = cards.colour if cards else ("red" if track.colour == "gray" else track.colour)
        some = payments.write_payment(named, length, 0, words.lexicon)
        route = f"{words.lexicon.word('claim')} {routes.write_route(track, view, words)}"
        raise InvalidAction("order.payment", example=f"{route}: {some}")
    claims.check_cards_of(cards, track, words)
    if cards.has_sets(track):
        return ClaimStep(track.id, NO_COLOUR, cards=in_order(cards.counts.elements()))
    given = cards.counts.total() if cards.counts else track.length
    if given != track.length:
        raise InvalidAction("payment.count", given=given, length=track.length)
    locomotives = cards.counts[LOCOMOTIVE] if cards.counts else track.length
    if not cards.says_where or not (view.teams or cards.rack.total()):
        return ClaimStep(track.id, colour, locomotives)
    return ClaimStep(track.id, colour, locomotives, cards.from_rack(colour))


def _pay(text: str, words: Vocabulary) -> PayUpTo:
    cards, *rest = words.alternative.split(text, maxsplit=1)
    other = words.leading_keyword(rest[0].strip()) if rest else None
    cards = re.sub(rf"^(?:{words.synonyms('at most')})\s+", "", cards.strip())
    unclear = InvalidAction("order.pay", example=_example("order.pay", words))
    if not cards or (rest and other != ("withdraw", "")):
        raise unclear
    paid = payments.read_payment(cards, words)
    if not paid.counts or paid.says_where:
        raise unclear
    coloured = 0 if paid.colour == LOCOMOTIVE else paid.counts[paid.colour]
    colour = paid.colour if coloured else LOCOMOTIVE
    return PayUpTo(colour, coloured, paid.counts[LOCOMOTIVE], withdraw=bool(rest))


def _write_step(step: Step, view: View, words: Vocabulary) -> str:
    word = words.lexicon.word
    match step:
        case ClaimStep() if step.rack == (0, 0):
            # "3 red hand": the rack was said to give nothing.
            track = view.board.tracks[step.track]
            coloured = track.length - step.locomotives
            paid = " + ".join(
                f"{number} {word(card)} {word('hand')}"
                for card, number in ((step.colour, coloured), (LOCOMOTIVE, step.locomotives))
                if number
            )
            return f"{word('claim')} {routes.write_route(track, view, words)}: {paid}"
        case ClaimStep():
            rack = step.rack or (0, 0)
            meant = Claim(step.track, step.colour, step.locomotives, *rack, step.cards)
            return write_action(meant, view, words.lexicon)
        case PayUpTo():
            paid = payments.write_payment(
                step.colour, step.coloured, step.locomotives, words.lexicon
            )
            text = f"{word('pay')} {paid}"
            return f"{text} {word('or')} {word('withdraw')}" if step.withdraw else text
    return write_action(step, view, words.lexicon)


def _example(message: str, words: Vocabulary) -> str:
    word = words.lexicon.word
    pay = f"{word('pay')} 1 {word('red')} 1 {word(LOCOMOTIVE)} {word('or')} {word('withdraw')}"
    if message == "order.place":
        return f"{word('draw')} {word('red')} {word('rack')} {word('blind')}"
    return pay
