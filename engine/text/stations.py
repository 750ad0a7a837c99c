"""Stations as text (M-4): a city, and the cards that pay; and as conditions of an order: "there is
no station in wien", "i have 2 stations".

The engine knows no names: a player is named by the number beside the name.
"""

from __future__ import annotations

from engine.actions import BuildStation
from engine.board.model import Board
from engine.cards import COLOURS, LOCOMOTIVE, Card
from engine.errors import InvalidAction
from engine.orders.model import (
    CityHasStation,
    CityWithoutStation,
    Condition,
    PlayerHasStation,
    PlayerWithoutStation,
    StationsLeft,
)
from engine.rules.stations import station_cost, station_payments
from engine.text.claims import payment_readings
from engine.text.lexicon import Lexicon
from engine.text.payments import Payment, read_payment, several_payments, write_payment
from engine.text.routes import find_city
from engine.text.vocabulary import Vocabulary
from engine.view import View

_STATION = ("station", "stations")
_HAVE = ("i", "have", "at least", "left", "still", *_STATION)
_AROUND = ("there", "be", "has", "have", "still", "in", "one", "a", "no", *_STATION)
_NUMERALS = ("one", "two", "three", "four", "five")


def read_station(
    text: str, view: View, vocabulary: Vocabulary, *, pays: bool = False
) -> BuildStation:
    """The station that the rest of a command names: "in wien: 2 green", "wien with 1 loco".

    ``pays`` wants the cards named, as an order does.

    :raises InvalidAction: if city or payment cannot be read, or more than one is possible.
    """
    first, _, rest = text.partition(" ")
    if vocabulary.meaning(first, ("in",)):
        text = rest.strip()
    if not text:
        raise InvalidAction("station.what", example=_example(view.board, vocabulary.lexicon))
    first_error: InvalidAction | None = None
    for named, paid in payment_readings(text, vocabulary):
        try:
            city = find_city(view.board, named)
        except InvalidAction as error:
            first_error = first_error or error
            continue
        cards = read_payment(paid, vocabulary) if paid else None
        if pays and not (cards and cards.counts):
            some = f"{write_payment('red', 1, 0, vocabulary.lexicon)}"
            said = f"{_named(city, vocabulary.lexicon)}: {some}"
            head = vocabulary.lexicon.word("station")
            raise InvalidAction("order.payment", example=f"{head} {said}")
        return BuildStation(city, *_paid(cards, view, vocabulary.lexicon))
    assert first_error
    raise first_error


def write_station(action: BuildStation, view: View, lexicon: Lexicon) -> str:
    """A station as text, without the word that begins it."""
    assert view.seat is not None
    cost = station_cost(view, view.seat) or max(1, action.locomotives)
    coloured = max(0, cost - action.locomotives)
    paid = write_payment(action.colour, coloured, action.locomotives, lexicon)
    return f"{_named(action.city, lexicon)}: {paid}"


def _named(city: str, lexicon: Lexicon) -> str:
    return f"{lexicon.word('in')} {city}"


def _example(board: Board, lexicon: Lexicon) -> str:
    city = next(iter(board.cities))
    paid = write_payment("red", 1, 0, lexicon)
    return f"{lexicon.word('station')} {_named(city, lexicon)}: {paid}"


def _paid(cards: Payment | None, view: View, lexicon: Lexicon) -> tuple[Card, int]:
    """The colour and the locomotives of a payment, or of the only one possible."""
    assert view.seat is not None
    cost = station_cost(view, view.seat)
    if cards is not None and cards.counts:
        given = cards.counts.total()
        if cost is not None and given != cost:
            raise InvalidAction("station.count", given=given, cards=cost)
        return cards.colour, cards.counts[LOCOMOTIVE]
    if cost is None:
        # The rules will say why no station can be built, whatever pays.
        return LOCOMOTIVE, 1
    ways = station_payments(view, view.seat)
    if cards is not None:
        fitting = [way for way in ways if way[0] == cards.colour]
        return fitting[0] if fitting else (cards.colour, cost * (cards.colour not in COLOURS))
    if len(ways) == 1:
        return ways[0]
    if not ways:
        raise InvalidAction("station.payment")
    raise several_payments(ways, cost, lexicon)


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
    seat, tokens = _player(tokens, view, words)
    named = [token for token in tokens if not words.meaning(token, _AROUND)]
    while named and words.meaning(named[0], ("filler",)):
        del named[0]
    if not named:
        return None
    city = _city(named, view, words)
    if city not in view.board.station_cities:
        raise InvalidAction("order.station_city", city=view.board.place_name(city))
    without = any(words.meaning(token, ("no",)) for token in tokens)
    if seat is not None:
        return PlayerWithoutStation(seat, city) if without else PlayerHasStation(seat, city)
    return CityWithoutStation(city) if without else CityHasStation(city)


def write_station_condition(
    condition: CityHasStation
    | CityWithoutStation
    | PlayerHasStation
    | PlayerWithoutStation
    | StationsLeft,
    words: Vocabulary,
) -> str:
    """A condition as a text that reads back as it."""
    word = words.lexicon.word
    match condition:
        case CityHasStation(city):
            return f"{word('there is a station')} {city}"
        case CityWithoutStation(city):
            return f"{word('there is no station')} {city}"
        case PlayerHasStation(seat, city) | PlayerWithoutStation(seat, city):
            which = "a" if isinstance(condition, PlayerHasStation) else "no"
            said = f"{word('has')} {word(which)} {word('station')} {word('in')} {city}"
            return f"{word('player')} {seat + 1} {said}"
    noun = word("station") if condition.count == 1 else word("stations")
    return f"{word('i')} {word('have')} {condition.count} {noun}"


def _player(tokens: list[str], view: View, words: Vocabulary) -> tuple[int | None, list[str]]:
    """The seat that a text names as "player 2", or its own; and the text without that."""
    for place, token in enumerate(tokens):
        if words.meaning(token, ("i", "own")):
            return view.seat, [*tokens[:place], *tokens[place + 1 :]]
        number = tokens[place + 1] if place + 1 < len(tokens) else ""
        if words.meaning(token, ("player",)) and number.isdecimal() and len(number) < 3:
            if not 1 <= int(number) <= view.seats:
                raise InvalidAction("order.player", players=view.seats)
            return int(number) - 1, [*tokens[:place], *tokens[place + 2 :]]
    return None, tokens


def _city(named: list[str], view: View, words: Vocabulary) -> str:
    """The city of a condition; where a name is beside it, what to write in its place."""
    try:
        return find_city(view.board, " ".join(named))
    except InvalidAction:
        for beside in range(1, len(named)):
            for part in (named[beside:], named[:-beside]):
                try:
                    city = find_city(view.board, " ".join(part))
                except InvalidAction:
                    continue
                said = write_station_condition(PlayerHasStation(1, city), words)
                raise InvalidAction("order.whose_station", example=said) from None
        raise


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


def _costs(view: View) -> tuple[int, ...]:
    if view.board.stations is None:
        raise InvalidAction("order.no_stations")
    return view.board.stations.cost
