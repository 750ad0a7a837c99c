"""Commands that draw train cards (B-4, A-3)."""

from __future__ import annotations

import re

from engine.actions import Action, Draw, Place
from engine.cards import LOCOMOTIVE
from engine.errors import InvalidAction
from engine.text.plain import clip
from engine.text.vocabulary import FILLERS, PLACES, SOURCES, Vocabulary

_TOKENS = re.compile(r"[^\s,+&]+")


def read_draw(text: str, vocabulary: Vocabulary) -> tuple[Action, ...]:
    """Gets one or two draws; with racks, the place of the first stands behind it.

    :raises InvalidAction: if a word is no card, or there are more than two.
    """
    sources: list[str] = []
    places: list[str | None] = []
    times = 1
    for word in _TOKENS.findall(text):
        if source := vocabulary.meaning(word, SOURCES):
            sources += [source] * times
            places += [None] * times
            times = 1
        elif word in ("1", "2") and times == 1:
            times = int(word)
        elif times == 1 and vocabulary.meaning(word, ("two",)):
            times = 2
        elif place := vocabulary.meaning(word, PLACES):
            if not places or places[-1] or (len(places) == 2 and places[0] in (None, place)):
                raise InvalidAction("draw.place", text=clip(word))
            places[-1] = place
        elif not vocabulary.meaning(word, (*FILLERS, "one")):
            raise InvalidAction("draw.unknown", text=clip(word))
    if not sources or times > 1:
        raise InvalidAction("draw.what")
    if len(sources) > 2:
        raise InvalidAction("draw.too_many")
    return _actions(sources, places)


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
