"""What the mails of leagues say, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone, translation

from games.leagues.models import Entry, Season, SeasonGame
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.withdrawal import withdraw
from games.notifications import registry
from games.notifications.mail.runner import send_due
from games.notifications.models import Mail, Notice
from games.notifications.registry import Content
from games.people.models import Person
from tests.games.leagues.conftest import CLOSES, DAY, ENDS, OPENS, STARTS, Crowd, finish

Registered = Callable[..., Season]


def said(what: str, person: Person | None = None) -> Content:
    """What the first notice of this sort says to its person."""
    notices = Notice.objects.filter(kind="league", data__what=what)
    notice = (notices.filter(person=person) if person else notices).earliest("pk")
    with translation.override(notice.person.language), timezone.override(notice.person.zone):
        return registry.render(notice)


def text(what: str, person: Person | None = None) -> str:
    told = said(what, person)
    rows = [" ".join(row) for row in told.rows]
    return "\n".join([told.headline, *told.lines, *rows])


def test_a_registration_is_confirmed_and_so_is_a_place_on_the_reserve_list(
    announced: Callable[..., Season], crowd: Crowd
) -> None:
    season = announced()
    early, late = crowd(2)
    register(season=season, person=early, now=OPENS)
    register(season=season, person=late, now=CLOSES)
    assert "You are registered for Night Club, season 1." in text("registered")
    assert "reserve list" in text("reserve")


def test_the_start_of_a_season_names_all_games_and_who_they_are_against(
    registered: Registered,
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    entry = Entry.objects.earliest("pk")
    assert entry.person
    told = text("started", entry.person)
    drawn = SeasonGame.objects.get(seats__entry=entry)
    assert drawn.game
    rival = drawn.seats.exclude(entry=entry).get().entry.person
    assert rival
    assert drawn.game.code in told
    assert rival.name in told
    assert "You play in Division 1." in told
    assert "1 game" in told


def test_once_a_week_everybody_gets_the_standings(registered: Registered) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    finish(SeasonGame.objects.earliest("pk"), [90, 40], STARTS + DAY)
    run_season(season=season, now=STARTS + 6 * DAY)
    assert not Notice.objects.filter(data__what="summary").exists()
    for _ in range(2):
        run_season(season=season, now=STARTS + 7 * DAY)
    summaries = Notice.objects.filter(data__what="summary")
    assert summaries.count() == 4
    told = said("summary")
    assert told.rows[0] == ("Place", "Player", "Points", "Games")
    assert [row[2] for row in told.rows[1:]] == ["6", "2", "0", "0"]
    run_season(season=season, now=STARTS + 14 * DAY)
    assert summaries.count() == 8


def test_the_result_says_who_goes_up_and_who_goes_down(registered: Registered) -> None:
    season = registered(8)
    run_season(season=season, now=STARTS)
    for drawn in SeasonGame.objects.all():
        finish(drawn, [90, 40], STARTS)
    run_season(season=season, now=STARTS + DAY)
    up = Entry.objects.get(outcome="promoted")
    down = Entry.objects.get(outcome="relegated")
    assert "You are promoted: next season you play in division 1." in text("result", up.person)
    assert "You are relegated: next season you play in division 2." in text("result", down.person)
    assert "You finished in place 1." in text("result", up.person)


def test_a_substitute_and_the_directors_hear_of_a_withdrawal(
    registered: Registered, crowd: Crowd, director: Person
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    [late] = [register(season=season, person=p, now=STARTS) for p in crowd(1)]
    gone = Entry.objects.earliest("pk").person
    assert gone
    withdraw(season=season, person=gone, now=STARTS + DAY)
    assert f"{gone.name} has left, and you take over" in text("substitute", late.person)
    assert f"{late.person} takes over" in text("withdrawn", director)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_mail_is_written_and_sent_in_the_language_of_its_reader(
    announced: Callable[..., Season], people: Callable[..., Person], language: str
) -> None:
    season = announced()
    for name in ("Ann", "Ben", "Cid", "Dot"):
        register(season=season, person=people(name, language=language), now=OPENS)
    for now in (STARTS, STARTS + 7 * DAY, ENDS):
        run_season(season=season, now=now)
        send_due(now=now)
    mails = Mail.objects.filter(topic=f"season:{season.pk}", person__name="Ann")
    sources = "\n".join(bytes(mail.source).decode() for mail in mails)
    assert mails.count() >= 2
    assert ("is begonnen" in sources) == (language == "nl")
    assert "/leagues/night-club/1/" in sources
