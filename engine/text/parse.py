"""Commands in: from a text that somebody typed to actions (docs/commands.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.actions import Action
from engine.errors import InvalidAction
from engine.orders.order import Order
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from engine.text.orders import read_order
from engine.text.plain import plain
from engine.text.steps import nothing_after, read_step
from engine.text.vocabulary import Vocabulary, vocabulary
from engine.view import View

MOST_CHARACTERS = 1000
MOST_IN_ORDER = 4000
MOST_STEPS = 8


@dataclass(frozen=True, slots=True)
class Actions:
    """A command to do something, step by step."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """A command to show the game."""


@dataclass(frozen=True, slots=True)
class Help:
    """A command to list the commands."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """A command to cancel what was ordered ahead, or is held and not yet made."""


Command: TypeAlias = Actions | Order | Show | Help | Cancel
"""What a text may ask for."""


def parse(text: str, view: View, lexicon: Lexicon = ENGLISH) -> tuple[Action, ...]:
    """Gets the actions that a text names, in the words of the lexicon or in English.

    They are read, not judged: an action against a rule is refused when it is played.

    :raises InvalidAction: if the text cannot be read, or can be read in several ways; its message
        and params make a sentence (:func:`explain`). No text raises anything else.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.start(board, seats=2, chance=chance))
    >>> parse("Draw blue, then draw blind.", engine.view(game, 0))
    (Draw(source='blue'), Draw(source='blind'))
    """
    command = parse_command(text, view, lexicon)
    if isinstance(command, Actions):
        return command.actions
    if isinstance(command, Order):
        raise InvalidAction("command.condition")
    word = lexicon.word(type(command).__name__.lower())
    raise InvalidAction("command.not_action", command=word)


def parse_command(text: str, view: View, lexicon: Lexicon = ENGLISH) -> Command:
    """Gets the command that a text names: actions, an order with conditions, or a question.

    :raises InvalidAction: as :func:`parse` does.
    """
    words = vocabulary(lexicon)
    ordered = (words.head(plain(text[:MOST_IN_ORDER])) or ("",))[0] == "when"
    most = MOST_IN_ORDER if ordered else MOST_CHARACTERS
    if len(text) > most:
        raise InvalidAction("command.too_long", most=most)
    if ordered:
        if view.seat is None:
            raise InvalidAction("command.no_seat")
        return read_order(plain(text), view, words)
    steps = [step.strip(" .,!") for step in words.step.split(plain(text))]
    steps = [step for step in steps if step]
    if not steps:
        raise InvalidAction("command.empty")
    if len(steps) > MOST_STEPS:
        raise InvalidAction("command.too_many", most=MOST_STEPS)
    if len(steps) == 1 and (question := _question(steps[0], words)):
        return question
    if view.seat is None:
        raise InvalidAction("command.no_seat")
    return Actions(tuple(action for step in steps for action in read_step(step, view, words)))


def explain(error: InvalidAction, lexicon: Lexicon = ENGLISH) -> str:
    """Gets the sentence that tells a player what was wrong with a text, and what to write."""
    gaps = dict(error.params)
    if "colour" in gaps:
        gaps["colour"] = lexicon.say(f"card.{gaps['colour']}")
    return lexicon.say(error.message, **gaps)


QUESTIONS: Mapping[str, Show | Help | Cancel] = {
    "show": Show(),
    "help": Help(),
    "cancel": Cancel(),
}


def _question(step: str, words: Vocabulary) -> Show | Help | Cancel | None:
    keyword, rest = words.head(step) or ("", "")
    if keyword not in QUESTIONS:
        return None
    nothing_after(keyword, rest, words)
    return QUESTIONS[keyword]
