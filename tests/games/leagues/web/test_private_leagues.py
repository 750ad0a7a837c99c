"""Two worlds: to an outsider a private league is as one that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import get_resolver

from games.leagues.league import create_league
from games.leagues.models import Entrance, League, Season
from games.leagues.season.plan import plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.start import announce
from games.people.models import Person
from tests.conftest import PASSWORD
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.recalled import recall
from tests.games.api.conftest import Api, api
from tests.games.leagues.conftest import NOW, OPENS, STARTS, Crowd, a_plan, verify_everybody

__all__ = ["api"]

SECRET, NONE = "secret-train", "phantom-train"
PARTS = {"number": 1, "tier": 1, "pk": 1, "key": "archive", "token": "x" * 22}


def addresses() -> Iterator[str]:
    """An address of every page and endpoint that has the slug of a league, with ``{slug}``."""
    for pattern, names in _patterns(get_resolver().url_patterns):
        if "slug" in names:
            yield re.sub(
                r"<(?:\w+:)?(\w+)>",
                lambda found: str({**PARTS, "slug": "{slug}"}[found[1]]),
                pattern,
            )


def _patterns(patterns: list, before: str = "", names: tuple = ()) -> Iterator[tuple]:
    for one in patterns:
        if one.pattern.__class__.__name__ != "RoutePattern":
            continue
        route = before + str(one.pattern)
        found = (*names, *one.pattern.regex.groupindex)
        if hasattr(one, "url_patterns"):
            yield from _patterns(one.url_patterns, route, found)
        else:
            yield route, found


@pytest.fixture
def season(director: Person, crowd: Crowd) -> Season:
    """A private season of four, in play."""

    def run() -> int:
        league = create_league(
            name="Secret Train",
            directors=[director],
            founder=None,
            entry=Entrance.PRIVATE,
            now=NOW,
        )
        season = plan_season(league=league, director=director, plan=a_plan(), now=NOW)
        announce(season=season, now=NOW)
        for person in crowd(4):
            league.invited.add(person)
            register(season=season, person=person, now=OPENS)
        run_season(season=season, now=STARTS)
        return season.pk

    return Season.objects.get(pk=recall("secret train", run))


def answer(client: Client, method: str, address: str, slug: str) -> tuple[int, str, str]:
    url = "/" + address.format(slug=slug)
    with time_machine.travel(STARTS, tick=False):
        got = getattr(client, method)(url)
    body = b"" if got.streaming else got.content
    text = re.sub(r'(csrfmiddlewaretoken" value|nonce|request)="[^"]*"', "", body.decode())
    text = re.sub(r"[0-9a-f]{16,}", "", text)
    return (
        got.status_code,
        got.headers.get("Location", "").replace(slug, ""),
        text.replace(slug, ""),
    )


def test_the_addresses_are_found() -> None:
    found = list(addresses())
    assert len(found) > 35
    assert {"leagues/{slug}/", "leagues/{slug}/1/embed/", "api/v1/leagues/{slug}/1/games/"} <= {
        *found
    }


@pytest.mark.parametrize("address", list(addresses()))
def test_an_outsider_gets_the_answers_of_a_league_that_does_not_exist(
    address: str, season: Season, alice: Person
) -> None:
    for person in (None, alice):
        client = Client()
        if person is not None:
            client.force_login(person)
        for method in ("get", "post"):
            there, gone = (answer(client, method, address, slug) for slug in (SECRET, NONE))
            assert there == gone
            assert there[0] in (302, 401, 403, 404, 405)


def test_the_link_of_a_mail_leads_through_sign_in_to_its_season(
    season: Season, inbox: Inbox, client: Client
) -> None:
    verify_everybody()
    player = season.entries.earliest("pk").person
    assert player
    player.set_password(PASSWORD)
    player.save()
    path = f"/leagues/{SECRET}/1/"
    assert any(f"{path}\n" in text_of(mail) for mail in inbox(player, at=STARTS))
    with time_machine.travel(STARTS, tick=False):
        page = client.get(path)
        assert page.status_code == 404
        assert "Sign in to see this league" in page.content.decode()
        found = re.search(r'class="button" href="(/accounts/login/[^"]+)"', page.content.decode())
        assert found
        assert found[1].endswith(f"?next={path}")
        form = {"login": player.email, "password": PASSWORD, "next": path}
        assert client.post("/accounts/login/", form)["Location"] == path


def test_no_list_names_it_and_its_people_see_it(
    season: Season, director: Person, mona: Person, alice: Person, api: Api
) -> None:
    player = season.entries.earliest("pk").person
    invited = alice
    assert player is not None
    for reader in (None, alice):
        client = Client()
        if reader is not None:
            client.force_login(reader)
        pages = ["/leagues/", "/", "/lobby/", "/players/", "/seats/", f"/players/{player.name}/"]
        for url in pages:
            assert "Secret Train" not in client.get(url, follow=True).content.decode(), url
        assert api(reader).get("leagues/").data["results"] == []
    season.league.invited.add(invited)
    for reader in (director, mona, player, invited):
        client = Client()
        client.force_login(reader)
        assert "Secret Train" in client.get("/leagues/").content.decode()
        for address in ("", "1/", "1/division/1/", "1/standings.csv", "1/season.ics", "1/draw/"):
            assert client.get(f"/leagues/{SECRET}/{address}").status_code == 200, address
        assert api(reader).get(f"leagues/{SECRET}/1/standings/").status_code == 200
        assert len(api(reader).get("leagues/").data["results"]) == 1


def test_nobody_outside_gets_mail_that_names_it(
    season: Season, alice: Person, director: Person, inbox: Inbox
) -> None:
    verify_everybody()
    season.league.invited.add(alice)
    with time_machine.travel(STARTS, tick=False):
        mails = inbox(STARTS)
    players = {entry.person.email for entry in season.entries.all() if entry.person}
    named = {str(mail["To"]) for mail in mails if "Secret Train" in mail.as_string()}
    reached = {address.partition("<")[2].rstrip(">") or address for address in named}
    assert reached <= {*players, director.email}


def test_a_league_that_becomes_private_keeps_its_people(
    running: Season, director: Person, alice: Person, league: League
) -> None:
    player = running.entries.earliest("pk").person
    League.objects.update(entry=Entrance.PRIVATE, invitation="x" * 22)
    for person, status in ((alice, 404), (player, 200), (director, 200), (None, 404)):
        client = Client()
        if person is not None:
            client.force_login(person)
        assert client.get("/leagues/night-club/1/").status_code == status
