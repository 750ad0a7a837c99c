"""Readers of a date, and people who fill one in, see its time zone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.test import Client

from engine.actions import Draw
from games.leagues.models import Season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.moderation.games.clock import pause
from games.moderation.sanctions import suspend
from games.moderation.seasons.dates import move_season_dates
from games.people.models import Person
from games.tables.models import Game
from games.votes.models import VoteKind
from games.votes.voting import propose_vote
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    OPENS,
    STARTS,
    announced,
    crowd,
    director,
    league,
    registered,
)
from tests.games.moderation.conftest import WHY, adam, mona

__all__ = ["adam", "announced", "crowd", "director", "league", "mona", "registered"]

TOKYO, SAO_PAULO = "Asia/Tokyo", "America/Sao_Paulo"
SHORT = {TOKYO: "JST", SAO_PAULO: "UTC-03"}
TIME = re.compile(r"\b\d\d:\d\d\b(.{0,12})", re.DOTALL)


def browser_of(person: Person, zone: str = TOKYO) -> Client:
    Person.objects.filter(pk=person.pk).update(timezone=zone)
    client = Client()
    client.force_login(person)
    return client


def zones_beside_dates(page: str) -> dict[str, str]:
    """What is written beside each field of a page in which a date is filled in."""
    fields = re.findall(r"<input[^>]*type=\"(?:datetime-local|date)\"[^>]*>", page)
    found = {}
    for field in fields:
        [described] = re.findall(r'aria-describedby="([^" ]+)', field)
        [name] = re.findall(r'name="([^"]+)"', field)
        [found[name]] = re.findall(rf'id="{described}">([^<]*)<', page)
    return found


def all_name(mail: EmailMessage, zone: str) -> int:
    """Make sure that each time in a mail has its zone behind it; how many times there are."""
    count = 0
    for text in (text_of(mail), html_of(mail)):
        for behind in TIME.findall(text):
            assert SHORT[zone] in behind, text
            count += 1
    return count


def test_each_form_with_a_date_names_the_zone_of_who_fills_it_in(
    registered: Callable[..., Season],
    director: Person,
    mona: Person,
    alice: Person,
    bob: Person,
    begin: Starter,
) -> None:
    registered(4)
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    pages = {
        "/leagues/night-club/plan/": (director, 4),
        "/leagues/night-club/1/direct/": (director, 3),
        f"/direct/{game.code}/": (mona, 1),
        f"/moderation/people/{alice.name}/": (mona, 2),
        "/settings/vacation/": (alice, 2),
    }
    with time_machine.travel(OPENS + DAY):
        for address, (person, count) in pages.items():
            page = browser_of(person).get(address).content.decode()
            zones = zones_beside_dates(page)
            assert len(zones) == count or len(zones) == 1, (address, zones)
            assert page.count('type="datetime-local"') + page.count('type="date"') == count
            assert all(TOKYO in told for told in zones.values()), (address, zones)


def test_a_date_is_read_in_the_zone_that_is_shown_beside_it(
    begin: Starter, alice: Person, bob: Person, mona: Person
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    with time_machine.travel(NOW, tick=False):
        browser_of(mona).post(
            f"/direct/{game.code}/pause/", {"until": "2026-11-24T09:00", "reason": WHY}
        )
        page = browser_of(bob, SAO_PAULO).get(f"/games/{game.code}/decisions/").content.decode()
    game.refresh_from_db()
    assert game.resume_at is not None
    assert game.resume_at.isoformat() == "2026-11-24T00:00:00+00:00"
    assert "paused until 23 November 21:00 UTC-03" in page


@pytest.mark.parametrize("zone", SHORT)
def test_each_time_in_a_mail_about_a_season_has_its_zone(
    zone: str,
    announced: Callable[..., Season],
    crowd: Callable[[int], list[Person]],
    director: Person,
    people: PeopleFactory,
    inbox: Inbox,
) -> None:
    season = announced()
    alice = people("Alice", timezone=zone)
    for person in (*crowd(3), alice):
        register(season=season, person=person, now=OPENS)
    found = all_name(inbox(alice, at=OPENS)[0], zone)
    dates = {"ends_at": season.ends_at + DAY}
    move_season_dates(actor=director, season=season, dates=dates, reason=WHY, now=CLOSES)
    found += all_name(inbox(alice, at=CLOSES)[0], zone)
    run_season(season=season, now=STARTS)
    inbox(alice, at=STARTS)
    week = STARTS + timedelta(days=8)
    run_season(season=season, now=week)
    found += sum(all_name(mail, zone) for mail in inbox(alice, at=week))
    # Two of the registration, two of the last day, one of the summary, as text and as HTML.
    assert found >= 10


@pytest.mark.parametrize("zone", SHORT)
def test_each_time_in_a_mail_about_a_game_or_a_person_has_its_zone(
    zone: str,
    begin: Starter,
    people: PeopleFactory,
    bob: Person,
    mona: Person,
    adam: Person,
    inbox: Inbox,
) -> None:
    alice = people("Alice", timezone=zone)
    game: Game = begin(bob, alice)
    keep_all(game, 0, 1)
    found = 0
    inbox()
    propose_vote(game=game, person=bob, kind=VoteKind.PAUSE, data={"days": 7}, now=NOW)
    pause(actor=mona, game=game, reason=WHY, until=NOW + DAY, now=NOW)
    suspend(actor=mona, person=alice, reason=WHY, until=NOW + DAY, now=NOW)
    found = sum(all_name(mail, zone) for mail in inbox(alice))
    act(game, 0, Draw("blind"), Draw("blind"))
    found += sum(all_name(mail, zone) for mail in inbox(alice))
    assert found >= 8


def test_a_page_of_a_season_names_the_zone_of_its_dates(
    announced: Callable[..., Season], alice: Person
) -> None:
    announced()
    with time_machine.travel(OPENS + DAY):
        page = browser_of(alice).get("/leagues/night-club/1/").content.decode()
    assert "Register until 29 November 2026, 16:30 JST." in page
