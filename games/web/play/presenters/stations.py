"""Stations on the page of a game: where one can be built and what it costs (M-4).

Which can be built is derived from the hand: for its owner only.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from engine import View
from engine.actions import BuildStation
from engine.cards import COLOURS, LOCOMOTIVE, Card
from engine.rules.stations import (
    cities_with_station,
    station_cost,
    station_payments,
    stations_left,
)
from games.web.parts import phrases


def stations_in(view: View, city: str) -> list[BuildStation]:
    """The legal stations of the view's own seat in a city, cheapest first.

    Few locomotives are cheap, and so is a colour of which many stay in the hand.
    """
    if view.seat is None or city in cities_with_station(view):
        return []
    hand = view.hands[view.seat]
    ways = sorted(station_payments(view, view.seat), key=lambda way: (way[1], -hand[way[0]]))
    return [BuildStation(city, colour, locomotives) for colour, locomotives in ways]


def cheapest_station(view: View, city: str) -> BuildStation:
    """The station in a city that costs least; if none is legal, the one that was meant."""
    if legal := stations_in(view, city):
        return legal[0]
    hand = view.hands[view.seat] if view.seat is not None else {}
    return BuildStation(city, max(COLOURS, key=lambda colour: hand.get(colour, 0)))


def station_options(view: View) -> list[tuple[str, str]]:
    """Key and name of the cities in which the view's own seat can build now, by name."""
    if view.seat is None or view.pending.get(view.seat) != "turn":
        return []
    return free_cities(view) if station_payments(view, view.seat) else []


def free_cities(view: View) -> list[tuple[str, str]]:
    """Key and name of the cities in which the view's own seat may build its next station, by name.

    Whether its cards can pay for one is left open; there are none where it has no station left.
    """
    if view.seat is None or station_cost(view, view.seat) is None:
        return []
    taken = cities_with_station(view)
    free = [city for city in view.board.station_cities if city not in taken]
    return sorted(
        ((city, view.board.cities[city].name) for city in free), key=lambda option: option[1]
    )


def station_cost_text(view: View) -> str:
    """What the next station of the view's own seat costs, in words."""
    cost = None if view.seat is None else station_cost(view, view.seat)
    if cost is None:
        return ""
    return npgettext(
        "price of a station", "%(count)d card", "%(count)d cards of one colour", cost
    ) % {"count": cost}


def station_cards(view: View, action: BuildStation) -> Mapping[Card, int]:
    """The cards that a station takes, by kind."""
    assert view.seat is not None
    cost = station_cost(view, view.seat) or action.locomotives
    coloured = cost - action.locomotives
    return {
        card: count
        for card, count in ((action.colour, coloured), (LOCOMOTIVE, action.locomotives))
        if count
    }


def station_query(action: BuildStation) -> str:
    """The query that prepares a station with this payment."""
    named = {"do": "station", "city": action.city, "colour": action.colour}
    return urlencode({**named, "locomotives": action.locomotives})


def station_text(view: View, action: BuildStation) -> tuple[str, list[str], str]:
    """The preview of a station: heading, consequences, and what the button says."""
    assert view.seat is not None
    board = view.board
    assert board.stations is not None
    city = {"city": board.place_name(action.city)}
    left = stations_left(view, view.seat) - 1
    lines = [
        _("You pay %(cards)s; a station takes no trains and scores nothing.")
        % {"cards": phrases.cards(station_cards(view, action))},
        _(
            "At the end it lends you one track of another player that ends in %(city)s, whichever "
            "is best for your tickets."
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
