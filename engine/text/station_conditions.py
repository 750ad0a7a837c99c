"""Conditions about stations as text: "there is no station in wien", "i have 2 stations" (M-4)."""

from __future__ import annotations

from engine.errors import InvalidAction
from engine.orders.model import CityHasStation, CityWithoutStation, Condition, StationsLeft
from engine.text.routes import find_city
from engine.text.vocabulary import Vocabulary
from engine.view import View

_STATION = ("station", "stations")
_HAVE = ("i", "have", "at least", "left", "still", *_STATION)
_AROUND = ("there", "be", "has", "have", "still", "in", "one", "a", "no", *_STATION)


def read_station_condition(
    text: str, view: View, words: Vocabulary, *, after_have: bool = False
) -> Condition | None:
    """The condition of a plain text, None where it is not about stations.

    After a condition that says "have" the verb may be left out, as it may for cards.

    :raises InvalidAction: if the board has no stations, or no such city or number of them.
    """
    tokens = text.replace(",", " ").split()
    if not any(words.meaning(token, _STATION) for token in tokens):
        return None
    if (count := _count(text, words, after_have=after_have)) is not None:
        most = len(_costs(view))
        if not 1 <= count <= most:
            raise InvalidAction("order.stations", most=most)
        return StationsLeft(count)
    if not any(words.meaning(token, ("be", "has", "have")) for token in tokens):
        return None
    _costs(view)
    named = [token for token in tokens if not words.meaning(token, _AROUND)]
    while named and words.meaning(named[0], ("filler",)):
        del named[0]
    if not named:
        return None
    city = find_city(view.board, " ".join(named))
    if city not in view.board.station_cities:
        raise InvalidAction("order.station_city", city=view.board.place_name(city))
    without = any(words.meaning(token, ("no",)) for token in tokens)
    return CityWithoutStation(city) if without else CityHasStation(city)


def write_station_condition(
    condition: CityHasStation | CityWithoutStation | StationsLeft, words: Vocabulary
) -> str:
    """A condition as a text that reads back as it."""
    word = words.lexicon.word
    match condition:
        case CityHasStation(city):
            return f"{word('there is a station')} {city}"
        case CityWithoutStation(city):
            return f"{word('there is no station')} {city}"
    noun = word("station") if condition.count == 1 else word("stations")
    return f"{word('i')} {word('have')} {condition.count} {noun}"


def _count(text: str, words: Vocabulary, *, after_have: bool) -> int | None:
    """The number of stations that the writer wants to have, None where the text is not of that."""
    rest = text
    for phrase in sorted(words.words_for("at least"), key=len, reverse=True):
        rest = rest.replace(phrase, " ")
    said: int | None = None
    for token in rest.split():
        if token.isdecimal() and len(token) < 3:
            number = int(token)
        elif words.meaning(token, _HAVE):
            continue
        elif words.meaning(token, ("one", "a")):
            number = 1
        elif numeral := words.meaning(token, _NUMERALS):
            number = _NUMERALS.index(numeral) + 1
        else:
            return None
        if said is not None:
            return None
        said = number
    has_verb = any(words.meaning(token, ("have",)) for token in rest.split())
    return said if has_verb or after_have else None


_NUMERALS = ("one", "two", "three", "four", "five")


def _costs(view: View) -> tuple[int, ...]:
    if view.board.stations is None:
        raise InvalidAction("order.no_stations")
    return view.board.stations.cost
