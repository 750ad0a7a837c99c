"""Games of others: cards of those under way, results, and what followed people do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from games.language.amounts import in_points
from games.log import horizon, latest_public_events
from games.people.models import Person
from games.players.follows.following import (
    follows_anybody,
    results_of_followed,
    running_games_of_followed,
    tables_of_followed,
)
from games.tables.models import Game
from games.tables.seat_names import seat_name
from games.tables.selectors import Reader
from games.web.lobby.presenters import lobby_tables
from games.web.parts.durations import describe_spectator_delay
from games.web.parts.game_line import GameLine, as_card, watched_line
from games.web.parts.phrases import joined

TABLES_ON_HOME: Final = 2
GAMES_ON_HOME: Final = 3
RESULTS_ON_HOME: Final = 5
NO_FEED: Final[Mapping[str, Any]] = {
    "followed_tables": (),
    "followed_games": (),
    "followed_results": (),
}


def watched_games(games: Iterable[Game], reader: Reader, now: datetime) -> list[dict[str, Any]]:
    """Running games with their boards and last events, each no later than the reader may know.

    ``delay`` says how late, "" for the present.
    """
    found = list(games)
    for game in found:
        seats = game.seats.all()
        if not isinstance(reader, Person) or all(seat.person_id != reader.pk for seat in seats):
            horizon.limit(game, seats, now=now)
    latest = latest_public_events(found)
    return [
        {
            "line": as_card(watched_line(game), game, latest.get(game.pk, ())),
            "delay": describe_spectator_delay(game.spectator_turns, game.spectator_hours)
            if game.horizon
            else "",
            "rated": game.rated,
        }
        for game in found
    ]


def result_line(game: Game) -> GameLine:
    """The line of a game that others have finished: who won it."""
    winners = [seat for seat in game.seats.all() if seat.place == 1 and seat.points is not None]
    won = ""
    if winners:
        won = _("%(names)s won with %(points)s.") % {
            "names": joined(seat_name(seat) for seat in winners),
            "points": in_points(winners[0].points or 0),
        }
    return replace(watched_line(game), waits_for=won)


def followed_feed(person: Person, now: datetime) -> Mapping[str, Any]:
    """The names that templates/web/people/feed.html uses: the latest of followed people."""
    if not follows_anybody(person):
        return NO_FEED
    return {
        "followed_tables": lobby_tables(tables_of_followed(person)[:TABLES_ON_HOME], person),
        "followed_games": watched_games(
            running_games_of_followed(person)[:GAMES_ON_HOME], person, now
        ),
        "followed_results": [
            result_line(game) for game in results_of_followed(person)[:RESULTS_ON_HOME]
        ],
    }
