"""What the words of a command mean: those of the reader's language, and English beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from engine.cards import BLIND, CARDS, GRAY
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from engine.text.plain import plain

HEADS = [
    "draw",
    "claim",
    "tickets",
    "keep",
    "place",
    "share",
    "pay",
    "withdraw",
    "pass",
    "show",
    "help",
    "when",
    "cancel",
    "rack",
    "hand",
]
PLACES = ("hand", "rack")
SOURCES = (BLIND, *CARDS)
KINDS = ("bullet", "tunnel")
SELECTORS = (*CARDS[:-1], GRAY, *KINDS)
FILLERS = ("and", "filler")


class Vocabulary:
    """The words of one lexicon and of English, ready to be looked up.

    Where a word means one thing in the lexicon's language and another in English, the former
    holds.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._meanings: dict[str, list[str]] = {}
        for words in (lexicon.words, ENGLISH.words):
            for keyword, synonyms in words.items():
                for word in synonyms:
                    self._meanings.setdefault(plain(word), []).append(keyword)
        self._heads = sorted(
            (word for word, keywords in self._meanings.items() if {*keywords} & {*HEADS}),
            key=len,
            reverse=True,
        )
        self.pair = self._pattern(r"(?<=\s)(?:{}|-|->|>)(?=\s)", "to")
        self.step = self._pattern(r"[\n;]|(?<!\S)(?:{})(?!\S)", "then")
        self.otherwise = self._pattern(r"[\s;,.]*(?<![^\s;,.])(?:{})(?![^\s,:])[\s,:]*", "else")
        self.condition_end = self._pattern(r"[:,\n]|(?<=\s)(?:{})(?=\s)", "then")
        self.conjunction = self._pattern(r"(?<=\s)(?:{}|&)(?=\s)", "and")
        self.alternative = self._pattern(r"(?<!\S)(?:{}|/)(?!\S)", "or")
        self.paying = self._pattern(r":|(?<=\s)(?:{})(?=\s)", "with")

    def meaning(self, word: str, among: Iterable[str]) -> str | None:
        """Gets which of some keywords a word means, if any."""
        known = self._meanings.get(word, ())
        return next((keyword for keyword in known if keyword in among), None)

    def synonyms(self, *keywords: str) -> str:
        """Gets a pattern of the words that mean any of some keywords, long ones first."""
        words = [word for word, known in self._meanings.items() if {*known} & {*keywords}]
        return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))

    def head(self, step: str) -> tuple[str, str] | None:
        """Gets the keyword that a step begins with, and what follows it."""
        for word in self._heads:
            rest = step[len(word) :]
            if step.startswith(word) and (not rest or rest[0] in " :"):
                keyword = self.meaning(word, HEADS)
                assert keyword
                return keyword, rest.lstrip(" :")
        return None

    def _pattern(self, frame: str, keyword: str) -> re.Pattern[str]:
        words = [word for word, known in self._meanings.items() if keyword in known]
        return re.compile(frame.format("|".join(map(re.escape, words))))


@cache
def vocabulary(lexicon: Lexicon) -> Vocabulary:
    """Gets the vocabulary of a lexicon."""
    return Vocabulary(lexicon)
