"""Find the commands among the lines that somebody wrote: they stand first, one below the other.

A line that is not surely a command is never carried out. A line that cannot be read keeps the whole
reply from being played, unless it can only be a greeting or the end of a letter; and so does a word
below the commands that may take them back or make them depend on something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby, takewhile

from django.utils.translation import gettext as _

import engine
from engine.cards import BLIND, CARDS
from engine.orders.model import Order
from engine.text.lexicon import Lexicon, clip, normalise
from engine.text.parse import (
    MAX_STEPS,
    Actions,
    Cancel,
    Command,
    begins_like_command,
    is_action_or_order,
)
from engine.text.vocabulary import COMMAND_KEYWORDS, vocabulary_for
from games.inbound.courtesy import SENTENCES, after_greeting, before_courtesy, is_courtesy, is_name
from games.inbound.doubts import has_doubt, is_disclaimer
from games.inbound.links import without_links
from games.language.lexicon import vocabularies

# Mail programs break lines that are longer than about 70 characters.
WRAPPED = 50
DECORATION = re.compile(r"~~[^~]*~~|[*_`]|[\ufe0f\u200d]")
BULLET = re.compile(r"^\s*[*_]\s+")
# Nothing but good cheer: what doubts or forbids is not among them.
CHEER = "🙂😀😃😄😁😊😉😎😇🤗🤞👍👋🙏🎉✨☀❤💪🚂🚃🚄🚅🚆🚇🚉🚋🚞🛤🎫🎲☕🌷🎄"
SMILEYS = re.compile(
    rf"(?<!\s)(?:\s*(?:[:;=]-?[)DPp]|\^\^|[{CHEER}][\U0001f3fb-\U0001f3ff]?)){{1,40}}(?=\s|$)"
)
MOTTO = re.compile(r"[\"“„‘'«](?:\S+\s+){3,20}\S+[\"”’'»](?:\s*[-–—(].{0,60})?")
MAX_LINES = 60
MAX_CHARACTERS = 4000
"""So much below the commands is looked at; more of it is a doubt."""
MAX_COMMANDS = MAX_STEPS + 4
"""The largest number of lines of commands."""
LONGEST_RUN = 4
MAX_HEADS = 4


class Unclear(ValueError):
    """The lines may be read in two ways; ``str()`` of it is a sentence for their writer."""


def read_commands(
    lines: Sequence[str], *, view: engine.View, lexicon: Lexicon, name: str
) -> Command:
    """Return the command in the lines that a person of this ``name`` wrote.

    :raises InvalidAction: if there is none, or it cannot be read.
    :raises Unclear: if there is more than can be read, or something that may change it.
    """
    finder = _Finder(view, lexicon, name)
    steps, rest = finder.split(tidied(lines))
    command = engine.parse_command("\n".join(steps), view, lexicon)
    if isinstance(command, Actions | Order | Cancel) and (doubt := finder.doubt(rest)):
        raise Unclear(
            _(
                "“%(text)s”, further down, may change your move. If you mean the move "
                "as it stands, send it on its own, with all its steps one below the "
                "other."
            )
            % {"text": clip(doubt)}
        )
    return command


def begins_an_order(lines: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the first command among some lines is an order with conditions."""
    words = vocabulary_for(lexicon)
    heads = (
        words.leading_keyword(words.without_courtesies(normalise(line), None)) for line in lines
    )
    return (next(filter(None, heads), None) or ("",))[0] == "when"


def tidied(lines: Sequence[str]) -> list[str]:
    """The lines of a reply without links, smileys and the signs of bold text and lists."""
    return [_undecorated(line) for line in without_links("\n".join(lines)).split("\n")]


def doubt_below(lines: Sequence[str], *, view: engine.View, lexicon: Lexicon, name: str) -> str:
    """The line, among those below what somebody of this name asked, that may change it, or ""."""
    return _Finder(view, lexicon, name).doubt(lines)


def doubtful_line(lines: Sequence[str], *, name: str, changes: Callable[[str], bool]) -> str:
    """Return the line, below what somebody of this name asked, that may change it, or "".

    ``changes`` says whether a sentence may; greetings, signatures and disclaimers do not.
    """
    paragraphs = _paragraphs(lines)
    lengths = [len(line) for paragraph in paragraphs for line in paragraph]
    if len(lengths) > MAX_LINES or sum(lengths) > MAX_CHARACTERS:
        return paragraphs[-1][-1]
    for paragraph in paragraphs:
        if is_disclaimer(normalise(" ".join(paragraph))):
            continue
        said: list[str] = []
        for line in paragraph:
            parts = _sentences_left(line, name)
            if any(map(changes, parts)):
                return line
            said += parts
        whole = " ".join(said)
        if whole and changes(whole):
            return whole
    return ""


def _sentences_left(line: str, name: str) -> list[str]:
    """Return the sentences of a line that are neither courtesies nor a signature."""
    if is_name(line, name) or MOTTO.fullmatch(line):
        return []
    parts = filter(None, SENTENCES.split(line))
    return [part for part in parts if not is_courtesy(part, name)]


class _Finder:
    """Sorts the lines of one reply into commands and what follows them."""

    def __init__(self, view: engine.View, lexicon: Lexicon, name: str) -> None:
        self.view, self.lexicon, self.name = view, lexicon, name
        self.words = vocabulary_for(lexicon)

    def split(self, lines: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the lines with commands, and those that follow the end of the commands."""
        steps: list[str] = []
        before, place = "", 0
        while place < len(lines) and len(steps) <= MAX_COMMANDS:
            line = lines[place] if steps else after_greeting(lines[place])
            more = self._going_on(steps, lines[place:]) if steps and before else []
            if more:
                steps += more
                place += len(more) - 1
            elif self._is_of_the_command(line, steps):
                steps.append(self._without_end(line))
                if steps[-1] != line:
                    return steps, list(lines[place + 1 :])
            elif not steps:
                if self.words.without_courtesies(normalise(line), None):
                    return [line], []
            elif line and (not before or is_courtesy(line, self.name)):
                return steps, list(lines[place:])
            elif line and not self._is_whole(steps, before):
                steps.append(line)
            elif line:
                raise Unclear(
                    _(
                        "“%(text)s” is not a command, and it is directly below one. "
                        "Leave an empty line below your commands."
                    )
                    % {"text": clip(line)}
                )
            before = lines[place]
            place += 1
        return steps, []

    def doubt(self, lines: Sequence[str]) -> str:
        """The line below a command that may change it, or ""."""
        return doubtful_line(lines, name=self.name, changes=self._may_change_a_move)

    def _may_change_a_move(self, text: str) -> bool:
        return has_doubt(normalise(text)) or self._names_a_move(text)

    def _names_a_move(self, text: str) -> bool:
        """Whether a card or a whole move is spoken of."""
        plain = normalise(text)
        for words in vocabularies():
            for word in re.findall(r"[^\W\d_]{2,}", plain):
                if words.meaning(word, (BLIND, *CARDS)):
                    return True
        heads = [*re.finditer(rf"\b(?:{self.words.synonyms(*COMMAND_KEYWORDS)})\b", plain)]
        return len(heads) > MAX_HEADS or any(self._reads(plain[head.start() :]) for head in heads)

    def _is_of_the_command(self, line: str, steps: Sequence[str]) -> bool:
        """Whether a line begins a command, or goes on with an order: "else …"."""
        if not steps:
            return begins_like_command(line, self.view, self.lexicon)
        if self.words.leading_keyword(self.words.without_courtesies(normalise(line), None)):
            return not is_courtesy(line, self.name)
        otherwise = self.words.otherwise
        return begins_an_order(steps[:1], self.lexicon) and bool(otherwise.match(normalise(line)))

    def _without_end(self, line: str) -> str:
        """Return a line with a command without the courtesies behind it, where it reads then."""
        if self._reads(line):
            return line
        return next(filter(self._reads, before_courtesy(line, self.name)), line)

    def _going_on(self, steps: Sequence[str], lines: Sequence[str]) -> list[str]:
        """Return the first of some lines if the command above goes on in them."""
        run = [
            *takewhile(
                lambda line: line and not self._is_of_the_command(line, steps), lines[:LONGEST_RUN]
            )
        ]
        for end in range(len(run), 0, -1):
            part = run[:end]
            ended = self._reads("\n".join(steps)) and any(is_courtesy(x, self.name) for x in part)
            if not ended and self._reads("\n".join([*steps, *part])):
                return part
        return []

    def _is_whole(self, steps: Sequence[str], before: str) -> bool:
        """Whether nothing is missing behind the commands so far."""
        return len(before) < WRAPPED and self._reads("\n".join(steps))

    def _reads(self, text: str) -> bool:
        return is_action_or_order(text, self.view, self.lexicon)


def _undecorated(line: str) -> str:
    line = SMILEYS.sub("", DECORATION.sub("", BULLET.sub("", line)))
    return line.strip()


def _paragraphs(lines: Sequence[str]) -> list[list[str]]:
    return [[*run] for has_text, run in groupby(lines, bool) if has_text]
