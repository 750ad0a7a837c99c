"""Another division from the reserve list, below those that were drawn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction

from games.common.errors import Refused
from games.leagues.models import (
    Division,
    Entry,
    EntryStatus,
    Partners,
    Season,
    SeasonGame,
    SeasonSeat,
)
from games.leagues.rules.promotion import Outcome
from games.leagues.season import draw as opening
from games.leagues.season.draw import open_division
from games.leagues.season.plan import SeasonCannotBePaired, game_kind
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.notifications.models import Notice
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    ENDS,
    STARTS,
    Crowd,
    a_plan,
    finish,
)

Registered = Callable[..., Season]
LATER = STARTS + 2 * DAY


@pytest.fixture
def waiting(registered: Registered, crowd: Crowd) -> Callable[..., Season]:
    """A season of four in play, for which n more wait: `waiting(4)`."""

    def make(count: int, plan: object = None, *, now: object = STARTS) -> Season:
        season = registered(4, plan)
        run_season(season=season, now=now)
        for minute, person in enumerate(crowd(count)):
            register(season=season, person=person, now=now + timedelta(minutes=minute))
        season.refresh_from_db()
        return season

    return make


def tables(division: Division) -> list[list[tuple[int, int]]]:
    seats = SeasonSeat.objects.filter(season_game__division=division)
    return sorted(seats.values_list("season_game__number", "number", "entry"))


def test_those_who_wait_play_in_a_division_of_their_own_at_once(
    waiting: Callable[..., Season],
) -> None:
    season = waiting(4)
    Notice.objects.all().delete()
    division = open_division(season=season, tier=2, now=LATER)
    assert division is not None
    entries = list(division.entries.order_by("strength"))
    assert [entry.strength for entry in entries] == [5, 6, 7, 8]
    assert {entry.status for entry in entries} == {EntryStatus.PLAYING}
    assert {entry.substitute_for for entry in entries} == {None}
    games = SeasonGame.objects.filter(division=division)
    assert games.count() == 2
    assert all(one.game.status == "running" and one.started_at == LATER for one in games)
    told = Notice.objects.filter(kind="league", data__what="started")
    assert {one.person_id for one in told} == {entry.person_id for entry in entries}


def test_to_ask_for_it_twice_opens_one(waiting: Callable[..., Season]) -> None:
    season = waiting(12)
    assert open_division(season=season, tier=2, now=LATER) is not None
    assert open_division(season=season, tier=2, now=LATER) is None
    assert season.divisions.count() == 2
    assert Game.objects.count() == 5
    with pytest.raises(Refused, match="division 3"):
        open_division(season=season, tier=4, now=LATER)
    assert open_division(season=season, tier=3, now=LATER) is not None


def test_who_has_waited_longest_comes_in_and_the_others_wait_on(
    waiting: Callable[..., Season],
) -> None:
    """Six are as many as fit a division of four; the number must come out even."""
    season = waiting(7)
    reserves = list(season.entries.filter(status=EntryStatus.RESERVE).order_by("registered_at"))
    division = open_division(season=season, tier=2, now=LATER)
    assert division is not None
    assert set(division.entries.all()) == set(reserves[:6])
    assert list(season.entries.filter(status=EntryStatus.RESERVE)) == reserves[6:]


def test_it_follows_from_the_seed_of_the_season(waiting: Callable[..., Season]) -> None:
    season = waiting(4, a_plan([game_kind("usa", [2], 3)]))
    drawn = []
    for seed in (season.seed, season.seed, "another"):
        with transaction.atomic():
            Season.objects.filter(pk=season.pk).update(seed=seed)
            division = open_division(season=season, tier=2, now=LATER)
            assert division is not None
            drawn.append(tables(division))
            transaction.set_rollback(True)
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]


def test_before_the_start_its_games_begin_with_the_others(waiting: Callable[..., Season]) -> None:
    season = waiting(2, now=CLOSES)
    division = open_division(season=season, tier=2, now=CLOSES + DAY)
    assert not SeasonGame.objects.filter(started_at__isnull=False).exists()
    run_season(season=season, now=STARTS)
    assert SeasonGame.objects.get(division=division).game is not None


def test_it_is_refused_while_nobody_could_play_in_it(
    waiting: Callable[..., Season], registered: Registered, crowd: Crowd
) -> None:
    season = waiting(0)
    with pytest.raises(Refused, match="Nobody on the reserve list"):
        open_division(season=season, tier=2, now=LATER)
    register(season=season, person=crowd(1)[0], now=STARTS)
    with pytest.raises(SeasonCannotBePaired, match="more than there are players: 1"):
        open_division(season=season, tier=2, now=LATER)
    register(season=season, person=crowd(1)[0], now=STARTS)
    with pytest.raises(Refused, match="Fewer than 7 days"):
        open_division(season=season, tier=2, now=ENDS - 6 * DAY)
    with pytest.raises(Refused, match="over"):
        open_division(season=season, tier=2, now=ENDS)
    assert season.divisions.count() == 1


def test_before_the_draw_there_is_nothing_to_open(registered: Registered, crowd: Crowd) -> None:
    season = registered(4)
    with pytest.raises(Refused, match="not been drawn yet"):
        open_division(season=season, tier=1, now=CLOSES - DAY)


def test_who_may_begin_no_games_waits_on(waiting: Callable[..., Season]) -> None:
    season = waiting(3)
    first = season.entries.filter(status=EntryStatus.RESERVE).earliest("registered_at")
    Sanction.objects.create(person=first.person, kind=SanctionKind.SUSPENSION, at=STARTS)
    division = open_division(season=season, tier=2, now=LATER)
    assert division is not None
    first.refresh_from_db()
    assert first.status == EntryStatus.RESERVE
    assert division.entries.count() == 2


def test_where_one_game_cannot_begin_nothing_of_it_is_there(
    waiting: Callable[..., Season], monkeypatch: pytest.MonkeyPatch
) -> None:
    season = waiting(4)
    real, calls = opening.start_season_game, []

    def fails(**options: object) -> bool:
        calls.append(options)
        if len(calls) == 2:
            raise Refused("This one cannot.")
        return real(**options)

    monkeypatch.setattr(opening, "start_season_game", fails)
    with pytest.raises(Refused, match="This one cannot"):
        open_division(season=season, tier=2, now=LATER)
    assert season.divisions.count() == 1
    assert Game.objects.count() == 2
    assert season.entries.filter(status=EntryStatus.RESERVE).count() == 4


def test_pairs_that_stay_together_come_in_together(waiting: Callable[..., Season]) -> None:
    plan = a_plan([game_kind("team-asia", [4], 1)], partners=Partners.FIXED)
    season = waiting(5, plan)
    reserves = list(season.entries.filter(status=EntryStatus.RESERVE).order_by("registered_at"))
    one, other = reserves[0], reserves[3]
    Entry.objects.filter(pk=one.pk).update(partner=other)
    Entry.objects.filter(pk=other.pk).update(partner=one)
    division = open_division(season=season, tier=2, now=LATER)
    assert division is not None
    # The fifth is no whole pair.
    assert set(division.entries.all()) == set(reserves[:4])
    seats = {seat.entry_id: seat.team for seat in SeasonSeat.objects.all()}
    assert seats[one.pk] == seats[other.pk]


def test_at_the_end_it_is_a_division_like_the_others(
    waiting: Callable[..., Season], crowd: Crowd
) -> None:
    """Its best goes up, and the last of the one above goes down to it."""
    season = waiting(4)
    open_division(season=season, tier=2, now=LATER)
    for drawn in SeasonGame.objects.filter(division__season=season):
        finish(drawn, [90, 40], STARTS + 9 * DAY)
    run_season(season=season, now=STARTS + 10 * DAY)
    season.refresh_from_db()
    assert season.promoted_at is not None
    outcomes = {
        (entry.division.tier, entry.outcome, entry.tier)
        for entry in season.entries.select_related("division")
    }
    assert (1, Outcome.RELEGATED, 2) in outcomes
    assert (2, Outcome.PROMOTED, 1) in outcomes
    assert (2, Outcome.STAYS, 2) in outcomes
    moved = season.entries.exclude(outcome=Outcome.STAYS)
    assert {entry.rank for entry in moved} == {1, 4}


def test_people_who_came_in_late_belong_somewhere_next_season(
    waiting: Callable[..., Season], director: Person
) -> None:
    from games.leagues.season.plan import plan_season
    from games.leagues.season.start import announce

    season = waiting(4)
    open_division(season=season, tier=2, now=LATER)
    people = list(season.entries.order_by("pk"))
    for drawn in SeasonGame.objects.filter(division__season=season):
        finish(drawn, [90, 40], STARTS + 9 * DAY)
    run_season(season=season, now=STARTS + 10 * DAY)
    after = STARTS + 20 * DAY
    plan = a_plan(
        registration_opens_at=after,
        registration_closes_at=after + DAY,
        starts_at=after + 2 * DAY,
        ends_at=after + 60 * DAY,
    )
    following = plan_season(league=season.league, director=director, plan=plan, now=after)
    announce(season=following, now=after)
    for entry in reversed(people):
        register(season=following, person=entry.person, now=after)
    run_season(season=following, now=after + DAY)
    for entry in people:
        entry.refresh_from_db()
        now_in = following.entries.get(person=entry.person).division
        assert now_in.tier == entry.tier
