"""Moving the dates of a season that people rely on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.common.errors import Refused
from games.leagues.models import EntryStatus, League, Season
from games.leagues.season.dates import move_dates
from games.leagues.season.plan import plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.start import cancel_season
from games.moderation.models import AuditEntry
from games.moderation.seasons.dates import move_season_dates
from games.moderation.undo import undo
from games.notifications.models import Notice
from games.people.models import Person
from tests.fixtures.mail import Inbox, text_of
from tests.games.leagues.conftest import CLOSES, DAY, ENDS, NOW, OPENS, STARTS, Crowd, a_plan

Registered = Callable[..., Season]
WHY = "Half of us are at a fair."


def test_a_season_begins_earlier(registered: Registered) -> None:
    season = registered(4)
    early = {"registration_closes_at": OPENS + 2 * DAY, "starts_at": OPENS + 3 * DAY}
    changed = move_dates(season=season, dates=early, now=OPENS + DAY)
    assert changed["starts_at"] == (STARTS, OPENS + 3 * DAY)
    assert run_season(season=season, now=OPENS + 2 * DAY) == ["draw"]
    assert run_season(season=season, now=OPENS + 3 * DAY) == ["start"]


def test_a_season_that_could_not_be_drawn_takes_registrations_again(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(1)
    assert run_season(season=season, now=CLOSES) == []
    later = {"registration_closes_at": CLOSES + 3 * DAY, "starts_at": STARTS + 3 * DAY}
    move_dates(season=season, dates=later, now=CLOSES + DAY)
    for person in crowd(3):
        entry = register(season=season, person=person, now=CLOSES + 2 * DAY)
        assert entry.status == EntryStatus.REGISTERED
    assert run_season(season=season, now=CLOSES + 3 * DAY) == ["draw"]


def test_the_last_day_moves_until_the_season_is_adjudicated(registered: Registered) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    move_dates(season=season, dates={"ends_at": ENDS + 9 * DAY}, now=STARTS + DAY)
    assert "adjudicate" not in run_season(season=season, now=ENDS)
    assert "adjudicate" in run_season(season=season, now=ENDS + 9 * DAY)
    with pytest.raises(Refused, match="is over"):
        move_dates(season=season, dates={"ends_at": ENDS + 20 * DAY}, now=ENDS + 10 * DAY)


@pytest.mark.parametrize(
    ("dates", "why"),
    [
        ({"registration_closes_at": STARTS + DAY}, "check the dates"),
        ({"starts_at": CLOSES - DAY}, "check the dates"),
        ({"registration_closes_at": OPENS}, "into the past"),
        ({"registration_closes_at": OPENS + timedelta(minutes=59)}, "into the past"),
        ({"ends_at": STARTS + 2 * DAY}, "at least 7 days"),
        ({"ends_at": STARTS + 900 * DAY}, "at most two years"),
        ({"ends_at": ENDS}, "already"),
        ({}, "already"),
    ],
)
def test_dates_that_break_their_order_are_refused(
    registered: Registered, dates: dict[str, datetime], why: str
) -> None:
    season = registered(4)
    with pytest.raises(Refused, match=why):
        move_dates(season=season, dates=dates, now=OPENS + timedelta(hours=1))
    assert list(Season.objects.values_list("registration_closes_at", "starts_at", "ends_at")) == [
        (CLOSES, STARTS, ENDS)
    ]


def test_what_has_happened_has_its_date(registered: Registered, league: League) -> None:
    season = registered(4)
    run_season(season=season, now=CLOSES)
    with pytest.raises(Refused, match="divisions are drawn"):
        move_dates(season=season, dates={"registration_closes_at": STARTS}, now=CLOSES)
    move_dates(season=season, dates={"starts_at": STARTS + DAY}, now=CLOSES)
    run_season(season=season, now=STARTS + DAY)
    with pytest.raises(Refused, match="games have begun"):
        move_dates(season=season, dates={"starts_at": STARTS + 3 * DAY}, now=STARTS + DAY)


def test_an_earlier_last_day_leaves_a_week(registered: Registered) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    at = STARTS + 30 * DAY
    with pytest.raises(Refused, match="at least 7 days"):
        move_dates(season=season, dates={"ends_at": at + 6 * DAY}, now=at)
    move_dates(season=season, dates={"ends_at": at + 7 * DAY}, now=at)
    season.refresh_from_db()
    assert season.ends_at == at + 7 * DAY


def test_a_plan_is_changed_and_what_was_called_off_stays_so(
    league: League, director: Person
) -> None:
    season = plan_season(league=league, director=director, plan=a_plan(), now=NOW)
    with pytest.raises(Refused, match="Change the plan"):
        move_dates(season=season, dates={"ends_at": ENDS + DAY}, now=NOW)
    cancel_season(season=season, now=NOW)
    with pytest.raises(Refused, match="cancelled"):
        move_dates(season=season, dates={"ends_at": ENDS + DAY}, now=NOW)


def test_everybody_in_the_season_is_notified_of_the_old_and_new_dates(
    registered: Registered, director: Person, inbox: Inbox, alice: Person
) -> None:
    season = registered(4)
    register(season=season, person=alice, now=OPENS + DAY)
    inbox(at=OPENS + DAY)
    move_season_dates(
        actor=director,
        season=season,
        dates={"starts_at": STARTS + DAY},
        reason=WHY,
        now=OPENS + 2 * DAY,
    )
    assert Notice.objects.filter(kind="correction").count() == 5
    [mail] = inbox(alice, at=OPENS + 2 * DAY)
    told = " ".join(text_of(mail).split())
    assert "The games begin on 2 December 08:30 CET instead of 1 December 08:30 CET." in told
    assert "Decided by: Erin (director)." in told
    assert WHY in told
    assert mail["Subject"].endswith("Night Club, season 1")


def test_moved_dates_are_moved_back_where_nobody_moved_them_since(
    registered: Registered, director: Person
) -> None:
    season = registered(4)
    entries = [
        move_season_dates(
            actor=director, season=season, dates={"ends_at": ENDS + n * DAY}, reason=WHY, now=OPENS
        )
        for n in (3, 6)
    ]
    assert all(entries)
    with pytest.raises(Refused, match="again since"):
        undo(actor=director, entry=entries[0], reason="No.", now=OPENS)
    undone = undo(actor=director, entry=entries[1], reason="Yes.", now=OPENS)
    assert (undone.action, undone.undoes) == ("move_dates", entries[1])
    season.refresh_from_db()
    assert season.ends_at == ENDS + 3 * DAY
    with pytest.raises(Refused, match="at least 7 days"):
        undo(actor=director, entry=entries[0], reason="Late.", now=ENDS - DAY)
    assert AuditEntry.objects.count() == 3
