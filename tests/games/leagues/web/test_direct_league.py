"""Directors say what their league and its seasons are, and who directs it with them: by HTTP."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from games.leagues.league import create_league
from games.leagues.models import League, Season
from games.leagues.season.plan import plan_season
from games.moderation.models import AuditEntry
from games.moderation.sanctions import suspend
from games.people.models import Person
from tests.fixtures.mail import Inbox, text_of
from tests.games.leagues.conftest import NOW, a_plan

URL = "/leagues/night-club/direct/"
WHY = "She knows everybody here."


def browser_of(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def post(person: Person, action: str, **data: object) -> tuple[int, str]:
    with time_machine.travel(NOW, tick=False):
        answer = browser_of(person).post(f"{URL}{action}/", data, follow=True)
    return answer.status_code, answer.content.decode()


@pytest.fixture(autouse=True)
def _league(league: League) -> None:
    """There is a league in each of these tests."""


def test_a_director_adds_another_one_who_hears_and_can_act(
    league: League, director: Person, alice: Person, inbox: Inbox
) -> None:
    assert browser_of(alice).get(URL).status_code == 404
    post(director, "add-director", name="Alice", reason=WHY)
    assert list(league.directors.order_by("name")) == [alice, director]
    mails = inbox()
    assert {str(mail["To"]) for mail in mails} == {
        "Alice <alice@example.org>",
        "Erin <erin@example.org>",
    }
    [mine] = [mail for mail in mails if "alice" in str(mail["To"])]
    assert "You are now a director of Night Club." in text_of(mine)
    assert WHY in text_of(mine)
    page = browser_of(alice).get(URL)
    assert page.status_code == 200
    assert "Alice is now a director of Night Club." in page.content.decode()
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor, entry.subject) == ("add_director", director, alice)


def test_a_director_removes_another_one_or_themselves(
    league: League, director: Person, alice: Person, inbox: Inbox
) -> None:
    league.directors.add(alice)
    post(director, "remove-director", director=alice.pk, reason="She asked for it.")
    assert list(league.directors.all()) == [director]
    [mail] = inbox(alice)
    assert "You are no longer a director of Night Club." in text_of(mail)
    assert browser_of(alice).get(URL).status_code == 404
    league.directors.add(alice)
    status, page = post(director, "remove-director", director=director.pk, reason="Enough.")
    assert status == 200
    assert "Manage this league" not in page
    assert list(league.directors.all()) == [alice]


def test_a_league_is_never_without_a_director(
    league: League, director: Person, alice: Person
) -> None:
    status, page = post(director, "remove-director", director=director.pk, reason="Enough.")
    assert status == 422
    assert "A league needs at least one director." in page
    league.directors.add(alice)
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    assert post(director, "remove-director", director=director.pk, reason="Enough.")[0] == 422
    assert director in league.directors.all()


def test_nobody_becomes_a_director_who_cannot_be_one(
    league: League, director: Person, alice: Person, bob: Person, mona: Person
) -> None:
    suspend(actor=mona, person=alice, reason="Insults.", now=NOW)
    Person.objects.filter(pk=bob.pk).update(is_active=False)
    for name in ("Alice", "Bob", "Nobody", "Erin"):
        assert post(director, "add-director", name=name, reason=WHY)[0] == 422
    assert post(director, "add-director", name="Mona", reason="")[0] == 422
    assert list(league.directors.all()) == [director]


def test_a_director_is_named_in_any_case_and_a_part_of_a_name_proposes_whole_ones(
    league: League, director: Person, alice: Person, people: Callable[..., Person]
) -> None:
    people("Alicia")
    status, page = post(director, "add-director", name="ali", reason=WHY)
    assert (status, list(league.directors.all())) == (422, [director])
    assert "Do you mean: Alice, Alicia?" in page
    assert post(director, "add-director", name="aLÍCE", reason=WHY)[0] == 200
    assert alice in league.directors.all()


def test_an_administrator_reaches_every_page_of_a_league_and_plans(
    league: League, announced: Callable[..., Season], people: Callable[..., Person], mona: Person
) -> None:
    announced()
    planned = plan_season(league=league, director=league.directors.get(), plan=a_plan(), now=NOW)
    adam = people("Adam")
    Person.objects.filter(pk=adam.pk).update(is_superuser=True)
    browser, moderator = Client(), Client()
    browser.force_login(adam)
    moderator.force_login(mona)
    pages = ["", "direct/", "plan/", "1/", "1/direct/", "1/decisions/", "1/extend/", "1/risk/"]
    pages += [f"{planned.number}/", f"{planned.number}/direct/", f"{planned.number}/plan/"]
    with time_machine.travel(NOW, tick=False):
        for page in pages:
            assert browser.get(f"/leagues/night-club/{page}").status_code == 200, page
            expected = 404 if page.endswith("plan/") else 200
            assert moderator.get(f"/leagues/night-club/{page}").status_code == expected, page
        page = browser.get("/leagues/night-club/").content.decode()
        assert 'href="/leagues/night-club/plan/"' in page
        form = browser.get("/leagues/night-club/2/plan/").context["form"]
        data = {name: form[name].value() for name in form.fields}
        data = {
            name: value.strftime("%Y-%m-%dT%H:%M") if hasattr(value, "strftime") else value
            for name, value in data.items()
            if value not in (None, False)
        }
        answer = browser.post("/leagues/night-club/2/plan/", {**data, "division_size": 6})
    assert answer.status_code == 302
    planned.refresh_from_db()
    assert planned.division_size == 6


def test_players_and_directors_of_other_leagues_decide_nothing(
    league: League, alice: Person, bob: Person
) -> None:
    create_league(name="Other", directors=[bob], founder=None, now=NOW)
    for person in (alice, bob):
        assert post(person, "add-director", name="Alice", reason=WHY)[0] == 404
        assert post(person, "describe", name="Mine")[0] == 404
    assert Client().get(URL).status_code == 302
    assert League.objects.get(pk=league.pk).name == "Night Club"


def test_a_moderator_puts_a_director_in_where_none_is_left(
    league: League, mona: Person, alice: Person
) -> None:
    league.directors.clear()
    post(mona, "add-director", name="Alice", reason=WHY)
    assert list(league.directors.all()) == [alice]


def test_name_and_description_change_and_the_address_stays(
    league: League, director: Person
) -> None:
    post(director, "describe", name=" Day  Club ", about="We play <i>by day</i>.")
    page = Client().get("/leagues/night-club/").content.decode()
    assert "Day Club" in page
    assert "We play &lt;i&gt;by day&lt;/i&gt;." in page
    assert AuditEntry.objects.get().action == "describe"
    post(director, "describe", name="Day Club", about="We play <i>by day</i>.")
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize(
    "name", ["", "…", "x" * 81, "OTHER", "other!", "a\u200bb\u202e", "0ther", "Оther"]
)
def test_a_league_is_not_called_like_another_one_or_like_nothing(
    name: str, director: Person, bob: Person
) -> None:
    create_league(name="Other", directors=[bob], founder=None, now=NOW)
    assert post(director, "describe", name=name, about="")[0] == 422
    assert League.objects.filter(name="Night Club").exists()


def test_a_season_gets_a_title_and_a_description(
    announced: Callable[..., Season], director: Person, alice: Person
) -> None:
    season = announced()
    url = "/leagues/night-club/1/"
    data = {"title": "Spring cup", "about": "Bring <b>tea</b>."}
    with time_machine.travel(NOW, tick=False):
        assert browser_of(alice).post(f"{url}direct/describe/", data).status_code == 404
        browser_of(director).post(f"{url}direct/describe/", data)
        page = Client().get(url).content.decode()
        assert "Spring cup" in page
        assert "Bring &lt;b&gt;tea&lt;/b&gt;." in page
        assert "Spring cup" in Client().get("/leagues/night-club/").content.decode()
        too_long = {"title": "x" * 61, "about": ""}
        answer = browser_of(director).post(f"{url}direct/describe/", too_long)
    assert answer.status_code == 422
    season.refresh_from_db()
    assert season.title == "Spring cup"
    assert AuditEntry.objects.get(action="describe").data["season"] == season.pk
