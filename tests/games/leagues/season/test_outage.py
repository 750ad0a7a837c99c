"""A worker that was away: the dates of seasons move, and lots decide nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from games.leagues.models import Entry, Season, SeasonGame
from games.leagues.season.runner import run_seasons
from games.people.models import Person
from games.tables.models import Game, GameStatus
from tests.fixtures.mail import text_of
from tests.games.leagues.conftest import CLOSES, DAY, ENDS, OPENS, STARTS, verify_everybody

Registered = Callable[..., Season]
Run = Callable[[datetime], object]
MINUTE = timedelta(minutes=1)


def by_command(now: datetime) -> object:
    with time_machine.travel(now, tick=False):
        return call_command("run_seasons")


RUNS: list[Run] = [lambda now: run_seasons(now=now), by_command]


@pytest.mark.slow
@pytest.mark.parametrize("run", RUNS)
def test_a_worker_that_was_away_for_a_whole_season_does_not_decide_it_by_lot(
    run: Run, registered: Registered, client: Client, inbox: Callable[..., list], director: Person
) -> None:
    season = registered(4)
    verify_everybody()
    run(CLOSES - DAY)
    inbox(at=CLOSES - DAY)
    back = ENDS + 9 * DAY
    run(back)
    season.refresh_from_db()
    assert season.drawn_at is None
    away = back - (CLOSES - DAY)
    assert season.registration_closes_at == CLOSES + away
    assert season.starts_at == STARTS + away
    assert season.ends_at == ENDS + away
    mails = inbox(at=back)
    people = [entry.person for entry in Entry.objects.select_related("person")]
    for person in (*people, director):
        [mail] = [one for one in mails if person and person.email in str(one["To"])]
        text = " ".join(text_of(mail).split())
        assert "the dates have moved" in text
        assert f"Last day · {ENDS:%-d %B %Y}" in text
    for day in range(90):
        run_seasons(now=back + day * DAY / 25)
    season.refresh_from_db()
    assert season.drawn_at is not None
    assert season.started_at is not None
    assert season.adjudicated_at is None
    assert Game.objects.filter(status=GameStatus.RUNNING).count() == 2


def test_a_season_in_play_gets_its_last_day_moved_and_games_that_were_over_still_count(
    registered: Registered,
) -> None:
    season = registered(4)
    run_seasons(now=CLOSES)
    season.refresh_from_db()
    run_seasons(now=CLOSES + MINUTE)
    for hour in range(1, 50):
        run_seasons(now=CLOSES + hour * timedelta(hours=1))
    season.refresh_from_db()
    assert season.started_at is not None
    assert season.ends_at == ENDS
    since = CLOSES + 49 * timedelta(hours=1)
    run_seasons(now=ENDS + DAY)
    season.refresh_from_db()
    assert season.adjudicated_at is None
    assert season.ends_at == ENDS + (ENDS + DAY - since)
    assert not SeasonGame.objects.exclude(settled_at=None).exists()


def test_a_short_outage_moves_no_date(registered: Registered) -> None:
    season = registered(4)
    run_seasons(now=OPENS)
    run_seasons(now=OPENS + timedelta(minutes=50))
    season.refresh_from_db()
    assert season.registration_closes_at == CLOSES


def test_a_director_who_takes_the_steps_after_an_outage_decides_nothing_by_lot_either(
    registered: Registered, director: Person
) -> None:
    season = registered(4)
    run_seasons(now=OPENS + DAY)
    browser = Client()
    with time_machine.travel(ENDS + DAY):
        browser.force_login(director)
        page = browser.post("/leagues/night-club/1/direct/run/", follow=True).content.decode()
    assert "There is nothing to do now." in page
    season.refresh_from_db()
    assert season.drawn_at is None
    assert season.ends_at > ENDS + DAY
