"""A run that dies anywhere is finished by the next one, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.leagues.league import create_league
from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonGame, SeasonSeat
from games.leagues.season import close, draw, start
from games.leagues.season.plan import plan_season
from games.leagues.season.runner import run_season, run_seasons
from games.leagues.season.start import announce
from games.notifications.models import Notice
from games.people.models import Person
from games.tables.models import Game
from tests.games.leagues.conftest import CLOSES, DAY, ENDS, OPENS, STARTS, a_plan, finish

Registered = Callable[..., Season]


class Killed(BaseException):
    """What happens to a process that is killed: nobody catches it."""


def dies_at(patch: pytest.MonkeyPatch, module: object, name: str, call: int) -> None:
    """Let the process die at the nth call of a function."""
    real = getattr(module, name)
    calls = iter(range(1, 1000))

    def dying(*args: object, **options: object) -> object:
        if next(calls) == call:
            raise Killed
        return real(*args, **options)

    patch.setattr(module, name, dying)


def test_killed_while_drawing_nothing_is_drawn_and_the_next_run_draws_the_same(
    registered: Registered, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = registered(8)
    with monkeypatch.context() as patch:
        dies_at(patch, draw, "_store", 2)
        with pytest.raises(Killed):
            run_season(season=season, now=CLOSES)
    assert not Division.objects.exists()
    assert not SeasonGame.objects.exists()
    assert set(Entry.objects.values_list("status", flat=True)) == {EntryStatus.REGISTERED}
    assert run_season(season=season, now=CLOSES) == ["draw"]
    assert SeasonSeat.objects.count() == 8


def test_killed_while_starting_the_started_games_stay_and_the_others_follow(
    registered: Registered, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = registered(8)
    run_season(season=season, now=CLOSES)
    with monkeypatch.context() as patch:
        dies_at(patch, start, "arrange_game", 3)
        with pytest.raises(Killed):
            run_season(season=season, now=STARTS)
    before = set(Game.objects.values_list("code", flat=True))
    season.refresh_from_db()
    assert len(before) == 2
    assert season.started_at is None
    assert run_season(season=season, now=STARTS + DAY) == ["start"]
    after = set(Game.objects.values_list("code", flat=True))
    assert before < after
    assert len(after) == SeasonGame.objects.count() == 4
    assert Notice.objects.filter(kind="league", data__what="started").count() == 8


def test_killed_while_adjudicating_each_game_counts_once(
    registered: Registered, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.leagues.season import results

    season = registered(8)
    run_season(season=season, now=STARTS)
    with monkeypatch.context() as patch:
        dies_at(patch, results, "store_result", 3)
        with pytest.raises(Killed):
            run_season(season=season, now=ENDS)
    assert SeasonGame.objects.filter(settled_at__isnull=False).count() == 2
    assert "promote" in run_season(season=season, now=ENDS + DAY)
    assert SeasonGame.objects.filter(settled_at=ENDS).count() == 2
    assert SeasonGame.objects.filter(settled_at=ENDS + DAY).count() == 2


def test_killed_while_promoting_nobody_is_notified_and_then_everybody_once(
    registered: Registered, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    for season_game in SeasonGame.objects.all():
        finish(season_game, [9, 5], STARTS)
    with monkeypatch.context() as patch:
        dies_at(patch, close.recipients, "notify_players", 1)
        with pytest.raises(Killed):
            run_season(season=season, now=STARTS + DAY)
    assert not Entry.objects.exclude(outcome="").exists()
    assert run_season(season=season, now=STARTS + DAY) == ["promote"]
    assert Notice.objects.filter(data__what="result").count() == 4
    assert run_season(season=season, now=STARTS + DAY) == []


def test_one_broken_season_does_not_keep_the_others_waiting(
    registered: Registered, director: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = registered(4)
    league = create_league(name="Broken", directors=[director], founder=None, now=OPENS)
    broken = plan_season(league=league, director=director, plan=a_plan(), now=OPENS - DAY)
    announce(season=broken, now=OPENS - DAY)
    Season.objects.filter(pk=broken.pk).update(starts_at=OPENS)
    real = draw.lock_season

    def fails(one: Season) -> Season:
        if one.pk == broken.pk:
            raise RuntimeError("broken")
        return real(one)

    monkeypatch.setattr(draw, "lock_season", fails)
    assert run_seasons(now=CLOSES) == 1
    season.refresh_from_db()
    broken.refresh_from_db()
    assert season.drawn_at == CLOSES
    assert broken.drawn_at is None


def test_a_game_that_cannot_start_is_tried_again_while_the_others_are_played(
    registered: Registered,
) -> None:
    season = registered(4)
    run_season(season=season, now=CLOSES)
    entry = Entry.objects.filter(status=EntryStatus.PLAYING).earliest("pk")
    person = entry.person
    Entry.objects.filter(pk=entry.pk).update(person=None)
    assert run_season(season=season, now=STARTS) == ["start"]
    assert Game.objects.count() == 1
    Entry.objects.filter(pk=entry.pk).update(person=person)
    assert run_season(season=season, now=STARTS + DAY) == ["start the rest"]
    assert Game.objects.count() == 2
