"""Commands in: from a text that somebody typed to actions (docs/commands.md; decision 100)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from engine.actions import Action
from engine.errors import InvalidAction
from engine.orders.model import Order
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon, clip, normalise
from engine.text.orders import read_order
from engine.text.steps import is_one_turn, read_step, refuse_rest, split_steps
from engine.text.suggestions import Suggest, suggest_correction
from engine.text.ticket_numbers import is_numbers
from engine.text.vocabulary import Vocabulary, vocabulary_for
from engine.view import View

Something = TypeVar("Something")

MAX_CHARACTERS = 1000
MAX_ORDER_CHARACTERS = 4000
MAX_STEPS = 8


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
"""The commands that a text can name."""


def parse(text: str, view: View, lexicon: Lexicon = ENGLISH) -> tuple[Action, ...]:
    """The actions that a text names, in the words of the lexicon or in English.

    They are read, not judged: an action against a rule is refused when it is played.

    :raises InvalidAction: if the text cannot be read, or can be read in several ways; its message
        and params make a sentence (:func:`explain`). No text raises anything else.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
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
    """The command that a text names: actions, an order with conditions, or a question.

    :raises InvalidAction: as :func:`parse` does, and if the actions go beyond one turn. Where a
        slip of the pen is likely, its params say what was ``meant``.
    """
    return _command(text, view, vocabulary_for(lexicon), suggest_correction)


def is_action_or_order(text: str, view: View, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a text can be read as something to do, now or later."""
    try:
        command = _command(text, view, vocabulary_for(lexicon), lambda *_: None)
    except InvalidAction:
        return False
    return isinstance(command, Actions | Order | Cancel)


def begins_like_command(text: str, view: View, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a text begins like a command, be it one that can be read or not."""
    words = vocabulary_for(lexicon)
    step = words.without_courtesies(normalise(text), None)
    if words.leading_keyword(step) is not None:
        return True
    return view.seat is not None and bool(view.offered[view.seat]) and is_numbers(step, words)


def _command(text: str, view: View, words: Vocabulary, suggest: Suggest) -> Command:
    begun = words.without_courtesies(normalise(text[:MAX_ORDER_CHARACTERS]))
    ordered = (words.leading_keyword(begun) or ("",))[0] == "when"
    most = MAX_ORDER_CHARACTERS if ordered else MAX_CHARACTERS
    if len(text) > most:
        raise InvalidAction("command.too_long", most=most)
    if ordered:
        if view.seat is None:
            raise InvalidAction("command.no_seat")
        return _read(begun, view, words, suggest, lambda text: read_order(text, view, words))

    def reads(step: str) -> bool:
        try:
            return view.seat is not None and bool(read_step(step, view, words))
        except InvalidAction:
            return False

    steps = split_steps(normalise(text), words, reads)
    if not steps:
        raise InvalidAction("command.empty")
    if len(steps) > MAX_STEPS:
        raise InvalidAction("command.too_many", most=MAX_STEPS)
    if len(steps) == 1 and (question := _question(steps[0], words)):
        return question
    if view.seat is None:
        raise InvalidAction("command.no_seat")
    return Actions(_one_turn(steps, view, words, suggest))


def _one_turn(
    steps: Sequence[str], view: View, words: Vocabulary, suggest: Suggest
) -> tuple[Action, ...]:
    found: list[Action] = []
    for step in steps:
        for action in _read(step, view, words, suggest, lambda it: read_step(it, view, words)):
            if not is_one_turn(found, action, view):
                raise InvalidAction("command.beyond", text=clip(step))
            found.append(action)
    return tuple(found)


def _read(
    text: str, view: View, words: Vocabulary, suggest: Suggest, read: Callable[[str], Something]
) -> Something:
    """Read a text; what may have been meant goes into the error of one that cannot be read."""
    try:
        return read(text)
    except InvalidAction as error:
        if meant := suggest(text, view.board, words, read):
            error.params = {**error.params, "meant": meant}
        raise


def explain(error: InvalidAction, lexicon: Lexicon = ENGLISH) -> str:
    """The sentence for a player: the fault in a text, the text to write, and the likely meaning."""
    gaps = dict(error.params)
    if "colour" in gaps:
        gaps["colour"] = lexicon.say(f"card.{gaps['colour']}")
    sentence = lexicon.say(error.message, **gaps)
    return f"{sentence} {lexicon.say('meant', text=gaps['meant'])}" if "meant" in gaps else sentence


QUESTIONS: Mapping[str, Show | Help | Cancel] = {
    "show": Show(),
    "help": Help(),
    "cancel": Cancel(),
}


def _question(step: str, words: Vocabulary) -> Show | Help | Cancel | None:
    keyword, rest = words.leading_keyword(step) or ("", "")
    if keyword not in QUESTIONS:
        return None
    refuse_rest(keyword, rest, words)
    return QUESTIONS[keyword]
