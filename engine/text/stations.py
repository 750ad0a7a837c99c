"""Stations as text: a city, and the cards that pay (M-4)."""

from __future__ import annotations

from engine.actions import BuildStation
from engine.board.model import Board
from engine.cards import COLOURS, LOCOMOTIVE, Card
from engine.errors import InvalidAction
from engine.rules.stations import station_cost, station_payments
from engine.text.claims import payment_readings
from engine.text.lexicon import Choices, Lexicon
from engine.text.payments import Payment, read_payment, write_payment
from engine.text.routes import find_city
from engine.text.vocabulary import Vocabulary
from engine.view import View


def after_verb(text: str, vocabulary: Vocabulary) -> str:
    """The text after "a station", where a verb such as "build" is followed by it; else nothing.

    >>> from engine.text.vocabulary import ENGLISH, vocabulary_for
    >>> after_verb("a station in wien with 2 green", vocabulary_for(ENGLISH))
    'in wien with 2 green'
    """
    words = text.split()
    if words and vocabulary.meaning(words[0], ("one", "filler")):
        del words[0]
    if len(words) < 2 or not vocabulary.meaning(words[0], ("station",)):
        return ""
    return " ".join(words[1:])


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
            some = f"{write_payment('red', 1, 0, (0, 0), vocabulary.lexicon)}"
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
    paid = write_payment(action.colour, coloured, action.locomotives, (0, 0), lexicon)
    return f"{_named(action.city, lexicon)}: {paid}"


def _named(city: str, lexicon: Lexicon) -> str:
    return f"{lexicon.word('in')} {city}"


def _example(board: Board, lexicon: Lexicon) -> str:
    city = next(iter(board.cities))
    paid = write_payment("red", 1, 0, (0, 0), lexicon)
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
    texts = Choices(
        write_payment(colour, cost - locomotives, locomotives, (0, 0), lexicon)
        for colour, locomotives in ways
    )
    raise InvalidAction("payment.ambiguous", payments=texts)
