"""Suggestions for a mistyped command: offered, never carried out."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache

from engine.board.model import Board
from engine.errors import InvalidAction
from engine.text.lexicon import normalise
from engine.text.vocabulary import COMMAND_KEYWORDS, Vocabulary

MAX_WORDS = 40
LONGEST = 30
MIN_SIMILARITY = 0.7
"""The least likeness of two words (:class:`difflib.SequenceMatcher`)."""
TOLERATED_ERRORS = ("payment.ambiguous", "payment.none", "payment.count", "route.ambiguous")
"""Errors tolerated in a reading that is offered, so that no offer tells of the hand."""

Read = Callable[[str], object]
Suggest = Callable[[str, Board, Vocabulary, Read], str | None]
"""The type of :func:`suggest_correction`, and of its replacement where none is wanted."""


def suggest_correction(step: str, board: Board, words: Vocabulary, read: Read) -> str | None:
    """The step with its words replaced by the nearest known ones, where that can be read."""
    tokens = step.split()
    if not tokens or len(tokens) > MAX_WORDS:
        return None
    heads = [head for head in words.words_for(*COMMAND_KEYWORDS) if len(head) > 1]
    known = [word for known in words.words_for() for word in known.split() if len(word) > 2]
    known += _names(board)
    meant = [_command(tokens[0], heads, words), *(_word(token, known) for token in tokens[1:])]
    suggested = " ".join(meant)
    if suggested == step:
        return None
    try:
        read(suggested)
    except InvalidAction as error:
        return suggested if error.message in TOLERATED_ERRORS else None
    return suggested


def _command(token: str, heads: list[str], words: Vocabulary) -> str:
    """The command nearest to the first word; "drawred" lacks a space."""
    first = next(
        (
            head
            for head in heads
            if token.startswith(head) and words.has_meaning(token[len(head) :])
        ),
        None,
    )
    if first and token not in heads:
        return f"{first} {token[len(first) :]}"
    return _word(token, heads)


def _word(token: str, known: list[str]) -> str:
    bare = token.strip(".,:;!?")
    if len(bare) < 3 or len(bare) > LONGEST or bare in known or not bare[0].isalpha():
        return token
    near = get_close_matches(bare, known, 1, MIN_SIMILARITY)
    return token.replace(bare, near[0]).rstrip("?!.") if near else token


@cache
def _names(board: Board) -> frozenset[str]:
    """The words by which cities and tracks are named."""
    names = [name for city in board.cities.values() for name in (city.key, normalise(city.name))]
    parts = [part for name in names for part in name.replace("-", " ").split()]
    return frozenset([*names, *parts, *board.tracks])
