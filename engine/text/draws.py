"""Commands that draw train cards (B-4, A-3)."""

from __future__ import annotations

import re

from engine.actions import Action, Draw, Place
from engine.cards import BLIND, LOCOMOTIVE
from engine.errors import InvalidAction
from engine.text.lexicon import Choices, clip
from engine.text.vocabulary import FILLERS, PLACES, SOURCES, Vocabulary

_TOKENS = re.compile(r"[^\s,+&:]+")


def read_draw(text: str, vocabulary: Vocabulary) -> tuple[Action, ...]:
    """One or two draws; with racks, the place of the first follows it.

    "Two cards" are drawn from the deck: those that lie face up are drawn by their names.

    :raises InvalidAction: if a word is no card, or there are more than two.
    """
    sources: list[str] = []
    places: list[str | None] = []
    times: int | None = None
    cards: int | None = None
    for word in _TOKENS.findall(text):
        if source := vocabulary.meaning(word, SOURCES):
            if len(word) == 1:
                raise _letter(word, source, vocabulary)
            sources += [source] * (times or 1)
            places += [None] * (times or 1)
            times = None
        elif number := _number(word, vocabulary):
            if times:
                raise InvalidAction("draw.unknown", text=clip(word))
            times = number
        elif place := vocabulary.meaning(word, PLACES):
            if not places or places[-1] or (len(places) == 2 and places[0] in (None, place)):
                raise InvalidAction("draw.place", text=clip(word))
            places[-1] = place
        elif vocabulary.meaning(word, ("or",)):
            raise InvalidAction("command.or", text=clip(text))
        elif times and not cards and vocabulary.meaning(word, ("card",)):
            cards, times = times, None
        elif not vocabulary.meaning(word, FILLERS):
            raise InvalidAction("draw.unknown", text=clip(word))
    if cards and len(sources) < 2 and not any(places):
        sources = (sources or [BLIND]) * cards
        places = [None] * cards
    if not sources or times or (cards and cards != len(sources)):
        raise InvalidAction("draw.what")
    if len(sources) > 2:
        raise InvalidAction("draw.too_many")
    return _actions(sources, places)


def _number(word: str, vocabulary: Vocabulary) -> int | None:
    if re.fullmatch("[12][x×]?", word):
        return int(word[0])
    meant = vocabulary.meaning(word, ("one", "two"))
    return {"one": 1, "two": 2}[meant] if meant else None


def _letter(letter: str, source: str, vocabulary: Vocabulary) -> InvalidAction:
    """The refusal of a letter, which may be a colour or the beginning of a word."""
    words = map(vocabulary.lexicon.word, SOURCES)
    meant = [vocabulary.lexicon.word(source), *(word for word in words if word.startswith(letter))]
    return InvalidAction("draw.letter", words=Choices(dict.fromkeys(meant)))


def _actions(sources: list[str], places: list[str | None]) -> tuple[Action, ...]:
    first: list[Action] = [Draw(sources[0])]
    place = places[0]
    if place == "hand" and sources[0] == LOCOMOTIVE:
        raise InvalidAction("draw.place", text=place)
    # A face-up locomotive goes to the rack by itself, and so does the second card to where the
    # first did not go.
    if sources[0] != LOCOMOTIVE and place is not None:
        first.append(Place("rack" if place == "rack" else "hand"))
    return (*first, *map(Draw, sources[1:]))
