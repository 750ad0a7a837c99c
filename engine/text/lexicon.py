"""Words to read commands by and sentences to answer in, for one language."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Sentence = str | tuple[str, ...]
"""A template with named gaps; a tuple holds its plural forms."""
Words = Mapping[str, tuple[str, ...]]


def read_words(path: Path) -> Words:
    """The words of a language by keyword, from a TOML file."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return {keyword: tuple(words) for keyword, words in found.items()}


def read_sentences(path: Path) -> Mapping[str, Mapping[str, Sentence]]:
    """The sentences of a language by part and message id, from a TOML file."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        part: {key: said if isinstance(said, str) else tuple(said) for key, said in rows.items()}
        for part, rows in found.items()
    }


class Choices(tuple[str, ...]):
    """The choices that an error offers; as text, all of them in one line.

    >>> f"{Choices(['kyoto to osaka', 'kyoto to nagoya'])}"
    'kyoto to osaka · kyoto to nagoya'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return " · ".join(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


@dataclass(frozen=True, eq=False)
class Lexicon:
    """One language of the game.

    ``words`` lists for every keyword (engine/text/words/en.toml has all) the words that mean it;
    the first is the one that is written. ``sentences`` has a template for every message id
    (engine/text/words/sentences.toml has all); ``plural`` gets the place of the form to take for a
    number; ``phrases`` lists the templates of the lines of a plan by key
    (engine/text/words/plans.toml has all).
    """

    language: str
    words: Words
    sentences: Mapping[str, Sentence]
    plural: Callable[[int], int]
    phrases: Words

    def word(self, keyword: str) -> str:
        """The word that is written for a keyword."""
        return self.words[keyword][0]

    def say(self, message: str, /, **gaps: object) -> str:
        """The sentence of a message id, its gaps filled; ``n`` decides the plural form."""
        sentence = self.sentences[message]
        if not isinstance(sentence, str):
            number = gaps["n"]
            assert isinstance(number, int)
            sentence = sentence[self.plural(number)]
        return sentence.format_map(gaps)

    def enumerate(self, parts: Sequence[str]) -> str:
        """Parts as one phrase: "red, blue and green"."""
        if len(parts) < 2:
            return "".join(parts)
        return self.say("list.and", first=", ".join(parts[:-1]), last=parts[-1])

    def cards(self, counts: Mapping[str, int]) -> str:
        """Numbers of cards as a phrase: "2 red and 1 locomotive"."""
        return self.enumerate([self.some(card, n) for card, n in counts.items() if n])

    def some(self, card: str, n: int) -> str:
        """A number of cards of one kind as a phrase: "2 red"."""
        if card == "locomotive":
            return self.say("locomotives", n=n)
        return self.say("cards", n=n, card=self.say(f"card.{card}"))


_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
_QUOTES = dict.fromkeys(map(ord, "'\u2018\u2019\u02bc`\"\u201c\u201d"), "")
_BRACKETS = dict.fromkeys(map(ord, "()[]"), " ")
# A letter with one of these strokes through it is struck out (Unicode, chapter 7.9).
_STRUCK = re.compile("[^\u0335-\u0338]?[\u0335-\u0338]+")
_TABLE = {**_DASHES, **_QUOTES, **_BRACKETS}


def normalise(text: str) -> str:
    """A text without accents, capitals, quotes and brackets, every dash a hyphen.

    Struck text is left out.

    >>> normalise("  Kōchi \u2013  Xi’an (RED)")
    'kochi - xian red'
    >>> normalise("d\u0336r\u0336a\u0336w\u0336 pass")
    'pass'
    """
    spread = _STRUCK.sub("", unicodedata.normalize("NFKD", text.casefold()))
    bare = "".join(sign for sign in spread if not unicodedata.combining(sign))
    return re.sub(r"[^\S\n]+", " ", bare.translate(_TABLE)).strip()


def letters_and_digits(text: str) -> str:
    """Only the letters and digits of a plain text, to compare names by.

    >>> letters_and_digits("St. Louis"), letters_and_digits("kita-senju")
    ('stlouis', 'kitasenju')
    """
    return "".join(sign for sign in normalise(text) if sign.isalnum())


def clip(text: str) -> str:
    """The beginning of a text that somebody typed, for the error that quotes it."""
    return text if len(text) <= 40 else text[:39] + "…"
