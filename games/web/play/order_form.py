"""Order form without JavaScript: rows of condition and move, and the order text they make.

What is chosen becomes the text of the order, which is then read like one that somebody typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

import engine
from engine.cards import BLIND, CARDS, COLOURS, LOCOMOTIVE
from engine.orders.model import (
    CardFaceUp,
    CardsHeld,
    CityHasStation,
    CityWithoutStation,
    Condition,
    StationsLeft,
)
from engine.rules.stations import cities_with_station, stations_left
from games.facts.tickets import city_pair
from games.web.parts import phrases
from games.web.play.presenters.order import condition_text
from games.web.play.presenters.stations import free_cities

MAX_ROWS = 5
OptionGroups = list[tuple[str, list[tuple[str, str]]]]
"""Groups of a choice: heading, and value with label. The first group may have no heading."""


@dataclass(frozen=True, slots=True)
class Row:
    """One part of the order as it has been chosen so far."""

    number: int
    condition: str
    also: str
    move: str
    cards: str
    colour: str
    locomotives: str
    more: str
    more_locomotives: str
    withdraw: bool


@dataclass(frozen=True, slots=True)
class OrderForm:
    """The rows and what can be chosen in each of them."""

    rows: list[Row]
    conditions: OptionGroups
    also: OptionGroups
    moves: OptionGroups
    colours: list[tuple[str, str]]
    stations: bool
    tunnels: bool
    more_rows: int | None
    """The number of rows with one more, None where there are enough."""


def order_form(query: Mapping[str, str], view: engine.View) -> OrderForm:
    """The form as the query has filled it in."""
    count = min(_number(query.get("rows", "")) or 2, MAX_ROWS)
    tracks, stations = _free_tracks(view), list(_stations(view))
    face_up = (
        _("A card is face up"),
        [(f"up:{card}", condition_text(CardFaceUp(card), view.board)) for card in CARDS],
    )
    have = (
        _("You can pay at least …"),
        [
            (f"have:{number}:{card}", condition_text(CardsHeld(number, card), view.board))
            for card in CARDS
            for number in range(1, 7)
        ],
    )
    about_stations = list(_station_conditions(view))
    return OrderForm(
        rows=[_row(query, number) for number in range(count)],
        conditions=[
            ("", [("always", _("in any case"))]),
            face_up,
            (
                _("A route is free"),
                [(f"free:{key}", _("%(route)s is free") % {"route": name}) for key, name in tracks],
            ),
            have,
            *about_stations,
        ],
        also=[("", [("", _("nothing else"))]), face_up, have, *about_stations],
        moves=[
            ("", [("", _("choose a move"))]),
            (_("Draw cards"), list(_draws(view))),
            ("", [("tickets", _("draw tickets"))]),
            (
                _("Claim a route"),
                [
                    ("it", _("claim the route in the condition")),
                    *((key, _("claim %(route)s") % {"route": name}) for key, name in tracks),
                ],
            ),
            *(((_("Build a station"), stations),) if stations else ()),
        ],
        colours=[(card, phrases.card_name(card)) for card in COLOURS],
        stations=bool(stations),
        tunnels=any(track.turns_up for track in view.board.tracks.values()),
        more_rows=count + 1 if count < MAX_ROWS else None,
    )


def order_text(query: QueryDict) -> str:
    """The text of the order that the query chose, in English, "" where it chose no move."""
    count = min(_number(query.get("rows", "")) or 2, MAX_ROWS)
    parts: list[str] = []
    for number in range(count):
        row = _row(query, number)
        if not row.move:
            continue
        conditions = [_condition(part) for part in (row.condition, row.also) if part]
        said = " and ".join(part for part in conditions if part != "always") or "always"
        # What stands last and always holds is the "else" of the parts above it.
        when = "" if said == "always" and parts else f"when {said}: "
        parts.append(f"{when}{_move(row)}")
    return "\nelse ".join(parts)


def _condition(chosen: str) -> str:
    kind, _colon, rest = chosen.partition(":")
    match kind:
        case "free":
            return f"{rest} is free"
        case "up":
            return f"{rest} is face up"
        case "have":
            number, _colon, card = rest.partition(":")
            return f"i have {number} {card}"
        case "station":
            return f"there is a station in {rest}"
        case "nostation":
            return f"there is no station in {rest}"
        case "stations":
            return f"i have {rest} stations"
    return "always"


def _move(row: Row) -> str:
    kind, _colon, rest = row.move.partition(":")
    if kind == "draw":
        return "draw " + rest.replace("+", " ")
    if kind == "tickets":
        return "tickets"
    paid = _payment(row.cards, row.colour, row.locomotives)
    if kind == "station":
        return f"station in {rest}: {paid}" if paid else f"station in {rest}"
    text = f"claim {row.move}: {paid}" if paid else f"claim {row.move}"
    if more := _payment(row.more, row.colour, row.more_locomotives):
        return f"{text}; pay {more}" + (" or withdraw" if row.withdraw else "")
    return f"{text}; withdraw" if row.withdraw else text


def _payment(cards: str, colour: str, locomotives: str) -> str:
    counted = ((cards, colour), (locomotives, LOCOMOTIVE))
    return " ".join(f"{count} {card}" for count, card in counted if count)


def _row(query: Mapping[str, str], number: int) -> Row:
    def chosen(name: str) -> str:
        return query.get(f"{name}{number}", "")[:60]

    def counted(name: str) -> str:
        return str(_number(chosen(name)) or "")

    return Row(
        number=number,
        condition=chosen("if") or "always",
        also=chosen("and"),
        move=chosen("do"),
        cards=counted("cards"),
        colour=chosen("colour") if chosen("colour") in COLOURS else COLOURS[0],
        locomotives=counted("locos"),
        more=counted("more"),
        more_locomotives=counted("morelocos"),
        withdraw=bool(chosen("withdraw")),
    )


def _free_tracks(view: engine.View) -> list[tuple[str, str]]:
    board = view.board
    found = [
        (
            f"{city_pair(board, track)} ({phrases.route_kind(track)}, {track.length})",
            track.id,
        )
        for track in board.tracks.values()
        if track.id in view.open_tracks.by_id
    ]
    return [(key, label) for label, key in sorted(found)]


def _stations(view: engine.View) -> Iterator[tuple[str, str]]:
    """The cities in which the next station can stand, by name; none without stations (M-4)."""
    for city, name in free_cities(view):
        yield f"station:{city}", _("build a station in %(city)s") % {"city": name}


def _station_conditions(view: engine.View) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What an order can ask about stations: cities that have none yet, and the reader's own."""
    board = view.board
    if board.stations is None or view.seat is None:
        return

    def said(condition: Condition) -> str:
        return condition_text(condition, board)

    taken = cities_with_station(view)
    cities = [city for city in board.station_cities if city not in taken]
    cities.sort(key=board.place_name)
    yield (
        _("A city has no station"),
        [(f"nostation:{city}", said(CityWithoutStation(city))) for city in cities],
    )
    yield (
        _("A city has a station"),
        [(f"station:{city}", said(CityHasStation(city))) for city in cities],
    )
    if left := stations_left(view, view.seat):
        counts = range(1, left + 1)
        yield (
            _("You have stations left"),
            [(f"stations:{count}", said(StationsLeft(count))) for count in counts],
        )


def _draws(view: engine.View) -> Iterator[tuple[str, str]]:
    """The draws of a whole turn; with racks, twice: where the first card goes (A-3)."""
    loco = phrases.card_name(LOCOMOTIVE)
    places = ("hand", "rack") if view.teams else ("",)
    for place in places:
        where = {"hand": _("first card to your hand"), "rack": _("first card to the rack")}.get(
            place, ""
        )
        suffix = f" ({where})" if where else ""
        for source in (BLIND, *COLOURS):
            steps = "+".join(filter(None, (source, place, BLIND)))
            if source == BLIND:
                yield f"draw:{steps}", _("draw two cards from the deck") + suffix
            else:
                name = {"card": phrases.card_name(source)}
                yield f"draw:{steps}", _("take %(card)s, then draw from the deck") % name + suffix
    yield f"draw:{LOCOMOTIVE}", _("take the face-up card %(card)s") % {"card": loco}


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
