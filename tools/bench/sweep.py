"""The sweep of many games that are due, beside the same sweep on a site with few other games."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from statistics import median
from typing import TYPE_CHECKING

from tools.bench.figure import Figure
from tools.bench.site import (
    NOW,
    begin_game,
    make_people,
    move,
    on_postgresql,
    open_site,
    passing_database,
    second_database,
    work_on,
)
from tools.site.databases import fresh_file

if TYPE_CHECKING:
    from games.people.models import Person

DUE = 100
FEW, MANY = 1_000, 100_000
ROUNDS = 5
NEED = 1.15


def due_games() -> Figure:
    """A hundred automatic moves of a hundred games, among a thousand and among a hundred thousand.

    The games that are not due are rows of games and seats as they stand, without a log: the sweep
    must not look at them.
    """
    open_site()
    return _measure("SQLite", fresh_file().removeprefix("sqlite:///"), time.process_time)


def due_games_on_postgresql() -> Figure:
    """The same on PostgreSQL, whose own time counts as well."""
    return on_postgresql(f"sweep of {DUE} due games, PostgreSQL", _measure_on_postgresql)


def _measure_on_postgresql() -> Figure:
    with passing_database() as address:
        return _measure("PostgreSQL", address.rpartition("/")[2], time.perf_counter)


def _measure(kind: str, second: str, clock: Callable[[], float]) -> Figure:
    """Sweep few and many alternately, so that a machine that slows down slows both."""
    with second_database(second) as connections:
        due = []
        for connection, count in zip(connections, (FEW, MANY), strict=True):
            work_on(connection)
            people = make_people("Gerda", "Hendrik")
            due.append(_due_games(people))
            _add_others(people, count - DUE)
            # PostgreSQL does so by itself, at some moment within a minute.
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(1 + ROUNDS):
            for connection, games, taken in zip(connections, due, times, strict=True):
                work_on(connection)
                taken.append(_sweep(games, clock))
    # The first compiles and looks up what the others find in memory.
    few, many = (median(taken[1:]) for taken in times)
    ratio = many / few
    text = (
        f"{many * 1000:,.0f} ms among {MANY:,}, {few * 1000:,.0f} ms among {FEW:,}: "
        f"{ratio:.2f} x (needs at most {NEED:g} x)"
    )
    return Figure(f"sweep of {DUE} due games, {kind}", text, ratio <= NEED)


def _due_games(people: Sequence[Person]) -> list[int]:
    """Make the games that the clock will move in, at their first turns."""
    from engine.actions import Keep
    from games import log

    games = []
    for _ in range(DUE):
        game = begin_game(people, "usa")
        for seat, decision in log.load(game).decision_seqs.items():
            move(game, seat, decision, Keep(log.load(game).offered[seat]))
        games.append(game.pk)
    return games


def _add_others(people: Sequence[Person], count: int) -> None:
    """Add games in which somebody is asked and nobody is late."""
    from games.tables.models import Game, GameStatus, Seat

    games = Game.objects.bulk_create(
        (
            Game(
                board="usa",
                seat_count=2,
                status=GameStatus.RUNNING,
                rules_version="1",
                secret=b"",
                commitment="",
                created_at=NOW,
            )
            for _ in range(count)
        ),
        batch_size=5_000,
    )
    Seat.objects.bulk_create(
        (
            Seat(
                game=game,
                number=number,
                person=person,
                decision=5 if number == place % 2 else None,
                opened_at=NOW if number == place % 2 else None,
                due_at=NOW + timedelta(days=300) if number == place % 2 else None,
                remind_at=NOW + timedelta(days=150) if number == place % 2 else None,
            )
            for place, game in enumerate(games)
            for number, person in enumerate(people)
        ),
        batch_size=5_000,
    )


def _sweep(games: Sequence[int], clock: Callable[[], float]) -> float:
    """Make a hundred games late, and return the seconds of the sweep that moves in them."""
    from games import log
    from games.clock.models import Heartbeat
    from games.scheduler.sweep import sweep
    from games.tables.models import Game, Seat

    now = NOW + timedelta(days=30)
    Seat.objects.filter(game__in=games, decision__isnull=False).update(
        opened_at=now - timedelta(days=4), due_at=now - timedelta(days=1), remind_at=None
    )
    Heartbeat.objects.update_or_create(job="sweep", defaults={"at": now - timedelta(minutes=1)})
    # The sweep of the other database has pushed these games out of memory.
    for game in Game.objects.filter(pk__in=games):
        log.load(game)
    began = clock()
    swept = sweep(now=now)
    spent = clock() - began
    assert swept.played == DUE
    return spent
