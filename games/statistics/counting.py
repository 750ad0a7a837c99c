"""Count each finished game once; subtract games that no longer count.

A game and its sums are written in one transaction, under a lock that serialises counters. A killed
worker has counted a game completely or not at all, and a second one finds it counted. The rows say
which games wait.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q, QuerySet

from engine.ending import tally_of
from games.absence.models import HandOver
from games.clock.models import Heartbeat
from games.common.errors import LogError
from games.common.sql import MOST_VALUES
from games.leagues.models import SeasonGame
from games.log import reading
from games.people.models import Person
from games.statistics.measures import EDITION, tally_as_json
from games.statistics.models import CountedGame, PairSum, PersonSum
from games.statistics.sums import TABLES, change, open_accounts, sums_of
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)

JOB: Final = "statistics"
WHOLE_JOB: Final = "all statistics"
"""The last full check of all games."""
AN_HOUR: Final = timedelta(hours=1)
BATCH: Final = 50
"""Games that are counted in one transaction."""
LAST: Final = 100
"""The games counted last, which are checked each time."""
BUDGET: Final = 20.0
"""Seconds after which a run begins no further batch."""


def countable() -> QuerySet[Game]:
    """The games that are over and may count."""
    return Game.objects.filter(
        status=GameStatus.FINISHED, practice=False, version__gte=0, ended_at__isnull=False
    )


def count_finished_games(
    *, now: datetime, batch: int = BATCH, budget: float = BUDGET, whole: bool = False
) -> int:
    """Count new and changed finished games; return how many it counted.

    It checks games that ended or were counted lately and voided ones, at a cost independent of
    their number. Once an hour, and with ``whole``, it checks all.
    After ``budget`` seconds the rest is left to the next run.
    """
    end = time.monotonic() + budget
    _reset_after_an_update(now)
    whole = whole or not Heartbeat.objects.filter(job=WHOLE_JOB, at__gt=now - AN_HOUR).exists()
    since = None if whole else now - 2 * AN_HOUR
    counted = 0
    while found := _count_batch(now, batch, since):
        counted += found
        if found < batch:
            break
        if time.monotonic() >= end:
            return counted
    if whole:
        Heartbeat.objects.update_or_create(job=WHOLE_JOB, defaults={"at": now})
    return counted


def lock(now: datetime) -> None:
    """Serialise counters, until the end of the transaction."""
    Heartbeat.objects.get_or_create(job=JOB, defaults={"at": now})
    Heartbeat.objects.select_for_update().get(job=JOB)
    Heartbeat.objects.filter(job=JOB).update(at=now)


def wrong() -> QuerySet[CountedGame]:
    """The counted games that have changed since."""
    return CountedGame.objects.filter(
        ~Q(game__status=GameStatus.FINISHED)
        | Q(game__practice=True)
        | Q(game__ended_at=None)
        | ~Q(version=F("game__version"))
        | ~Q(public=F("game__public"))
    )


@transaction.atomic
def _reset_after_an_update(now: datetime) -> None:
    """Delete sums of other measures than those of this program."""
    other = CountedGame.objects.filter(edition__lt=EDITION)
    if not other.exists() and not CountedGame.objects.filter(edition__gt=EDITION).exists():
        return
    lock(now)
    for model in TABLES:
        model._default_manager.all().delete()
    CountedGame.objects.all().delete()


def _changed(since: datetime | None, size: int) -> list[CountedGame]:
    """The first of the counted games that have changed since."""
    rows = wrong()
    if since is not None:
        counted = Game.objects.filter(counted__isnull=False)
        void = counted.filter(status=GameStatus.VOID).order_by()
        lately = counted.filter(ended_at__gte=since).order_by("-ended_at")
        # Lists: with either condition in one query, a database would scan all rows. The games
        # counted last may have been taken back into play; older ones are found within the hour.
        games = [pk for found in (void, lately) for pk in found.values_list("pk", flat=True)]
        last = CountedGame.objects.order_by("-pk").values_list("game", flat=True)
        rows = rows.filter(game__in=[*last[:LAST], *games[: MOST_VALUES - LAST]])
    return list(rows.select_related("game").defer("game__secret").order_by("pk")[:size])


@transaction.atomic
def _count_batch(now: datetime, size: int, since: datetime | None) -> int:
    lock(now)
    outdated = _changed(since, size)
    gone = [(row, row.game.board) for row in outdated]
    waiting = countable().defer("secret").order_by("pk")
    again = waiting.filter(counted__in=outdated)
    new = waiting.filter(counted=None)
    if since is not None:
        # A separate query: a database would scan all finished games rather than these.
        ended = Game.objects.filter(
            ended_at__gte=since, counted=None, practice=False, version__gte=0
        ).order_by("ended_at")
        new = new.filter(pk__in=list(ended.values_list("pk", flat=True)[:MOST_VALUES]))
    games = [*again, *new[: size - len(outdated)]]
    if not outdated and not games:
        return 0
    rows = counted_as(games)
    known = open_accounts(
        {person for row in (*outdated, *rows) for person in row.people if person is not None}
    )
    CountedGame.objects.filter(pk__in=[row.pk for row in outdated]).delete()
    CountedGame.objects.bulk_create(rows)
    change(
        [
            *((sums_of(row, board, known), -1) for row, board in gone),
            *((sums_of(row, game.board, known), 1) for row, game in zip(rows, games, strict=True)),
        ]
    )
    return len({row.game_id for row in (*outdated, *rows)})


def counted_as(games: Sequence[Game]) -> list[CountedGame]:
    """The unsaved rows of how these games count by their present logs."""
    people, bots = _players(games)
    season_games = SeasonGame.objects.filter(game__in=games)
    seasons = dict(season_games.values_list("game", "division__season"))
    return [
        CountedGame(
            game=game,
            edition=EDITION,
            version=game.version,
            public=game.public,
            with_bots=game.pk in bots,
            season_id=seasons.get(game.pk),
            people=people[game.pk],
            tally=tally_up_to(game, game.version),
        )
        for game in games
    ]


def tally_up_to(game: Game, version: int) -> dict[str, Any] | None:
    """The tally of a game up to an event, as stored; None if it does not count."""
    try:
        board = reading.board_of(game)
        tally = tally_of(board, [line.event for line in reading.events(game, until=version)])
    except (LogError, LookupError, ValueError) as error:
        logger.warning("Game %s counts for no statistics: %s", game, error)
        return None
    if tally is None:
        return None
    assert game.ended_at is not None
    return tally_as_json(tally, (game.ended_at - (game.started_at or game.ended_at)).days)


def _players(games: Iterable[Game]) -> tuple[dict[int, list[int | None]], set[int]]:
    """The people who held a seat all the time, by game, and the games in which bots hold any."""
    people: dict[int, list[int | None]] = {game.pk: [None] * game.seat_count for game in games}
    bots = set()
    moved = set(HandOver.objects.filter(seat__game__in=people).values_list("seat", flat=True))
    for seat in Seat.objects.filter(game__in=people).select_related("person"):
        if seat.bot or (seat.person is not None and seat.person.bot_since is not None):
            bots.add(seat.game_id)
        elif seat.pk not in moved:
            people[seat.game_id][seat.number] = seat.person_id
    return people, bots


@transaction.atomic
def forget_person(*, person: Person, now: datetime) -> None:
    """Delete all sums of a person, and those that others have with them.

    Call it in the transaction that closes the account: counting after it finds the account closed.
    Their games stay in the sums of boards, which name nobody.
    """
    lock(now)
    PersonSum.objects.filter(person=person).delete()
    PairSum.objects.filter(Q(person=person) | Q(other=person)).delete()
