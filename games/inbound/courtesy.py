"""Courtesies around a text: greetings, good wishes, names. None of them changes a move.

The lists are closed, and a phrase counts only as a whole: "Hi, do not" is no greeting.

Decision 100 says why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.cards import BLIND, CARDS
from engine.text.lexicon import normalise
from engine.text.vocabulary import VERBS
from games.inbound import languages
from games.inbound.doubts import has_doubt
from games.language.lexicon import vocabularies

LONGEST: Final = 200
"""Only this many characters of a line are read."""
MAX_SENTENCES: Final = 8
MAX_NAMES: Final = 5

WORD = re.compile(r"(?<!\s)\s*(?P<word>[^\s,.!:;–—]+)(?P<stop>[,.!:;–—]*)")

INITIALS = re.compile(r"[^\W\d_]|(?:[A-Z]\.\s?){1,3}")
NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[.'’-])*")
SENTENCES = re.compile(r"(?<=[.!?,;:…])\s+|(?<!\s)\s+[–—/-]+\s+|(?<=[.!?])(?=[^\W\d_])")
EDGES: Final = " .,!;:~/-–—…"
DECORATION: Final = re.compile(r"[*_`\ufe0f\u200d]")
QUOTES_AND_STOPS: Final = " \"'“”„‘’«»<> .!,;:"
LONGEST_COMMAND: Final = 120
"""So long a first line is no command to a season or an invitation."""


def after_greeting(line: str) -> str:
    """The part of a line after its greetings and good wishes, or all of it."""
    for _ in range(MAX_SENTENCES):
        left = _after_one(line)
        if left == line:
            break
        line = left
    return line


def split_first(lines: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the first line that is no greeting, plain, and the lines below; "" if it is too long.

    >>> split_first(["Hi,", "**Join**!", "", "See you"])
    ('Join', ['', 'See you'])
    """
    for place, line in enumerate(lines):
        if first := bare_line(line):
            return first if len(first) <= LONGEST_COMMAND else "", lines[place + 1 :]
    return "", []


def bare_line(line: str) -> str:
    """Return a line without greetings, decoration, quotes and full stops around it."""
    return after_greeting(DECORATION.sub("", line)).strip(QUOTES_AND_STOPS)


def _after_one(line: str) -> str:
    if len(line) > LONGEST:
        return line
    greeting = languages.GREETING.match(line.casefold())
    if greeting and (left := _after_names(line[greeting.end() :])) is not None:
        return left
    cuts = [cut.end() for cut in SENTENCES.finditer(line)][:MAX_SENTENCES]
    for place in (*cuts, len(line)):
        if is_phrase(line[:place]):
            return line[place:].strip()
    return line


def _after_names(text: str) -> str | None:
    """The text after the names in a greeting; None where it is none: "Hi, do not"."""
    place, names = 0, list[str]()
    while (word := WORD.match(text, place)) and len(names) <= MAX_NAMES:
        if place == 0 and text[:1] in ",.!:;–—-":
            break
        plain = normalise(word["word"])
        if any(
            words.leading_keyword(plain) or words.without_courtesies(plain) == ""
            for words in vocabularies()
        ):
            # "Hi Bob draw red" and "Hi please …": what comes is judged as if it stood alone.
            return text[place:].strip()
        if not _may_be_called(word["word"]):
            return None
        place = word.end()
        names += [word["word"]] if plain not in languages.ALL | languages.NAMES_TOO else []
        # Few write their friends' names without capitals, and what is longer is a sentence.
        if has_doubt(normalise(" ".join(names))) or sum(map(str.islower, names)) > 2:
            return None
        if word["stop"]:
            return text[place:].strip()
    left = text[place:].strip(EDGES)
    return left if place == 0 or not left else None


def is_greeting(line: str) -> bool:
    """Whether a line holds nothing but a greeting and names: "Hi Bob,"."""
    greeting = languages.GREETING.match(line[:LONGEST].casefold())
    return greeting is not None and _after_names(line[greeting.end() :]) == ""


def is_courtesy(line: str, name: str) -> bool:
    """Whether a line holds nothing but good wishes and the name of somebody."""
    if len(line) > LONGEST:
        return False
    parts = [part for part in SENTENCES.split(line) if part.strip(EDGES)]
    return all(is_phrase(part) or is_name(part, name) for part in parts)


def before_courtesy(line: str, name: str) -> list[str]:
    """Return the beginnings of a line whose ends are courtesies, short ones first."""
    if len(line) > LONGEST:
        return []
    cuts = [*SENTENCES.finditer(line)][-MAX_SENTENCES:]
    return [line[: cut.start()] for cut in cuts if is_courtesy(line[cut.end() :], name)]


def is_phrase(text: str) -> bool:
    """Whether a text is one courtesy, perhaps with a name: "Thanks, Bob", "Good luck Anna".

    >>> is_phrase("Thanks Bob!"), is_phrase("No rush"), is_phrase("No"), is_phrase("Thanks but no")
    (True, True, False, False)
    """
    plain = _plain(text)
    if languages.FIXED.fullmatch(plain):
        return True
    if "?" in text:
        return False
    words = text.strip(EDGES).split()
    for names in range(1, min(3, len(words))):
        wish = _plain(" ".join(words[:-names]))
        if languages.FIXED.fullmatch(wish) and all(map(_may_be_called, words[-names:])):
            return True
    free = languages.FREE.fullmatch(plain)
    if free is None:
        return False
    return not (has_doubt(free["rest"].strip()) or _speaks_of_moves(free["rest"]))


def _speaks_of_moves(plain: str) -> bool:
    words = re.findall(r"[^\W\d_]{2,}", plain)
    among = (BLIND, *CARDS, *VERBS, "tickets")
    return any(language.meaning(word, among) for language in vocabularies() for word in words)


def is_name(text: str, name: str) -> bool:
    """Whether a text is what somebody of this name signs with: a name, or initials."""
    plain, bare = _plain(text), text.strip(EDGES)
    if plain in ("", normalise(name), normalise(name).split(" ")[0]) or INITIALS.fullmatch(
        text.strip()
    ):
        return "?" not in text
    words = bare.split()
    return len(words) <= 3 and all(word[0].isupper() and _may_be_called(word) for word in words)


def _may_be_called(word: str) -> bool:
    """Whether somebody may be called so: it means nothing else that matters here."""
    plain = _plain(word)
    if plain in languages.ALL | languages.NAMES_TOO or not plain:
        return "?" not in word
    if not NAME.fullmatch(word.strip(EDGES)) or has_doubt(plain):
        return False
    return len(plain) == 1 or not any(words.has_meaning(plain) for words in vocabularies())


def _plain(text: str) -> str:
    return normalise(text).strip(EDGES + "?")
