"""Lexicons: the engine's sentences through gettext, the words of commands in Dutch.

Keywords as in :data:`engine.text.english.COMMAND_WORDS`; the first word of each is the one that
the site writes. The letters of the cards are the same in every language: they are printed on
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.utils.translation import gettext, ngettext, override, pgettext

from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon, Sentence

Words = Mapping[str, tuple[str, ...]]

DUTCH: Final[Words] = {
    "draw": ("trek", "pak"),
    "claim": ("claim", "neem", "bouw", "leg"),
    "tickets": ("kaartjes", "kaartje", "treinkaartjes", "bestemmingen", "opdrachten"),
    "keep": ("houd", "hou", "bewaar"),
    "place": ("plaats", "zet"),
    "share": ("deel",),
    "pay": ("betaal",),
    "withdraw": ("terug", "trek terug", "terugtrekken", "neem terug"),
    "pass": ("pas", "passen"),
    "show": ("toon", "laat zien", "stand"),
    "help": ("help", "hulp"),
    "when": ("als", "wanneer", "zodra"),
    "cancel": ("annuleer", "schrap"),
    "lead": (
        "mijn zet is",
        "mijn zet",
        "mijn beurt",
        "mijn antwoord",
        "hierbij mijn zet",
        "hier is mijn zet",
        "ik wil graag",
        "ik wil",
        "ik",
        "eerst",
        "oke",
        "ja",
        "nu",
        "dus",
    ),
    "please": (
        "alsjeblieft",
        "alstublieft",
        "a.u.b",
        "aub",
        "svp",
        "graag",
        "bedankt",
        "alvast bedankt",
        "dank je",
        "dank je wel",
        "dankjewel",
        "dank u",
    ),
    "to": ("naar", "tot"),
    "with": ("met", "voor"),
    "and": ("en",),
    "then": ("dan", "daarna"),
    "else": ("anders",),
    "all": ("alles", "alle", "allemaal"),
    "both": ("beide", "allebei"),
    "one": ("een",),
    "two": ("twee",),
    "three": ("drie",),
    "four": ("vier",),
    "five": ("vijf",),
    "number": ("nummer", "nummers"),
    "or": ("of",),
    "at most": ("hooguit", "hoogstens", "ten hoogste"),
    "it": ("die", "hem", "het", "dat"),
    "card": ("kaart", "kaarten"),
    "filler": ("de", "het", "van", "uit", "mijn", "in"),
    "always": ("altijd",),
    "my turn": ("ik aan de beurt ben", "ik aan zet ben", "het mijn beurt is", "mijn beurt"),
    "be": ("is", "zijn", "ligt", "liggen"),
    "still": ("nog", "nog steeds", "al"),
    "free": ("vrij", "onbezet"),
    "taken": ("bezet", "weg", "gesloten"),
    "face up": ("open",),
    "i": ("ik",),
    "have": ("heb",),
    "at least": ("minstens", "ten minste"),
    "blind": ("blind", "dicht", "stapel"),
    "rack": ("rek",),
    "hand": ("hand",),
    "bullet": ("hogesnelheid", "shinkansen", "hsl"),
    "tunnel": ("tunnel",),
    "purple": ("paars", "paarse", "roze"),
    "white": ("wit", "witte"),
    "blue": ("blauw", "blauwe"),
    "yellow": ("geel", "gele"),
    "orange": ("oranje",),
    "black": ("zwart", "zwarte"),
    "red": ("rood", "rode"),
    "green": ("groen", "groene"),
    "gray": ("grijs", "grijze"),
    "locomotive": ("loc", "locs", "locomotief", "locomotieven", "lok"),
    "skip": ("overgeslagen",),
}

WORDS: Final[Mapping[str, Words]] = {"nl": DUTCH}
"""The words of each language that has its own."""


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
