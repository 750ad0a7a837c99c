"""Players confirm before the draw: who is asked, what counts, and who goes to the reserve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP

import pytest
import time_machine
from django.test import Client

from games.common.errors import Refused
from games.leagues.mail_addresses import confirm_url, reply_address
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.season.confirmation import confirm
from games.leagues.season.dates import move_dates
from games.leagues.season.registration import approve_registration, register
from games.leagues.season.runner import run_season, run_seasons
from games.leagues.season.start import cancel_season
from games.leagues.season.substitutes import admit_reserve
from games.leagues.season.withdrawal import reinstate, withdraw, withdraw_player
from games.moderation.sanctions import ban
from games.notifications.mail.runner import send_due
from games.notifications.models import Mail, Notice
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from tests.fixtures.mail import text_of
from tests.fixtures.replies import address_in
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    ENDS,
    NOW,
    OPENS,
    STARTS,
    Crowd,
    a_plan,
    playing,
    verify_everybody,
)

Registered = Callable[..., Season]
Announced = Callable[..., Season]
ASKED = CLOSES - 3 * DAY
URL = "/leagues/night-club/1/"
ASKING = a_plan(confirmation=True)


def told(what: str) -> list[str]:
    notices = Notice.objects.filter(data__what=what).order_by("pk")
    return list(notices.values_list("person__name", flat=True))


def statuses(season: Season) -> list[str]:
    return list(season.entries.order_by("registered_at", "pk").values_list("status", flat=True))


def people_of(season: Season) -> list[Person]:
    entries = season.entries.select_related("person").order_by("registered_at", "pk")
    return [entry.person for entry in entries if entry.person]


def link_page(person: Person, season: Season) -> str:
    return "/" + confirm_url(season, person).split("/", 3)[3]


def by_link(person: Person, season: Season, at: datetime, *, press: bool = True) -> tuple[int, str]:
    """Open the link of the mail without signing in, and press its button."""
    with time_machine.travel(at, tick=False):
        browser = Client()
        answer = browser.get(link_page(person, season))
        if press:
            answer = browser.post(link_page(person, season))
    return answer.status_code, answer.content.decode()


def test_everybody_is_asked_three_days_before_and_the_silent_are_reminded_once(
    registered: Registered,
) -> None:
    season = registered(6, ASKING)
    run_season(season=season, now=ASKED - timedelta(minutes=1))
    assert told("confirm") == []
    for minute in range(3):
        run_seasons(now=ASKED + timedelta(minutes=minute))
    everybody = [person.name for person in people_of(season)]
    assert told("confirm") == everybody
    confirm(season=season, person=people_of(season)[0], now=ASKED + DAY)
    for minute in range(3):
        run_season(season=season, now=CLOSES - DAY + timedelta(minutes=minute))
    assert told("remind") == everybody[1:]
    assert told("confirm") == everybody


def test_the_silent_go_to_the_reserve_list_are_told_and_come_in_for_who_leaves(
    registered: Registered,
) -> None:
    season = registered(6, ASKING)
    *sure, one, other = people_of(season)
    run_season(season=season, now=ASKED)
    for person in sure:
        confirm(season=season, person=person, now=ASKED)
    run_season(season=season, now=CLOSES)
    assert statuses(season) == ["playing"] * 4 + ["reserve"] * 2
    assert told("silent") == [one.name, other.name]
    status, page = by_link(one, season, CLOSES + DAY, press=False)
    assert status == 200
    assert "you agree to take over the unfinished games" in page
    assert not Entry.objects.get(person=one).stands_by
    status, page = by_link(one, season, CLOSES + DAY)
    assert "You are number 1 on the reserve list" in page
    withdraw(season=season, person=sure[0], now=CLOSES + DAY)
    assert Entry.objects.get(person=one).status == EntryStatus.PLAYING
    assert Entry.objects.get(person=other).status == EntryStatus.RESERVE


def test_a_place_of_a_silent_player_goes_to_who_waited_and_confirmed(
    registered: Registered,
) -> None:
    season = registered(7, replace(ASKING, most_players=4))
    people = people_of(season)
    run_season(season=season, now=ASKED)
    assert len(told("confirm")) == 7
    # The second of the list is silent, too.
    for place in (0, 1, 2, 4, 6):
        confirm(season=season, person=people[place], now=ASKED)
    run_season(season=season, now=CLOSES)
    assert [statuses(season)[place] for place in (3, 4, 5, 6)] == [
        "reserve", "playing", "reserve", "reserve",
    ]  # fmt: skip


def test_registering_within_the_three_days_counts_as_confirmed(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(3, ASKING)
    run_season(season=season, now=ASKED)
    [late] = crowd(1)
    entry = register(season=season, person=late, now=ASKED + DAY)
    assert entry.confirmed_at == ASKED + DAY
    for person in people_of(season)[:3]:
        confirm(season=season, person=person, now=ASKED + DAY)
    run_season(season=season, now=CLOSES)
    assert statuses(season) == ["playing"] * 4


def test_who_withdraws_and_comes_back_before_the_question_is_asked_again(
    registered: Registered,
) -> None:
    season = registered(4, ASKING)
    person = people_of(season)[0]
    withdraw(season=season, person=person, now=OPENS + DAY)
    register(season=season, person=person, now=OPENS + 2 * DAY)
    run_season(season=season, now=ASKED)
    assert person.name in told("confirm")


def test_what_directors_do_within_the_three_days_counts_as_confirmed(
    registered: Registered, crowd: Crowd
) -> None:
    season = registered(3, replace(ASKING, by_approval=True, most_players=2))
    first, second, third = season.entries.order_by("pk")
    for entry in (first, second):
        approve_registration(season=season, entry=entry, now=OPENS + DAY)
    run_season(season=season, now=ASKED)
    assert len(told("confirm")) == 2
    approve_registration(season=season, entry=third, now=ASKED + DAY)
    admit_reserve(season=season, entry=third, now=ASKED + DAY)
    withdraw_player(season=season, entry=first, now=ASKED + DAY)
    reinstate(season=season, entry=first, now=ASKED + DAY)
    confirmed = season.entries.filter(confirmed_at=ASKED + DAY)
    assert set(confirmed) == {first, third}


@pytest.mark.parametrize(
    ("plan", "at"),
    [
        (a_plan(), ASKED),
        (a_plan(confirmation=True, registration_closes_at=OPENS + 6 * DAY), OPENS + 4 * DAY),
        # The worker was away, and two days are no longer left.
        (ASKING, CLOSES - 2 * DAY + timedelta(minutes=1)),
    ],
)
def test_nobody_is_asked_or_put_on_the_reserve_list_where_it_would_be_too_short(
    registered: Registered, plan: object, at: datetime
) -> None:
    season = registered(4, plan)
    assert "ask to confirm" not in run_season(season=season, now=at)
    run_season(season=season, now=CLOSES)
    assert statuses(season) == ["playing"] * 4
    assert told("confirm") == told("silent") == []


def test_a_date_that_moves_later_gives_the_silent_more_time_and_one_earlier_harms_nobody(
    registered: Registered,
) -> None:
    season = registered(4, ASKING)
    run_season(season=season, now=ASKED)
    later = {"registration_closes_at": CLOSES + DAY}
    move_dates(season=season, dates=later, now=ASKED)
    for person in people_of(season):
        confirm(season=season, person=person, now=CLOSES + timedelta(hours=1))
    earlier = {"registration_closes_at": ASKED + DAY}
    Entry.objects.update(confirmed_at=None)
    move_dates(season=season, dates=earlier, now=ASKED)
    run_season(season=season, now=ASKED + DAY)
    assert statuses(season) == ["playing"] * 4


def test_a_season_in_which_all_are_silent_waits_for_them_and_is_not_cancelled(
    registered: Registered,
) -> None:
    season = registered(4, ASKING)
    run_season(season=season, now=ASKED)
    assert run_season(season=season, now=CLOSES) == []
    season.refresh_from_db()
    assert season.cancelled_at is None
    assert statuses(season) == ["registered"] * 4
    assert told("stuck")
    for person in people_of(season):
        confirm(season=season, person=person, now=CLOSES + DAY)
    run_season(season=season, now=CLOSES + DAY)
    assert statuses(season) == ["playing"] * 4


def test_one_press_on_home_page_or_season_page_confirms_and_the_directors_see_it(
    registered: Registered, director: Person
) -> None:
    season = registered(4, ASKING)
    one, other, *_rest = people_of(season)
    run_season(season=season, now=ASKED)
    with time_machine.travel(ASKED, tick=False):
        for person, address in ((one, "/"), (other, URL)):
            browser = Client()
            browser.force_login(person)
            assert "Confirm my place" in browser.get(address).content.decode()
            data = {"list": "1"} if address == "/" else {}
            answer = browser.post(f"{URL}confirm/", data, follow=True)
            assert answer.request["PATH_INFO"] == address
            assert "You have confirmed your place." in answer.content.decode()
            assert "Confirm my place" not in answer.content.decode()
        browser.force_login(director)
        page = browser.get(f"{URL}direct/")
    assert page.context["sure"] == [one.name, other.name]
    assert "2 / 4" in page.content.decode()
    assert len(page.context["silent"]) == 2


def test_the_link_of_the_mail_asks_first_and_its_button_confirms_twice_alike(
    registered: Registered,
) -> None:
    season = registered(4, ASKING)
    person = people_of(season)[0]
    run_season(season=season, now=ASKED)
    status, page = by_link(person, season, ASKED, press=False)
    assert (status, Entry.objects.get(person=person).confirmed_at) == (200, None)
    assert "Confirm my place" in page
    for _press in range(2):
        assert "You have confirmed your place." in by_link(person, season, ASKED)[1]
    assert Entry.objects.get(person=person).confirmed_at == ASKED
    broken = link_page(person, season)[:-3] + "00/"
    assert Client().post(broken).status_code == 404


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda season, person: cancel_season(season=season, now=ASKED), "was cancelled"),
        (
            lambda season, person: withdraw(season=season, person=person, now=ASKED),
            "not registered",
        ),
        (
            lambda season, person: Sanction.objects.create(
                person=person, kind=SanctionKind.SUSPENSION, at=NOW
            ),
            "You are suspended",
        ),
        (lambda season, person: Season.objects.update(ends_at=ASKED), "This season is over"),
        (lambda season, person: Season.objects.update(confirm_by=None), "nothing to confirm now"),
    ],
)
def test_a_link_that_comes_too_late_says_why_and_changes_nothing(
    registered: Registered, change: Callable[[Season, Person], object], says: str
) -> None:
    season = registered(4, ASKING)
    person = people_of(season)[0]
    run_season(season=season, now=ASKED)
    change(season, person)
    for press in (False, True):
        status, page = by_link(person, season, ASKED, press=press)
        assert (status, says in page) == (409, True), page
    assert Entry.objects.get(person=person).confirmed_at is None


def test_the_link_of_a_banned_person_is_dead(registered: Registered, mona: Person) -> None:
    season = registered(4, ASKING)
    person = people_of(season)[0]
    run_season(season=season, now=ASKED)
    ban(actor=mona, person=person, reason="Two accounts.", now=ASKED)
    assert by_link(person, season, ASKED)[0] == 404


def test_who_plays_has_nothing_to_confirm(running: Season) -> None:
    entry = playing(running)
    assert entry.person
    with pytest.raises(Refused, match="You already play"):
        confirm(season=running, person=entry.person, now=STARTS)
    assert ENDS > STARTS


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_mail_has_one_button_and_an_address_for_replies(
    registered: Registered, language: str
) -> None:
    season = registered(4, ASKING)
    verify_everybody()
    Person.objects.update(language=language)
    run_season(season=season, now=ASKED)
    send_due(now=ASKED)
    person = people_of(season)[0]
    stored = Mail.objects.filter(person=person).latest("pk")
    mail = message_from_bytes(bytes(stored.source), policy=SMTP)
    assert isinstance(mail, EmailMessage)
    assert address_in(mail) == reply_address(season, person)
    html = mail.get_body(("html",))
    assert html is not None
    assert html.get_content().count(confirm_url(season, person)) == 1
    assert confirm_url(season, person) in text_of(mail)
