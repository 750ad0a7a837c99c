"""The pages of leagues, through HTTP."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
import time_machine
from django import forms
from django.test import Client

from games.leagues.models import Entry, EntryStatus, Season, SeasonGame
from games.leagues.season.plan import game_kind
from games.leagues.season.runner import run_season
from games.people.models import Person
from games.web.leagues.decision_forms import SEASON_DECISIONS
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    ENDS,
    NOW,
    OPENS,
    STARTS,
    Crowd,
    a_plan,
    finish,
)

Registered = Callable[..., Season]
URL = "/leagues/night-club/1/"


def signed_in(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def filled_in(form: forms.Form) -> dict[str, object]:
    """What a browser sends if one changes nothing in a form."""
    shown = {name: form[name].value() for name in form.fields}
    return {
        name: value.strftime("%Y-%m-%dT%H:%M") if isinstance(value, datetime) else value
        for name, value in shown.items()
        if value not in (None, False)
    }


def test_an_anonymous_user_finds_the_league_its_season_and_its_standings(
    registered: Registered, client: Client
) -> None:
    season = registered(8)
    run_season(season=season, now=STARTS)
    finish(SeasonGame.objects.earliest("pk"), [90, 40], STARTS + DAY)
    run_season(season=season, now=STARTS + DAY)
    with time_machine.travel(STARTS + 2 * DAY):
        assert "Night Club" in client.get("/leagues/").content.decode()
        assert "Season 1" in client.get("/leagues/night-club/").content.decode()
        page = client.get(URL).content.decode()
        assert "Division 2" in page
        assert "1 of 2 games counted" in page
        assert "Player 2" in page
        division = client.get(f"{URL}division/1/").content.decode()
    assert "in play" in division
    assert "<svg" in division
    assert client.get(f"{URL}division/3/").status_code == 404
    assert client.get("/leagues/nowhere/").status_code == 404


def test_a_plan_is_seen_by_directors_only(
    client: Client, league: object, director: Person, alice: Person
) -> None:
    from games.leagues.season.plan import plan_season

    plan_season(league=league, director=director, plan=a_plan(), now=NOW)  # type: ignore[arg-type]
    assert client.get(URL).status_code == 404
    assert signed_in(alice).get(URL).status_code == 404
    assert signed_in(director).get(URL).status_code == 200
    assert "Season 1" not in client.get("/leagues/night-club/").content.decode()


def test_one_registers_and_withdraws_on_the_page(
    announced: Callable[..., Season], alice: Person
) -> None:
    announced()
    browser = signed_in(alice)
    with time_machine.travel(OPENS + DAY):
        assert browser.get(f"{URL}register/").status_code == 405
        page = browser.post(f"{URL}register/", {"contribution": "owl"}, follow=True)
        assert "You are registered" in page.content.decode()
        assert Entry.objects.get().contribution == "owl"
        page = browser.post(f"{URL}withdraw/", follow=True)
    assert "You have withdrawn" in page.content.decode()
    assert Entry.objects.get().status == EntryStatus.WITHDRAWN


def test_who_is_too_early_reads_when_to_come_back(
    announced: Callable[..., Season], alice: Person
) -> None:
    announced()
    page = signed_in(alice).post(f"{URL}register/", follow=True)
    assert "Registration opens on" in page.content.decode()
    assert not Entry.objects.exists()


def test_a_director_plans_looks_at_the_balance_and_announces(
    league: object, director: Person
) -> None:
    browser = signed_in(director)
    page = browser.get("/leagues/night-club/plan/")
    form = page.context["form"]
    data = filled_in(form)
    bad = browser.post("/leagues/night-club/plan/", {**data, "division_size": 9, "seats_1": "4"})
    assert bad.status_code == 422
    assert "cannot each play 3 games" in bad.content.decode()
    assert not Season.objects.exists()
    page = browser.post("/leagues/night-club/plan/", data, follow=True)
    assert page.redirect_chain[-1][0] == f"{URL}direct/"
    assert "Balance of a full division" in page.content.decode()
    assert "plans that only draw, which move after 2 to 20 minutes" in page.content.decode()
    page = browser.post(f"{URL}direct/announce/", follow=True)
    assert "The season was announced." in page.content.decode()
    assert Season.objects.get().announced_at is not None


def test_a_director_changes_a_plan_and_cancels_it(league: object, director: Person) -> None:
    from games.leagues.season.plan import plan_season

    plan_season(league=league, director=director, plan=a_plan(), now=NOW)  # type: ignore[arg-type]
    browser = signed_in(director)
    page = browser.get(f"{URL}plan/")
    form = page.context["form"]
    data = filled_in(form)
    browser.post(f"{URL}plan/", {**data, "division_size": 6})
    assert Season.objects.get().division_size == 6
    assert Season.objects.get().starts_at == STARTS
    browser.post(f"{URL}direct/cancel/", {"reason": "Too few of us."})
    assert Season.objects.get().cancelled_at is not None


@pytest.mark.parametrize("path", ["direct/", "risk/", "plan/"])
def test_pages_of_directors_do_not_exist_for_others(
    registered: Registered, people: Callable[..., Person], path: str
) -> None:
    registered(4)
    other = people("Mallory", is_staff=True)
    assert Client().get(f"{URL}{path}").status_code == 302
    assert signed_in(other).get(f"{URL}{path}").status_code == 404


def test_a_director_of_another_league_can_do_nothing_here(
    registered: Registered, people: Callable[..., Person], director: Person
) -> None:
    season = registered(4)
    other = people("Mallory")
    entry = Entry.objects.earliest("pk")
    for action in (*SEASON_DECISIONS, "run", "undo/1"):
        answer = signed_in(other).post(
            f"{URL}direct/{action}/", {"entry": entry.pk, "reason": "Mine."}
        )
        assert answer.status_code == 404
    season.refresh_from_db()
    assert season.cancelled_at is None
    assert Entry.objects.get(pk=entry.pk).status == EntryStatus.REGISTERED


def test_a_director_takes_a_player_out_and_lets_another_in(
    registered: Registered, director: Person, crowd: Crowd
) -> None:
    from games.leagues.season.registration import register

    season = registered(4)
    run_season(season=season, now=STARTS)
    gone = Entry.objects.filter(status=EntryStatus.PLAYING).earliest("pk")
    browser = signed_in(director)
    with time_machine.travel(STARTS + DAY):
        page = browser.post(
            f"{URL}direct/remove/", {"entry": gone.pk, "reason": "Silent."}, follow=True
        )
        assert f"{gone.person} was removed from the season." in page.content.decode()
        [late] = [register(season=season, person=p, now=STARTS + DAY) for p in crowd(1)]
        form = {"entry": late.pk, "replacing": gone.pk, "reason": "A seat is free."}
        page = browser.post(f"{URL}direct/admit/", {**form, "entry": "x"})
        assert page.status_code == 422
        assert "Choose a player from the list" in page.content.decode()
        page = browser.post(f"{URL}direct/admit/", form, follow=True)
        assert f"{late.person} was admitted from the reserve list" in page.content.decode()
        page = browser.post(f"{URL}direct/admit/", form, follow=True)
        assert "cannot decide this" in page.content.decode()
    late.refresh_from_db()
    assert late.substitute_for == gone


def test_a_director_need_not_wait_for_the_worker(registered: Registered, director: Person) -> None:
    season = registered(4)
    browser = signed_in(director)
    with time_machine.travel(CLOSES - DAY):
        page = browser.post(f"{URL}direct/run/", follow=True)
        assert "There is nothing to do now." in page.content.decode()
    with time_machine.travel(CLOSES):
        page = browser.post(f"{URL}direct/run/", follow=True)
        assert "Done: draw." in page.content.decode()
    season.refresh_from_db()
    assert season.drawn_at is not None


def test_a_game_that_is_too_slow_and_who_is_silent_stand_on_the_page_of_risks(
    registered: Registered, director: Person
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    with time_machine.travel(STARTS + 30 * DAY):
        page = signed_in(director).get(f"{URL}risk/").content.decode()
    assert "2 games will not end by the last day" in page
    assert "no moves yet" in page
    assert "the longest for 30 days" in page
    assert "<svg" in page


def test_who_names_a_partner_on_the_page_plays_beside_them(
    announced: Callable[..., Season], alice: Person, bob: Person
) -> None:
    from games.leagues.models import Partners

    announced(a_plan([game_kind("team-asia", [4], 1)], partners=Partners.FIXED))
    with time_machine.travel(OPENS + DAY):
        signed_in(alice).post(f"{URL}register/")
        page = signed_in(bob).post(f"{URL}register/", {"partner": "Alice"}, follow=True)
        assert "You are registered" in page.content.decode()
        page = signed_in(alice).post(f"{URL}partner/", {"partner": "bob"}, follow=True)
        assert "You are now partners" in page.content.decode()
        page = signed_in(alice).post(f"{URL}partner/", {"partner": "Nobody"}, follow=True)
    assert "Nobody called" in page.content.decode()


def test_standings_are_a_file_for_tables_that_no_formula_hides_in(
    registered: Registered, client: Client
) -> None:
    season = registered(4)
    Person.objects.filter(pk=Entry.objects.earliest("pk").person_id).update(name="=cmd()")
    run_season(season=season, now=STARTS)
    answer = client.get(f"{URL}standings.csv")
    lines = answer.content.decode().splitlines()
    assert answer["Content-Type"].startswith("text/csv")
    assert lines[0].startswith("division,place,player,points")
    assert len(lines) == 5
    assert "'=cmd()" in answer.content.decode()


def test_the_dates_of_a_season_are_a_calendar(
    announced: Callable[..., Season], client: Client
) -> None:
    announced()
    answer = client.get(f"{URL}season.ics")
    text = answer.content.decode()
    assert answer["Content-Type"].startswith("text/calendar")
    assert text.startswith("BEGIN:VCALENDAR\r\n")
    assert text.count("BEGIN:VEVENT") == 4
    assert f"DTSTART:{ENDS:%Y%m%dT%H%M%SZ}" in text
    assert "Night Club\\, season 1" in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


def test_only_the_embedded_standings_may_be_framed_and_they_ask_for_no_cookie(
    registered: Registered, client: Client
) -> None:
    season = registered(4)
    assert client.get(f"{URL}embed/").status_code == 404
    run_season(season=season, now=STARTS)
    answer = client.get(f"{URL}embed/")
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "script-src 'none'" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert "Player" in answer.content.decode()
    page = client.get(URL)
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
