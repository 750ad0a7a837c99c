"""Lexicons: the engine's sentences through gettext, and the words of commands in words/."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from django.utils.translation import gettext, ngettext, override, pgettext

from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon, Sentence, read_words

WORDS: Final = {
    path.stem: read_words(path) for path in Path(__file__).with_name("words").glob("*.toml")
}
"""The words of each language that has its own."""


@lru_cache(maxsize=64)
def lexicon_for(language: str) -> Lexicon:
    """The lexicon of a language code such as "nl" or "nl-be"; English where there is none."""
    return _lexicon(language.lower().partition("-")[0])


@cache
def _lexicon(language: str) -> Lexicon:
    if language not in WORDS:
        return ENGLISH
    with override(language):
        sentences = {
            message: _translated(message, text) for message, text in ENGLISH.sentences.items()
        }
    return Lexicon(language, WORDS[language], sentences, ENGLISH.plural)


def _translated(message: str, english: Sentence) -> Sentence:
    if isinstance(english, tuple):
        # All languages of the site have two forms: the one for 1, and the one for all others.
        one, many = english
        return ngettext(one, many, 1), ngettext(one, many, 2)
    return pgettext("card", english) if message.startswith("card.") else gettext(english)
