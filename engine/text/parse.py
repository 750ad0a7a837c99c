"""Commands in: from a text that somebody typed to actions (docs/commands.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.actions import Action, DrawTickets, Pass, Place, Withdraw
from engine.errors import InvalidAction
from engine.text import claims, draws, numbers
from engine.text.english import ENGLISH
from engine.text.lexicon import Choices, Lexicon
from engine.text.plain import clip, plain
from engine.text.vocabulary import HEADS, PLACES, Vocabulary, vocabulary
from engine.view import View

MOST_CHARACTERS = 1000
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


Command: TypeAlias = Actions | Show | Help
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
    word = lexicon.word("show" if isinstance(command, Show) else "help")
    raise InvalidAction("command.not_action", command=word)


def parse_command(text: str, view: View, lexicon: Lexicon = ENGLISH) -> Command:
    """Gets the command that a text names: actions, or a question.

    :raises InvalidAction: as :func:`parse` does.
    """
    if len(text) > MOST_CHARACTERS:
        raise InvalidAction("command.too_long", most=MOST_CHARACTERS)
    words = vocabulary(lexicon)
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
    return Actions(tuple(action for step in steps for action in _step(step, view, words)))


def explain(error: InvalidAction, lexicon: Lexicon = ENGLISH) -> str:
    """Gets the sentence that tells a player what was wrong with a text, and what to write."""
    gaps = dict(error.params)
    if "colour" in gaps:
        gaps["colour"] = lexicon.say(f"card.{gaps['colour']}")
    return lexicon.say(error.message, **gaps)


def _question(step: str, words: Vocabulary) -> Show | Help | None:
    keyword, rest = words.head(step) or ("", "")
    if keyword not in ("show", "help"):
        return None
    _nothing_after(keyword, rest, words)
    return Show() if keyword == "show" else Help()


def _step(step: str, view: View, words: Vocabulary) -> tuple[Action, ...]:
    head = words.head(step)
    if head is None:
        commands = Choices(words.lexicon.word(keyword) for keyword in HEADS if keyword != "when")
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
        case "show" | "help":
            raise InvalidAction("command.not_action", command=words.lexicon.word(keyword))
        case "when":
            raise InvalidAction("command.condition")
    _nothing_after(keyword, rest, words)
    plain_actions: dict[str, Action] = {
        "tickets": DrawTickets(),
        "withdraw": Withdraw(),
        "pass": Pass(),
        "rack": Place("rack"),
        "hand": Place("hand"),
    }
    return (plain_actions[keyword],)


def _nothing_after(keyword: str, rest: str, words: Vocabulary) -> None:
    if rest:
        raise InvalidAction("command.extra", command=words.lexicon.word(keyword), text=clip(rest))
