"""The meanings of words in commands: of the reader's language, and of English beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from engine.cards import BLIND, CARDS, GRAY
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon, normalise

COMMAND_KEYWORDS = [
    "draw",
    "claim",
    "station",
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
KINDS = ("bullet", "tunnel", "ferry")
SELECTORS = (*CARDS[:-1], GRAY, *KINDS)
FILLERS = ("and", "filler", "card")
VERBS = (
    *("draw", "claim", "station", "keep", "place", "share", "pay", "withdraw", "pass"),
    *("show", "help", "cancel"),
)  # fmt: skip
# "1.", "(1)" and "1)" are a number and a stop when brackets and quotes are gone.
_MARK = r"(?P<number>\d{1,2})[.:]?\s+(?![#\d])|[-*+>\u2022\u2023\u25aa\u25cf\u25e6\u00b7]+\s*"


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
                    self._meanings.setdefault(normalise(word), []).append(keyword)
        self._heads = sorted(
            (
                word
                for word, keywords in self._meanings.items()
                if {*keywords} & {*COMMAND_KEYWORDS}
            ),
            key=len,
            reverse=True,
        )
        self.pair = self._pattern(r"(?<=\s)(?:{}|-|->|>)(?=\s)", "to")
        verbs = rf"(?:{self.synonyms(*VERBS)})(?![^\s:])"
        self.step = self._pattern(
            r"[\n;]|(?<!\S)(?:{})(?![^\s,:])"
            rf"|(?<!^\d)(?<!\s\d)[.!,]\s+(?:(?:{self.synonyms('and')})\s+)?(?={verbs})"
            rf"|\s(?:{self.synonyms('and')})\s+(?={verbs})"
            rf"|(?<=\S)[.!,]?\s+(?=\d{{1,2}}[.:]?\s+{verbs})",
            "then",
        )
        self._mark = re.compile(_MARK)
        self._lead = self._pattern(r"(?:{})(?:\s*[:,-]\s*|\s+|[.]?$)", "lead", "please")
        # Read from the end, as a search from each place would take quadratic time.
        pleases = "|".join(re.escape(word[::-1]) for word in self._sorted_words("please"))
        self._please_reversed = re.compile(rf"[.,!]*(?:(?:{pleases})(?:[\s.,!-]+|$))+")
        self.otherwise = self._pattern(
            r"(?:(?<![\s;,.])[\s;,.]+|(?<![^\s;,.]))(?:{})(?![^\s,:])[\s,:]*", "else"
        )
        self.condition_end = self._pattern(r"[:,\n]|(?<=\s)(?:{})(?=\s)", "then")
        self.conjunction = self._pattern(r"(?<=\s)(?:{}|&)(?=\s)", "and")
        self.alternative = self._pattern(r"(?<!\S)(?:{}|/)(?!\S)", "or")
        self.paying = self._pattern(r":|(?<=\s)(?:{})(?=\s)", "with")
        # "3 red for a loco"
        self._set = re.compile(
            rf"(?<![^\s\d,;+&])((?:{self.synonyms(*CARDS)})[,;]?)\s+(?:{self.synonyms('as')})"
            rf"\s+(?:\d{{1,2}}|{self.synonyms('one')})\s+"
            rf"(?:{self.synonyms('card', CARDS[-1])})(?![^\s,;+&.])"
        )

    def meaning(self, word: str, among: Iterable[str]) -> str | None:
        """The one of some keywords that a word means, if any."""
        known = self._meanings.get(word, ())
        return next((keyword for keyword in known if keyword in among), None)

    def without_sets(self, text: str) -> str:
        """A text without what says which cards are sets: only the cards count (M-3).

        >>> vocabulary_for(ENGLISH).without_sets("2 blue, 3 red for a loco")
        '2 blue, 3 red'
        """
        return self._set.sub(r"\1", text)

    def has_meaning(self, word: str) -> bool:
        """Whether a word means anything."""
        return word in self._meanings

    def words_for(self, *keywords: str) -> list[str]:
        """The words that mean any of some keywords, or anything at all."""
        wanted = {*keywords}
        return [word for word, known in self._meanings.items() if not wanted or wanted & {*known}]

    def synonyms(self, *keywords: str) -> str:
        """A pattern of the words that mean any of some keywords, long ones first."""
        return "|".join(map(re.escape, self._sorted_words(*keywords)))

    def _sorted_words(self, *keywords: str) -> list[str]:
        return sorted(self.words_for(*keywords), key=len, reverse=True)

    def without_courtesies(self, text: str, number: int | None = 1) -> str:
        """A step without the mark of a list, words that lead to it, and courtesies.

        The mark of a numbered list is one only where the number is this one: "2 draw red" alone may
        be twice that; None takes any number. A text that is no command loses its courtesies only.
        """
        step = text = text.strip(" .,!:\t")
        mark = self._mark.match(step)
        if mark and (number is None or mark["number"] in (None, str(number))):
            step = step[mark.end() :]
        while (lead := self._lead.match(step)) and lead.end():
            step = step[lead.end() :]
        step, text = self._without_please(step), self._without_please(text)
        return step if not step or self.leading_keyword(step) or step[0] in "#0123456789" else text

    def _without_please(self, text: str) -> str:
        found = self._please_reversed.match(text[::-1])
        return (text[: -found.end()] if found else text).strip(" .,!:\t")

    def leading_keyword(self, step: str) -> tuple[str, str] | None:
        """The keyword that a step begins with, and what follows it.

        >>> vocabulary_for(ENGLISH).leading_keyword("build a station in wien with 2 green")
        ('station', 'in wien with 2 green')
        """
        for word in self._heads:
            rest = step[len(word) :]
            if step.startswith(word) and (not rest or rest[0] in " :"):
                keyword = self.meaning(word, COMMAND_KEYWORDS)
                assert keyword
                rest = rest.lstrip(" :")
                if keyword == "claim" and (built := self._after_station(rest)):
                    return "station", built
                return keyword, rest
        return None

    def _after_station(self, text: str) -> str:
        """What follows "a station" where a text begins with that, else nothing (M-4)."""
        words = text.split()
        if words and self.meaning(words[0], ("one", "filler")):
            del words[0]
        return " ".join(words[1:]) if words and self.meaning(words[0], ("station",)) else ""

    def _pattern(self, frame: str, *keywords: str) -> re.Pattern[str]:
        return re.compile(frame.replace("{}", self.synonyms(*keywords)))


@cache
def vocabulary_for(lexicon: Lexicon) -> Vocabulary:
    """The vocabulary of a lexicon."""
    return Vocabulary(lexicon)
