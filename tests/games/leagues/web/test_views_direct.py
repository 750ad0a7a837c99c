"""The pages on which a season is directed, and what the league reads of what was decided."""

from __future__ import annotations

import re
from collections.abc import Callable

import time_machine
from django.test import Client

from games.leagues.models import Entry, EntryStatus, League, Season
from games.leagues.season.plan import plan_season
from games.moderation.models import AuditEntry
from games.moderation.seasons.entries import withdraw_player_by_director
from games.people.models import Person
from tests.games.leagues.conftest import DAY, ENDS, NOW, OPENS, STARTS, a_plan, beside, playing

Registered = Callable[..., Season]
URL = "/leagues/night-club/1/"
WHY = "We agreed on it at the club."
LATER = STARTS + DAY


def signed_in(person: Person | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def season_of_before(season: Season, person: Person) -> Person:
    """Let a person have played in an earlier season of the league."""
    earlier = Season.objects.get(pk=season.pk)
    earlier.pk, earlier.number = None, 9
    earlier.save()
    Entry.objects.create(
        season=earlier, person=person, status=EntryStatus.PLAYING, registered_at=NOW
    )
    return person


def test_the_players_of_a_league_read_what_was_decided_and_others_do_not(
    running: Season, director: Person, alice: Person, people: Callable[..., Person]
) -> None:
    gone = playing(running)
    withdraw_player_by_director(actor=director, season=running, entry=gone, reason=WHY, now=LATER)
    left = season_of_before(running, alice)
    for reader in (beside(gone, table=False).person, left, director):
        page = signed_in(reader).get(f"{URL}decisions/").content.decode()
        assert WHY in page
        assert f"{gone.person} was removed from the season." in page
        main = page.split("<main")[1].split("</main")[0]
        assert "@" not in main
        assert "director Erin" in main
    outsider = people("Mallory")
    assert signed_in(outsider).get(f"{URL}decisions/").status_code == 403
    assert signed_in(None).get(f"{URL}decisions/").status_code == 302
    link = f'href="{URL}decisions/"'
    assert link in signed_in(gone.person).get(URL).content.decode()
    assert link not in signed_in(outsider).get(URL).content.decode()


def test_directors_decide_and_undo_on_their_page_and_read_what_was_decided(
    running: Season, director: Person
) -> None:
    browser = signed_in(director)
    with time_machine.travel(LATER):
        page = browser.get(f"{URL}direct/")
        form = {
            action.key: {name: action.form[name].value() for name in action.form.fields}
            for action in page.context["actions"]
        }
        assert set(form) == {"remove", "dates", "division", "write", "describe"}
        empty = browser.post(f"{URL}direct/division/", {"tier": 2})
        assert empty.status_code == 422
        assert "errorlist" in empty.content.decode()
        page = browser.post(f"{URL}direct/division/", {"tier": 2, "reason": WHY}, follow=True)
        assert "Division 2 was opened, below the others, for 2 players" in page.content.decode()
        moved = {"ends_at": f"{ENDS + 7 * DAY:%Y-%m-%dT%H:%M}", "reason": "Holidays."}
        page = browser.post(f"{URL}direct/dates/", moved, follow=True).content.decode()
        assert "Holidays." in page
        assert "The players there rely on it." in page
        [address] = re.findall(rf'action="({URL}direct/undo/\d+/)"', page)
        browser.post(address, {"reason": "It was a slip."})
        page = browser.get(f"{URL}direct/").content.decode()
    assert page.index("It was a slip.") < page.index("Holidays.") < page.index(WHY)
    assert "director Erin" in page
    running.refresh_from_db()
    assert running.ends_at.date() == ENDS.date()


def test_a_refused_date_comes_back_in_its_form(registered: Registered, director: Person) -> None:
    season = registered(4)
    browser = signed_in(director)
    with time_machine.travel(OPENS):
        form = {"reason": WHY, "registration_closes_at": "2026-11-29T08:30", "ends_at": ""}
        page = browser.post(f"{URL}direct/dates/", {**form, "starts_at": "2026-11-24T08:30"})
        assert page.status_code == 422
        form["ends_at"] = f"{ENDS:%Y-%m-%dT}08:30"
        page = browser.post(f"{URL}direct/dates/", {**form, "starts_at": "2026-11-24T08:30"})
    assert page.status_code == 422
    assert "check the dates" in page.content.decode()
    season.refresh_from_db()
    assert season.starts_at == STARTS


def test_a_moderator_finds_the_page_of_directors_and_no_plan_to_change(
    league: League, director: Person, mona: Person
) -> None:
    season = plan_season(league=league, director=director, plan=a_plan(), now=NOW)
    browser = signed_in(mona)
    assert "Manage this season" in browser.get(URL).content.decode()
    page = browser.get(f"{URL}direct/").content.decode()
    assert "Announce the season" in page
    assert f"{URL}plan/" not in page
    assert browser.get(f"{URL}plan/").status_code == 404
    browser.post(f"{URL}direct/announce/", {"reason": "For Erin, who is away."})
    season.refresh_from_db()
    assert season.announced_at is not None
    assert AuditEntry.objects.get().role == "moderator"
