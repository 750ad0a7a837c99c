"""The words that players of each language write commands in; English is understood beside them.

Keywords as in :data:`engine.text.english.WORDS`; the first word of each is the one that the site
writes. The letters of the cards are the same in every language: they are printed on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
    "to": ("naar", "tot"),
    "with": ("met", "voor"),
    "and": ("en",),
    "then": ("dan", "daarna"),
    "else": ("anders",),
    "all": ("alles", "alle", "allemaal", "allebei"),
    "one": ("een",),
    "two": ("twee",),
    "or": ("of",),
    "at most": ("hooguit", "hoogstens", "ten hoogste"),
    "it": ("die", "hem", "het", "dat"),
    "filler": ("de", "het", "van", "uit", "mijn", "in", "kaart", "kaarten"),
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
