"""Count results into ratings: each once, in the order in which the games ended.

A missing game, or one that no longer counts, is corrected with all games after it. In the end the
rows equal a full recount. Games are counted in batches, each a transaction of its own. A counted
game keeps its rows until it is counted again, and pages show them meanwhile. The rows say which
games still wait, so a run that ends early, or is killed, is continued by the next.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.absence.models import HandOver
from games.clock.models import Heartbeat
from games.common import event_types
from games.common.sql import MOST_VALUES
from games.log.models import Event
from games.players.models import BOT_ACCOUNTS, PEOPLE, RatedGame, Rating, RatingChange
from games.players.skill import Skill, after_game
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)


ENDINGS = ("game.ended", event_types.ADJUDICATED)
"""The events that hold a result; both list the sides with seats and places as ``scores``."""


@dataclass(frozen=True, slots=True)
class RatedSide:
    """A seat, or the seats of a team, and the place that it took."""

    seats: tuple[int, ...]
    place: int


def rated_sides(game: Game) -> list[RatedSide]:
    """The sides of a finished game with their places, from its log.

    Empty if the log has no result.
    """
    ends = Event.objects.filter(game=game, type__in=ENDINGS).order_by("-seq")
    data = ends.values_list("data", flat=True).first()
    return [
        RatedSide(tuple(score["seats"]), score["place"])
        for score in (data or {"scores": []})["scores"]
    ]


def starters(game: Game) -> dict[int, int | None]:
    """The ids of the people who began the game, by seat; None where they were erased.

    Skill is measured on them, also if a substitute finished for them: nobody saves points by
    leaving, and nobody risks any by helping out (decision 80).
    """
    seats = Seat.objects.filter(game=game).values_list("number", "person")
    began: dict[int, int | None] = dict(seats)
    # Latest first, so that the first holder of each seat stays.
    moved = HandOver.objects.filter(seat__game=game).order_by("-seq", "-pk")
    began.update(moved.values_list("seat__number", "person_before"))
    return began


JOB: Final = "ratings"
WHOLE_JOB: Final = "all ratings"
"""The last full check of all games."""
AN_HOUR: Final = timedelta(hours=1)
ALL_BOARDS: Final = ""
KEY: Final = ("person", "board", "pool")
"""The subject of a rating."""
BATCH: Final = 200
"""Games that are counted in one transaction."""
BUDGET: Final = 20.0
"""Seconds after which a run begins no further batch."""
EndOfGame = tuple[datetime, int]
"""The time at which a game ended, and its id: the order of counting."""
Progress = Callable[[Iterable[Game], int], Iterable[Game]]


def rate_finished_games(*, now: datetime, batch: int = BATCH, budget: float = BUDGET) -> int:
    """Count new results, and correct those that no longer count; return how many games it counted.

    Games that ended later are counted again. It checks games that ended lately and voided ones, at
    a cost independent of their number, and once an hour all games. After ``budget`` seconds
    the rest is left to the next run.
    """
    end = time.monotonic() + budget
    counted = 0
    lately = Heartbeat.objects.filter(job=WHOLE_JOB, at__gt=now - AN_HOUR).exists()
    since = now - 2 * AN_HOUR if lately else None
    while (first := first_unsettled(since)) is not None:
        if since is not None and first[0] < since:
            # Later games are counted again: from now on any run finds them.
            Heartbeat.objects.filter(job=WHOLE_JOB).delete()
            since = None
        counted += len(_count_batch(now, batch, since))
        if time.monotonic() >= end:
            return counted
    if since is None:
        Heartbeat.objects.update_or_create(job=WHOLE_JOB, defaults={"at": now})
    return counted


def recompute_ratings(*, now: datetime, watch: Progress = lambda games, total: games) -> int:
    """Count every game again from its log; return how many.

    ``watch`` wraps the games and may show progress.
    """
    with transaction.atomic():
        _lock(now)
        RatedGame.objects.all().delete()
    total = countable().count()
    for _game in watch(_batches(now), total):
        pass
    with transaction.atomic():
        _lock(now)
        # Rows of games that do not count, and their consequences, were in no batch.
        astray = RatingChange.objects.exclude(game__rating__at=F("at"))
        people = set(astray.exclude(person=None).values_list(*KEY).order_by())
        astray.delete()
        changes = RatingChange.objects.filter(**{name: OuterRef(name) for name in KEY})
        people.update(Rating.objects.filter(~Exists(changes)).values_list(*KEY))
        _bring_up_to_date(people)
    return total


def _batches(now: datetime) -> Iterator[Game]:
    while first_unsettled() is not None:
        yield from _count_batch(now, BATCH)


def countable() -> QuerySet[Game]:
    """The games that count for the ratings."""
    return Game.objects.filter(rated=True, status=GameStatus.FINISHED, ended_at__isnull=False)


def _lock(now: datetime) -> None:
    """Serialise the counters."""
    Heartbeat.lock(JOB, now)
    Heartbeat.objects.filter(job=JOB).update(at=now)


def first_unsettled(since: datetime | None = None) -> EndOfGame | None:
    """The first game that is not counted correctly.

    With ``since`` it checks games that ended since then and void ones, otherwise all.
    """
    missing = countable().filter(rating=None).order_by("ended_at", "pk")
    wrong = RatedGame.objects.filter(
        Q(game__rated=False)
        | ~Q(game__status=GameStatus.FINISHED)
        | Q(game__ended_at=None)
        | ~Q(at=F("game__ended_at"))
    )
    if since is not None:
        missing = missing.filter(ended_at__gte=since)
        # Two queries: with either condition in one query, a database would scan all rows.
        void = Game.objects.filter(status=GameStatus.VOID, rating__isnull=False)
        lately = RatedGame.objects.filter(at__gte=since).order_by("at", "game")
        games = [*void.values_list("pk", flat=True), *lately.values_list("game", flat=True)]
        wrong = wrong.filter(game__in=games[:MOST_VALUES])
    found: list[EndOfGame] = [
        (ended, game) for ended, game in missing.values_list("ended_at", "pk")[:1] if ended
    ]
    for at, ended, game in wrong.values_list("at", "game__ended_at", "game_id"):
        found.append((min(at, ended or at), game))
    return min(found, default=None)


@transaction.atomic
def _count_batch(now: datetime, size: int, since: datetime | None = None) -> list[Game]:
    """Count the first games that wait, and mark all later ones as waiting."""
    _lock(now)
    first = first_unsettled(since)
    if first is None:
        return []
    RatedGame.objects.filter(_from(first)).delete()
    at, pk = first
    waiting = countable().filter(Q(ended_at__gt=at) | Q(ended_at=at, pk__gte=pk))
    games = list(waiting.defer("secret").order_by("ended_at", "pk")[:size])
    outdated = RatingChange.objects.filter(_from(first))
    if len(games) == size:
        # Up to the last of them; later games keep their rows until they are counted again.
        last = games[-1]
        within = Q(at__lt=last.ended_at) | Q(at=last.ended_at, game__lte=last.pk)
        outdated = RatingChange.objects.filter(_from(first) & within | Q(game__in=games))
    book = _Skills(first)
    book.touched.update(outdated.exclude(person=None).values_list(*KEY).order_by().distinct())
    book.erased = {
        (game, number, board): Skill(mu, sigma)
        for game, number, board, mu, sigma in outdated.filter(person=None).values_list(
            "game", "number", "board", "mu_before", "sigma_before"
        )
    }
    outdated.delete()
    for game in games:
        _count(game, book)
    _bring_up_to_date(book.touched)
    return games


def _from(first: EndOfGame) -> Q:
    at, pk = first
    return Q(at__gt=at) | Q(at=at, game__gte=pk)


def pool_of(game: Game) -> str:
    """The pool in which a game counts."""
    return BOT_ACCOUNTS if game.with_bot_account else PEOPLE


def _bring_up_to_date(touched: Iterable[tuple[int, str, str]]) -> None:
    """Update the current ratings from the last counted game, per person, board and pool."""
    for person, board, pool in sorted(touched):
        changes = RatingChange.objects.filter(person=person, board=board, pool=pool)
        last = changes.order_by("-at", "-game_id").first()
        if last is None:
            Rating.objects.filter(person=person, board=board, pool=pool).delete()
            continue
        Rating.objects.update_or_create(
            person_id=person,
            board=board,
            pool=pool,
            defaults={
                "mu": last.mu_after,
                "sigma": last.sigma_after,
                "games": changes.count(),
                "at": last.at,
            },
        )


class _Skills:
    """The skills of people while games are counted one after the other."""

    def __init__(self, first: EndOfGame) -> None:
        self._before = first
        self._skills: dict[tuple[int, str, str], Skill] = {}
        self.touched: set[tuple[int, str, str]] = set()
        self.erased: dict[tuple[int, int, str], Skill] = {}

    def skill(self, person: int, board: str, pool: str) -> Skill:
        """The skill of a person."""
        key = (person, board, pool)
        if key not in self._skills:
            self._skills[key] = self._stored(*key) or Skill()
        return self._skills[key]

    def put(self, person: int, board: str, pool: str, skill: Skill) -> None:
        self._skills[person, board, pool] = skill
        self.touched.add((person, board, pool))

    def _stored(self, person: int, board: str, pool: str) -> Skill | None:
        # The row before the first game of the batch; later rows may be outdated.
        changes = RatingChange.objects.filter(person=person, board=board, pool=pool)
        last = changes.exclude(_from(self._before)).order_by("-at", "-game_id").first()
        return Skill(last.mu_after, last.sigma_after) if last else None


def _count(game: Game, book: _Skills) -> None:
    assert game.ended_at
    RatedGame.objects.create(game=game, at=game.ended_at)
    sides = rated_sides(game)
    if len(sides) < 2:
        # Counted without a change, so that nobody looks for it again.
        logger.warning("Game %s has no result in its log and counts for no rating.", game)
        return
    people = starters(game)
    for board in (ALL_BOARDS, game.board):
        before = [
            [_before(game, seat, people, board, book) for seat in side.seats] for side in sides
        ]
        after = after_game(before, [side.place for side in sides])
        rows = []
        for side, were, are in zip(sides, before, after, strict=True):
            for number, was, now in zip(side.seats, were, are, strict=True):
                person = people.get(number)
                if person is not None:
                    book.put(person, board, pool_of(game), now)
                rows.append(
                    RatingChange(
                        game=game,
                        at=game.ended_at,
                        number=number,
                        person_id=person,
                        board=board,
                        pool=pool_of(game),
                        place=side.place,
                        mu_before=was.mu,
                        sigma_before=was.sigma,
                        mu_after=now.mu,
                        sigma_after=now.sigma,
                    )
                )
        RatingChange.objects.bulk_create(rows)


def _before(
    game: Game, number: int, people: dict[int, int | None], board: str, book: _Skills
) -> Skill:
    person = people.get(number)
    if person is None:
        return book.erased.get((game.pk, number, board), Skill())
    return book.skill(person, board, pool_of(game))
