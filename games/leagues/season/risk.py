"""Risks to a season: games that will end too late, and players who do not answer.

A director sees the progress of games and how long decisions have been open, and nothing of a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Avg, Count, Exists, OuterRef

import engine
from games.common.event_types import ADJUDICATED
from games.language.boards import board_name
from games.leagues.models import Season, SeasonGame
from games.log.models import Event
from games.tables.models import Game, GameStatus, Seat

FEWEST_GAMES: Final = 5
"""Finished games needed before their length counts for more than the board's."""
LATEST_GAMES: Final = 500
"""Of all games of the site, the number of latest ones that the length is taken from."""
SILENT_FOR: Final = timedelta(days=7)
SILENT_TURNS: Final = 2
LONGEST_FORECAST: Final = timedelta(days=3650)


@dataclass(frozen=True, slots=True)
class GameForecast:
    """The progress of a running game, and when it ends at this pace.

    ``done`` is the played part, 0 to 1. ``late`` is by how much it misses the last day of the
    season; negative if it is in time.
    """

    code: str
    board: str
    division: int
    started_at: datetime
    done: float
    ends_at: datetime
    late: timedelta


@dataclass(frozen=True, slots=True)
class SilentPlayer:
    """A player who has not moved for long, with the number of waiting games."""

    name: str
    games: int
    since: datetime
    missed: int


@dataclass(frozen=True, slots=True)
class SeasonRisks:
    """Risks to show a director, the worst first; none once all games are ``counted``.

    ``waiting`` are the seats whose decision a game waits for.
    """

    paces: list[GameForecast]
    waiting: list[Seat]
    silent: list[SilentPlayer]
    finished: int
    games: int
    counted: bool = False

    @property
    def late(self) -> list[GameForecast]:
        """Return the games that will miss the last day."""
        return [pace for pace in self.paces if pace.late > timedelta(0)]


def season_risks(season: Season, *, now: datetime) -> SeasonRisks:
    """Return the risks to a season: four queries, however large it is."""
    drawn = list(
        SeasonGame.objects.filter(division__season=season)
        .select_related("game", "division")
        .defer("game__secret", "game__result")
    )
    finished = sum(one.settled_at is not None for one in drawn)
    if season.adjudicated_at is not None:
        # Games may be played on after this, but no longer affect the season.
        return SeasonRisks([], [], [], finished, len(drawn), counted=True)
    running = [
        (one, one.game)
        for one in drawn
        if one.settled_at is None and one.game and one.game.status == GameStatus.RUNNING
    ]
    typical = _typical_lengths()
    paces = [_forecast(season, one, game, typical, now) for one, game in running]
    paces.sort(key=lambda pace: pace.late, reverse=True)
    waiting = _open_decisions([game.pk for _one, game in running])
    return SeasonRisks(paces, waiting, _silent_players(waiting, now), finished, len(drawn))


def forecast_end(
    *, started_at: datetime, events: int, first: int, typical: int, now: datetime
) -> tuple[float, datetime]:
    """Return the played part of a game, and when it ends at its pace so far.

    ``events`` is the length of its log, of which ``first`` set it up; a game of its kind has
    ``typical`` events in all.
    """
    done = min(max((events - first) / max(typical - first, 1), 0.0), 0.98)
    if done <= 0:
        return 0.0, started_at + LONGEST_FORECAST
    return done, started_at + min((now - started_at) / done, LONGEST_FORECAST)


def _typical_lengths() -> dict[tuple[str, int], int]:
    """Return the mean length of the latest games that people finished, by board and seats.

    Boards and seats with too few games are left out.
    """
    found = {}
    # An adjudication is the last line of the log.
    verdict = Event.objects.filter(game=OuterRef("pk"), seq=OuterRef("version"), type=ADJUDICATED)
    ended = Game.objects.filter(status=GameStatus.FINISHED, ended_at__isnull=False)
    latest = ended.order_by("-ended_at").values("pk")[:LATEST_GAMES]
    counted = Game.objects.filter(~Exists(verdict), pk__in=latest)
    rows = counted.values("board", "seat_count").annotate(mean=Avg("version"), count=Count("pk"))
    for row in rows.filter(count__gte=FEWEST_GAMES).order_by():
        found[row["board"], row["seat_count"]] = int(row["mean"]) + 1
    return found


def _forecast(
    season: Season,
    drawn: SeasonGame,
    game: Game,
    typical: Mapping[tuple[str, int], int],
    now: datetime,
) -> GameForecast:
    began = game.started_at or now
    board = engine.load_board(game.board)
    usual = typical.get((game.board, game.seat_count)) or board.typical_length(game.seat_count)
    done, ends = forecast_end(
        started_at=began,
        events=game.version + 1,
        first=4 + 2 * game.seat_count,
        typical=usual,
        now=now,
    )
    return GameForecast(
        game.code,
        board_name(board),
        drawn.division.tier,
        began,
        done,
        ends,
        ends - season.ends_at,
    )


def _open_decisions(games: list[int]) -> list[Seat]:
    seats = Seat.objects.filter(game__in=games, decision__isnull=False, opened_at__isnull=False)
    rows = seats.select_related("person", "game").defer("game__secret", "game__result")
    return list(rows.order_by("opened_at", "pk"))


def _silent_players(waiting: list[Seat], now: datetime) -> list[SilentPlayer]:
    by_name: dict[str, list[Seat]] = {}
    for seat in waiting:
        if seat.open_since is None:
            name = seat.person.shown_name if seat.person else "–"
            by_name.setdefault(name, []).append(seat)
    found = [
        SilentPlayer(
            name,
            len(seats),
            min(seat.opened_at for seat in seats if seat.opened_at),
            max(seat.missed for seat in seats),
        )
        for name, seats in by_name.items()
    ]
    return sorted(
        (one for one in found if now - one.since >= SILENT_FOR or one.missed >= SILENT_TURNS),
        key=lambda one: (-one.missed, one.since),
    )
