"""What the mechanics of a board add to the moves on its pages: core presenters ask for it here.

These are stations (M-4). Which can be built is derived from the hand: for its owner only. A
mechanic that draws or pays in its own way has a presenter of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from engine import Action, Board, InvalidAction, View
from engine.actions import BuildStation
from engine.bots import sparing
from engine.bots.sparing import needed_tracks
from engine.cards import COLOURS, LOCOMOTIVE, Card
from engine.rules.stations import (
    cities_with_station,
    station_cost,
    station_payments,
    stations_left,
)
from games.facts.score import SideScore
from games.web.parts import phrases
from games.web.parts.requests import parse_number
from games.web.play.presenters.payments import MoveForm, PaymentChoice


class FinalList(NamedTuple):
    """A list below the final scores: each line with the sign of a side."""

    title: str
    lines: Sequence[tuple[SafeString, str]]


def _parse_station(query: QueryDict, view: View) -> BuildStation:
    """The station that a query names; without a payment the cheapest that the hand allows."""
    city = query.get("city", "")
    if city not in view.board.cities:
        raise InvalidAction("action.field", type="station", field="city")
    if "colour" not in query:
        return cheapest_station(view, city)
    locomotives = parse_number(query.get("locomotives", "0"), 2)
    if locomotives is None:
        raise InvalidAction("action.field", type="station", field="locomotives")
    return BuildStation(city, query.get("colour", ""), locomotives)


def _in_city(view: View, city: str) -> list[BuildStation]:
    """The legal stations of the view's own seat in a city, first those that take least from its
    tickets.
    """
    if city in cities_with_station(view):
        return []
    ways = [BuildStation(city, *way) for way in station_payments(view, view.own_seat)]
    cost = station_cost(view, view.own_seat)
    if cost is None or len(ways) < 2:
        return ways
    needed = needed_tracks(view)
    return sorted(ways, key=lambda way: sparing.station_cost(view, way, cost, needed))


def cheapest_station(view: View, city: str) -> BuildStation:
    """The station in a city that costs least; if none is legal, the one that was meant."""
    if legal := _in_city(view, city):
        return legal[0]
    hand = view.hands[view.own_seat]
    return BuildStation(city, max(COLOURS, key=lambda colour: hand[colour]))


def move_forms(view: View) -> list[MoveForm]:
    """The form that builds a station, if the view's own seat can build one now."""
    cost = station_cost(view, view.own_seat)
    if cost is None or not station_payments(view, view.own_seat):
        return []
    cards = npgettext("price of a station", "%(count)d card", "%(count)d cards of one colour", cost)
    form = MoveForm(
        do="station",
        field="city",
        label=_("Build a station"),
        note=cards % {"count": cost},
        button=pgettext("button", "Build"),
        past=_("Cities where you could build a station"),
        options=_free_cities(view),
    )
    return [form] if form.options else []


def _free_cities(view: View) -> list[tuple[str, str]]:
    """Key and name of the cities in which a station may be built, by name."""
    taken = cities_with_station(view)
    free = [city for city in view.board.station_cities if city not in taken]
    return sorted(
        ((city, view.board.cities[city].name) for city in free), key=lambda option: option[1]
    )


def _cards(view: View, action: BuildStation) -> Mapping[Card, int]:
    """The cards that a station takes, by kind."""
    cost = station_cost(view, view.own_seat) or action.locomotives
    coloured = cost - action.locomotives
    return {
        card: count
        for card, count in ((action.colour, coloured), (LOCOMOTIVE, action.locomotives))
        if count
    }


def _query(action: BuildStation) -> str:
    """The query that prepares a station with this payment."""
    named = {"do": "station", "city": action.city, "colour": action.colour}
    return urlencode({**named, "locomotives": action.locomotives})


def payments(view: View, action: Action) -> list[PaymentChoice]:
    """The ways to pay for a station, if there is a choice."""
    if not isinstance(action, BuildStation):
        return []
    ways = _in_city(view, action.city)
    return [
        PaymentChoice(
            phrases.cards(_cards(view, way)),
            _query(way),
            _cards(view, way) == _cards(view, action),
        )
        for way in (ways if len(ways) > 1 else [])
    ]


def preview(view: View, action: Action) -> tuple[str, list[str], str]:
    """The preview of a station: heading, consequences, and what the button says."""
    if not isinstance(action, BuildStation):
        raise ValueError(f"Nobody prepares {action!r}.")
    board = view.board
    assert board.stations is not None
    city = {"city": board.place_name(action.city)}
    left = stations_left(view, view.own_seat) - 1
    lines = [
        _("You pay %(cards)s; a station takes no trains and scores nothing.")
        % {"cards": phrases.cards(_cards(view, action))},
        _(
            "At the end it lets you use one route of a rival that ends in %(city)s: the best one "
            "for your tickets."
        )
        % city,
        ngettext(
            "You have %(count)d station left after that; you give up %(points)d points.",
            "You have %(count)d stations left after that; you give up %(points)d points.",
            left,
        )
        % {"count": left, "points": board.stations.points_left},
    ]
    return _("Build a station in %(city)s") % city, lines, _("Build the station")


def no_way_left(board: Board) -> str:
    """What a ticket lacks that no way can connect any more: a station may still lend one."""
    return _("only with a station") if board.stations else _("no way left")


def final_lists(sides: Iterable[tuple[SafeString, SideScore]]) -> list[FinalList]:
    """Each station that was built, with the sign of its side and what it lends."""
    lines = [(sign, station) for sign, score in sides for station in score.details]
    return [FinalList(_("Stations"), lines)] if lines else []


PARSERS: Mapping[str, Callable[[QueryDict, View], Action]] = {"station": _parse_station}
"""How the moves that only some boards have are read, by their ``do``."""
