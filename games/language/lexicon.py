"""Lexicons: the engine's sentences through gettext, and the words of commands in `locale/`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import get_language, gettext, ngettext, override, pgettext

from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon, Sentence, Words, read_sentences, read_words
from engine.text.vocabulary import Vocabulary, vocabulary_for


def words_of_folders(name: str = "commands.toml") -> dict[str, Words]:
    """The words in the file of this name of each language that has one in its folder."""
    paths = sorted(Path(settings.LOCALE_PATHS[0]).glob(f"*/{name}"))
    return {path.parent.name: read_words(path) for path in paths}


WORDS: Final = words_of_folders()
"""The words of commands in each language but English, whose words the engine has."""
PHRASES: Final = words_of_folders("plans.toml")
"""The lines of plans in each language but English."""
OUR_ENGLISH: Final = replace(
    ENGLISH,
    sentences={
        **ENGLISH.sentences,
        **{
            f"{part}.{message}": said
            for part, rows in read_sentences(Path(__file__).with_name("sentences.toml")).items()
            for message, said in rows.items()
        },
    },
)
"""The English of the engine, with the sentences of this package."""
FORMS: Final = 200
"""Plural forms are kept for this many numbers; above them, the last two digits decide."""


@lru_cache(maxsize=64)
def lexicon_for(language: str) -> Lexicon:
    """The lexicon of a language code such as "nl" or "nl-be"; English where there is none."""
    return _lexicon(language.lower().partition("-")[0])


def say(message: str, /, **gaps: object) -> str:
    """The sentence of a message id in the active language; ``n`` decides the plural form."""
    return lexicon_for(get_language() or "en").say(message, **gaps)


def vocabularies() -> tuple[Vocabulary, ...]:
    """The words of commands in all languages."""
    return tuple(vocabulary_for(lexicon_for(language)) for language in ("en", *WORDS))


@cache
def _lexicon(language: str) -> Lexicon:
    if language not in WORDS:
        return OUR_ENGLISH
    with override(language):
        sentences = {
            message: _translated(message, text) for message, text in OUR_ENGLISH.sentences.items()
        }
    words = {**ENGLISH.words, **WORDS[language]}
    phrases = {**ENGLISH.phrases, **PHRASES.get(language, {})}
    return Lexicon(language, words, sentences, _form, phrases)


def _form(number: int) -> int:
    return number if number < FORMS else 100 + number % 100


def _translated(message: str, english: Sentence) -> Sentence:
    if isinstance(english, tuple):
        one, many = english
        return tuple(ngettext(one, many, number) for number in range(FORMS))
    return pgettext("card", english) if message.startswith("card.") else gettext(english)
