"""Read ratings, rankings, reliability and pace; search among players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from games.people.models import Person
from games.players.models import (
    BOT_ACCOUNTS,
    FEWEST_GAMES,
    PEOPLE,
    Pace,
    Rating,
    RatingChange,
    ReliabilitySum,
)
from games.players.skill import (
    WIDTH,
    DisplayedRating,
    mu_of_points,
    points_of,
)
from games.tables.models import Game, GameStatus, Seat


def own_pool(person: Person) -> str:
    """The pool of games with accounts of the same kind: people with people."""
    return BOT_ACCOUNTS if person.is_bot_account else PEOPLE


IN_OWN_POOL: Final = Q(pool=PEOPLE) | Q(pool=BOT_ACCOUNTS, person__bot_since__isnull=False)
"""Ratings among accounts of the same kind. A bot account has no other."""


def ratings_of(person: Person, pool: str | None = None) -> list[Rating]:
    """The ratings of a person in a pool, their own by default; the one over all boards first."""
    pool = own_pool(person) if pool is None else pool
    return list(Rating.objects.filter(person=person, pool=pool).order_by("board"))


def bot_accounts() -> QuerySet[Person]:
    """The bot accounts of the site that are open, by name."""
    return Person.objects.filter(bot_since__isnull=False, is_active=True).order_by("name")


def over_all_boards(people: Iterable[int]) -> dict[int, DisplayedRating]:
    """The ratings of people over all boards, of those who have one: one query."""
    rows = Rating.objects.filter(person__in=list(people), board="").select_related("person")
    return {row.person_id: row.rating for row in rows if row.pool == own_pool(row.person)}


def ranking(board: str = "", pool: str = PEOPLE) -> QuerySet[Rating]:
    """Return the ranked people of a board or of all, by the lower bound of their skill.

    The pool of bot accounts leaves people out.
    """
    ranked = Rating.objects.filter(IN_OWN_POOL, games__gte=FEWEST_GAMES, person__is_active=True)
    return (
        ranked.filter(board=board, pool=pool)
        .select_related("person")
        .order_by((F("mu") - 2 * F("sigma")).desc(), "person__name")
    )


def by_rating(games: QuerySet[Game]) -> QuerySet[Game]:
    """Sort games by their best ranked player, by the lower bound of the skill."""
    best = (
        Rating.objects.filter(
            person__seats__game=OuterRef("pk"), board="", pool=PEOPLE, games__gte=FEWEST_GAMES
        )
        .order_by((F("mu") - 2 * F("sigma")).desc())
        .annotate(surely=F("mu") - 2 * F("sigma"))
        .values("surely")[:1]
    )
    found = games.annotate(best=Subquery(best))
    return found.order_by(F("best").desc(nulls_last=True), "-started_at", "-pk")


MAX_IN_CHART: Final = 300
"""The most games in a curve of ratings: more would not be visible."""


def rating_history(
    person: Person, board: str = "", *, latest: int | None = None
) -> list[tuple[datetime, int, int]]:
    """Return when each game counted, the points shown after it, and their margin; oldest first.

    ``latest`` limits it to the last n games.
    """
    changes = RatingChange.objects.filter(person=person, board=board, pool=own_pool(person))
    changes = changes.order_by("-at", "-game_id")[:latest]
    rows = list(changes.values_list("at", "mu_after", "sigma_after"))
    return [(at, points_of(mu), round(2 * WIDTH * sigma)) for at, mu, sigma in reversed(rows)]


FEWEST_TURNS_FOR_RELIABILITY: Final = 20
"""Turns on a clock before the reliability of a person is known."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The turns of a person, on time or not, over all games with other people, and their ends."""

    answered: int = 0
    missed: int = 0
    excused: int = 0
    finished: int = 0
    left: int = 0

    @property
    def turns(self) -> int:
        """The number of turns that count: excused ones do not."""
        return self.answered + self.missed - self.excused

    @property
    def known(self) -> bool:
        """Whether there were enough turns to know."""
        return self.turns >= FEWEST_TURNS_FOR_RELIABILITY

    @property
    def percent(self) -> int:
        """The turns on time in percent, rounded down; 100 where none counts.

        >>> Reliability(answered=199, missed=2, excused=1).percent
        99
        """
        return 100 * self.answered // self.turns if self.turns else 100


def reliability_of(people: Iterable[int]) -> dict[int, Reliability]:
    """Return the reliability of these people (ids); the result includes all of them."""
    wanted = list(people)
    rows = ReliabilitySum.objects.filter(person__in=wanted)
    sums = rows.values_list("person", "answered", "missed", "excused", "finished", "left")
    found = {person: Reliability(*counts) for person, *counts in sums}
    return {person: found.get(person, Reliability()) for person in wanted}


FEWEST_TURNS_FOR_PACE: Final = 5
"""Turns before the pace of a person is known."""


def paces_of(people: Iterable[int]) -> Mapping[int, timedelta]:
    """Return the median times of a turn of these people, where known, in one query."""
    rows = Pace.objects.filter(person__in=set(people), turns__gte=FEWEST_TURNS_FOR_PACE)
    return dict(rows.values_list("person_id", "median"))


ACTIVE_DAYS: Final = (7, 30, 90)
RELIABILITIES: Final = (80, 90, 95)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSearch:
    """Conditions of a search; None or "" is no condition.

    ``name`` is part of the name, in any spelling; ``rating`` is the minimum over all boards, in
    points as pages show them; ``active_days`` requires a game under way or finished within that
    many days; ``reliability`` is in percent; ``among`` are ids of people.
    """

    name: str = ""
    rating: int | None = None
    active_days: int | None = None
    reliability: int | None = None
    among: QuerySet[Any, int] | None = None


def search_players(search: PlayerSearch, *, now: datetime) -> QuerySet[Person]:
    """The people that a search finds, by name; nobody whose account is closed or banned."""
    people = Person.objects.named_like(search.name).filter(is_active=True)
    if search.among is not None:
        people = people.filter(pk__in=search.among)
    if search.rating is not None:
        rated = Rating.objects.filter(
            IN_OWN_POOL, person=OuterRef("pk"), board="", mu__gte=mu_of_points(search.rating)
        )
        people = people.filter(Exists(rated))
    if search.active_days is not None:
        since = now - timedelta(days=search.active_days)
        going = Q(game__status=GameStatus.RUNNING) | Q(game__ended_at__gte=since)
        seats = Seat.objects.filter(going, person=OuterRef("pk"), game__practice=False)
        people = people.filter(Exists(seats))
    if search.reliability is not None:
        people = people.filter(Exists(_reliable(search.reliability)))
    return people


def _reliable(percent: int) -> QuerySet[ReliabilitySum]:
    """A query for the person of the outer query with this share of turns on time."""
    sums = ReliabilitySum.objects.filter(person=OuterRef("pk"))
    turns = F("answered") + F("missed") - F("excused")
    return sums.alias(turns=turns, hits=F("answered") * 100).filter(
        turns__gte=FEWEST_TURNS_FOR_RELIABILITY, hits__gte=F("turns") * percent
    )
