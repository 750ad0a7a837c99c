"""Games and ratings of a player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from games.common.dates import DateFormat, format_local
from games.drawing.line_chart import Axis, Curve, line_chart
from games.drawing.palette import SEATS, Tint
from games.language.amounts import signed
from games.language.boards import board_name
from games.people.models import Person
from games.players.models import FEWEST_GAMES, RatingChange
from games.players.selectors import MAX_IN_CHART, rating_history, ratings_of
from games.players.skill import points_of
from games.tables.models import Game, GameStatus
from games.tables.seat_names import seat_name
from games.tables.selectors import Reader, games_over_of, running_games_of
from games.web.parts.game_line import side_count
from games.web.parts.phrases import joined

MAX_FINISHED: Final = 20
"""The most finished games that are listed."""


def running_games(person: Person, reader: Reader) -> list[dict[str, Any]]:
    """The running games of a player."""
    return [_player_game(game, person, {}) for game in running_games_of(person, reader)]


def finished_games(person: Person, reader: Reader) -> list[dict[str, Any]]:
    """The latest games that ended with a result."""
    ended = games_over_of(person, reader).filter(status=GameStatus.FINISHED)
    return player_games(ended[:MAX_FINISHED], person)


def player_games(found: Iterable[Game], person: Person) -> list[dict[str, Any]]:
    """Games of a player as lines of a table."""
    games = list(found)
    rows = RatingChange.objects.filter(person=person, game__in=games, board="")
    changes = {
        game: signed(points_of(after) - points_of(before))
        for game, before, after in rows.values_list("game", "mu_before", "mu_after")
    }
    return [_player_game(game, person, changes) for game in games]


def _player_game(game: Game, person: Person, changes: dict[int, str]) -> dict[str, Any]:
    """A game of a player: with whom, how it ended, what it did to the rating over all boards."""
    seats = list(game.seats.all())
    mine = next(seat for seat in seats if seat.person_id == person.pk)
    return {
        "game": game,
        "others": joined(seat_name(seat) for seat in seats if seat is not mine),
        "mine": mine,
        "sides": side_count(seats),
        "change": changes.get(game.pk, "–"),
    }


DAY: Final = timedelta(days=1)
TICKS: Final = 4
"""The number of dates below the chart."""


def rating_rows(person: Person, pool: str | None = None) -> list[dict[str, Any]]:
    """The ratings of a person in a pool, their own by default; that over all boards first.

    ``to_go`` is how many games are lacking for the ranking.
    """
    return [
        {
            "board": standing.board,
            "name": board_name(engine.load_board(standing.board))
            if standing.board
            else _("All boards"),
            "rating": standing.rating,
            "games": standing.games,
            "to_go": max(0, FEWEST_GAMES - standing.games),
        }
        for standing in ratings_of(person, pool)
    ]


def rating_chart(person: Person) -> SafeString | None:
    """The course of the rating over all boards in the latest games, None with fewer than two.

    Beside the rating run its bounds: its conservative rating, and what it hardly exceeds.
    """
    past = rating_history(person, latest=MAX_IN_CHART)
    if len(past) < 2:
        return None
    return chart_over_time(
        [
            (sign, tint, [(at, points + way * margin) for at, points, margin in past])
            for sign, tint, way in (("+", SEATS[2], 1), ("=", SEATS[0], 0), ("−", SEATS[2], -1))
        ],
        title=_("The rating after each game, with its range of uncertainty"),
    )


def chart_over_time(
    lines: Sequence[tuple[str, Tint, Sequence[tuple[datetime, float]]]], *, title: str
) -> SafeString:
    """A chart of ratings by date: the sign, the colour and the points of each line."""
    times = [at for _sign, _tint, points in lines for at, _rating in points]
    first, last = min(times), max(times)
    curves = [
        Curve(sign, [((at - first) / DAY, rating) for at, rating in points], tint.fill, tint.ink)
        for sign, tint, points in lines
    ]
    dates = [first + (last - first) * part / (TICKS - 1) for part in range(TICKS)]
    ticks = {format_local(at, DateFormat.SHORT_DATE): (at - first) / DAY for at in reversed(dates)}
    x = Axis("", [(place, words) for words, place in ticks.items()])
    return line_chart(curves, title=title, x=x, y=Axis(_("rating")), from_zero=False)
