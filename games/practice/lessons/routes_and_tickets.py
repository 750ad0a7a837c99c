"""Lessons on routes and tickets of some boards: ferries, countries, stations."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.practice.lessons.model import Lesson, Mechanic, drew_twice, my_turn

FERRIES: Final = Mechanic(
    lambda board: board.has_ferries,
    _("ferries"),
    Lesson(
        31,
        "ferry",
        _("A ferry wants locomotives"),
        _(
            "A ferry shows locomotives on some of its spaces. At least that many of the "
            "cards that you pay with must be locomotives."
        ),
        "routes",
        drew_twice,
    ),
)

SETS: Final = Mechanic(
    lambda board: board.has_sets,
    _("any cards in place of one"),
    Lesson(
        32,
        "sets",
        _("Any cards will do"),
        _(
            "Without a locomotive you can pay for a ferry with a set of cards of any colour. "
            "The page of a claim says how many make a set, and lets you choose them."
        ),
        "routes",
        drew_twice,
    ),
)

BOUND_LOCOMOTIVES: Final = Mechanic(
    lambda board: board.locomotives is not None,
    _("locomotives for tunnels"),
    Lesson(
        29,
        "bound",
        _("Locomotives go through tunnels"),
        _(
            "On this board a locomotive does not pay for an ordinary route, only where "
            "the map key says so. In return you may take two of them from the row."
        ),
        "cards",
        drew_twice,
    ),
)

COUNTRIES: Final = Mechanic(
    lambda board: bool(board.countries),
    _("tickets to countries"),
    Lesson(
        12,
        "countries",
        _("Tickets with several ends"),
        _(
            "Some tickets lead to countries. Reach any of their ends: the most "
            "valuable one that you connect scores, and with none you lose the cheapest."
        ),
        "tickets",
        drew_twice,
    ),
)

LONG_TICKETS: Final = Mechanic(
    lambda board: bool(board.setup_deal.long),
    _("long tickets"),
    Lesson(
        13,
        "long-tickets",
        _("Long tickets"),
        _(
            "One of the first tickets offered to you was a long one. They cross the map, are "
            "worth the most, and are never offered again."
        ),
        "tickets",
        drew_twice,
    ),
)

GRAND_TOURS: Final = Mechanic(
    lambda board: bool(board.bonuses.grand_tour),
    _("grand tours"),
    Lesson(
        52,
        "grand-tour",
        _("The grand tour"),
        _(
            "Connect the cities of a ticket twice, by paths that share no track: such "
            "tickets earn a bonus at the end."
        ),
        "tickets",
        lambda moment: moment.claimed(),
    ),
)

MOUNTAINS: Final = Mechanic(
    lambda board: bool(board.crossing_points),
    _("mountains"),
    Lesson(
        32,
        "mountain",
        _("Across the mountains"),
        _(
            "A mountain route shows crossings. Each takes one more of your trains, which "
            "leaves the board and scores at once."
        ),
        "routes",
        drew_twice,
    ),
)

STATIONS: Final = Mechanic(
    lambda board: board.stations is not None,
    _("stations"),
    Lesson(
        45,
        "station",
        _("A way through another player's route"),
        _(
            "Where a rival has cut you off, build a station: at the end it lets you use one of "
            "their routes for your tickets. Stations that you keep score, so build late."
        ),
        "decision",
        lambda moment: moment.claimed() and my_turn(moment),
    ),
)

MOST_CONNECTED: Final = Mechanic(
    lambda board: bool(board.bonuses.most_connected),
    _("connected cities"),
    Lesson(
        53,
        "connected",
        _("One large network"),
        _(
            "At the end the player with the most cities in one connected network earns a "
            "bonus: join your routes."
        ),
        "routes",
        lambda moment: moment.claimed(),
    ),
)

ROUTES_AND_TICKETS: Final = (
    *(BOUND_LOCOMOTIVES, FERRIES, SETS, COUNTRIES, LONG_TICKETS, MOUNTAINS, STATIONS),
    *(GRAND_TOURS, MOST_CONNECTED),
)
"""In the order in which the page about learning names them."""
