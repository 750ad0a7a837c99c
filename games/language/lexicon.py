"""The lexicon of a reader: the sentences of the engine through gettext, the words from our list."""

from __future__ import annotations

from functools import cache

from django.utils.translation import gettext, ngettext, override, pgettext

from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon, Sentence
from games.language.words import WORDS


def lexicon_for(language: str) -> Lexicon:
    """Gets the lexicon of a language code such as "nl" or "nl-be"; English where there is none."""
    return _lexicon(language.lower().partition("-")[0])


@cache
def _lexicon(language: str) -> Lexicon:
    if language not in WORDS:
        return ENGLISH
    with override(language):
        sentences = {message: _told(message, text) for message, text in ENGLISH.sentences.items()}
    return Lexicon(language, WORDS[language], sentences, ENGLISH.plural)


def _told(message: str, english: Sentence) -> Sentence:
    if isinstance(english, tuple):
        # All languages of the site have two forms: the one for 1, and the one for all others.
        one, many = english
        return ngettext(one, many, 1), ngettext(one, many, 2)
    return pgettext("card", english) if message.startswith("card.") else gettext(english)
