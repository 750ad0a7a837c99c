"""A season asks for a rating, for reliability, or for the word of a director: pages and mails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from games.leagues.models import Entry, EntryStatus, League, Season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.withdrawal import withdraw
from games.moderation.models import AuditEntry
from games.moderation.sanctions import suspend
from games.people.models import Person
from games.players.models import FEWEST_GAMES, Rating, ReliabilityRecord
from games.players.skill import CENTRE, MU, WIDTH
from games.players.sums import recount_sums
from games.tables.models import Game
from tests.fixtures.games import Starter
from tests.fixtures.mail import Inbox, text_of
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    NOW,
    OPENS,
    STARTS,
    Crowd,
    a_plan,
)

Announced = Callable[..., Season]
URL = "/leagues/night-club/1/"
WHY = "This league is for members of the club."


def browser_of(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def rate(person: Person, points: int, *, games: int = FEWEST_GAMES) -> None:
    mu = MU + (points - CENTRE) / WIDTH
    Rating.objects.create(person=person, board="", mu=mu, sigma=2.0, games=games, at=NOW)


def asks(person: Person, at: object = OPENS + DAY) -> str:
    """What the page says when a person presses the button."""
    with time_machine.travel(at, tick=False):  # type: ignore[arg-type]
        page = browser_of(person).post(f"{URL}register/", follow=True)
    return " ".join(page.content.decode().split())


def status_of(person: Person) -> str | None:
    return Entry.objects.filter(person=person).values_list("status", flat=True).first()


def decide(person: Person, action: str, at: object = OPENS + 2 * DAY, **data: object) -> Client:
    with time_machine.travel(at, tick=False):  # type: ignore[arg-type]
        return browser_of(person).post(f"{URL}direct/{action}/", data, follow=True)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("points", "limits", "told"),
    [
        (1400, {"least_rating": 1450}, "a rating of at least 1450, and yours is 1400."),
        (1700, {"most_rating": 1600}, "a rating of at most 1600, and yours is 1700."),
        (1450, {"least_rating": 1450, "most_rating": 1600}, ""),
        (1600, {"least_rating": 1450, "most_rating": 1600}, ""),
        (1601, {"least_rating": 1450, "most_rating": 1600}, "a rating of at most 1600"),
    ],
)
def test_a_rating_lets_people_in_or_tells_them_why_not(
    points: int, limits: dict[str, int], told: str, announced: Announced, alice: Person
) -> None:
    announced(a_plan(**limits))
    rate(alice, points)
    with time_machine.travel(OPENS + DAY, tick=False):
        before = browser_of(alice).get(URL).content.decode()
    if told:
        assert told in before
        assert "register/" not in before
        assert told in asks(alice)
        assert status_of(alice) is None
    else:
        assert "You are registered." in asks(alice)
        assert status_of(alice) == EntryStatus.REGISTERED


@pytest.mark.parametrize("games", [None, FEWEST_GAMES - 1])
def test_who_has_no_rating_yet_reads_how_to_get_one(
    games: int | None, announced: Announced, alice: Person
) -> None:
    announced(a_plan(least_rating=1000))
    if games is not None:
        rate(alice, 1900, games=games)
    assert "which you get after 5 rated games" in asks(alice)
    assert status_of(alice) is None


def played(game: Game, person: Person, *, answered: int, missed: int) -> None:
    ReliabilityRecord.objects.create(
        game=game,
        person=person,
        seq=1,
        answered=answered,
        missed=missed,
        excused=0,
        finished=True,
    )
    recount_sums()


def test_reliability_lets_people_in_or_tells_them_why_not(
    announced: Announced, begin: Starter, alice: Person, bob: Person, charlie: Person
) -> None:
    announced(a_plan(least_reliability=90))
    game = begin(alice, bob)
    ReliabilityRecord.objects.all().delete()
    played(game, alice, answered=17, missed=3)
    played(game, bob, answered=18, missed=2)
    told = "players who take 90% of their turns on time, and you have taken 85%."
    assert told in asks(alice)
    assert status_of(alice) is None
    for person in (bob, charlie):
        assert "You are registered." in asks(person)


def test_the_page_says_what_is_asked_before_one_registers(
    announced: Announced, client: Client
) -> None:
    announced(a_plan(least_rating=1450, least_reliability=90, by_approval=True))
    with time_machine.travel(OPENS + DAY, tick=False):
        page = client.get(URL).content.decode()
    assert "A rating of at least 1450." in page
    assert "At least 90% of turns on time." in page
    assert "A director approves each registration." in page


def test_a_director_lets_somebody_in_who_hears_of_it(
    announced: Announced, director: Person, alice: Person, inbox: Inbox
) -> None:
    announced(a_plan(by_approval=True))
    assert "A director will decide." in asks(alice)
    assert status_of(alice) == EntryStatus.ASKED
    mails = {str(mail["To"]): text_of(mail) for mail in inbox(at=OPENS + DAY)}
    assert "You have asked to play in Night Club, season 1." in mails["Alice <alice@example.org>"]
    assert "1 player has asked to play" in mails["Erin <erin@example.org>"]
    with time_machine.travel(OPENS + DAY, tick=False):
        page = browser_of(director).get(f"{URL}direct/").content.decode()
        assert "Approve registrations" in page
        assert "Alice" not in Client().get(URL).content.decode()
    decide(director, "approve", entry=Entry.objects.get().pk)
    assert status_of(alice) == EntryStatus.REGISTERED
    [mail] = inbox(alice, at=OPENS + 2 * DAY)
    assert "You are registered for Night Club, season 1." in text_of(mail)
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor, entry.subject) == ("approve", director, alice)


def test_many_are_approved_by_one_press_and_one_that_cannot_be_keeps_nobody_out(
    announced: Announced, crowd: Crowd, director: Person, mona: Person, alice: Person
) -> None:
    season = announced(a_plan(by_approval=True))
    players = crowd(12)
    for person in (*players, alice, director):
        register(season=season, person=person, now=OPENS)
    rate(players[0], 1712)
    with time_machine.travel(OPENS + DAY, tick=False):
        page = browser_of(director).get(f"{URL}direct/").content.decode()
    form = page.split('action="/leagues/night-club/1/direct/approve/"')[1].split("</form>")[0]
    # All are ticked, but for the director's own request.
    assert form.count(" checked>") == 13
    assert "1712" in form
    assert "0 games finished" in form
    suspend(actor=mona, person=alice, reason="Insults.", now=OPENS + DAY)
    withdraw(season=season, person=players[1], now=OPENS + DAY)
    ticked = [entry.pk for entry in Entry.objects.exclude(person=players[2])]
    answer = decide(director, "approve", entry=ticked, reason="Welcome.")
    said = answer.content.decode()  # type: ignore[attr-defined]
    assert answer.status_code == 200  # type: ignore[attr-defined]
    assert "Alice: This player may not start games." in said
    assert f"{players[1].name}: This player is not asking to play, or no longer does." in said
    assert "Erin: You cannot make a decision about yourself." in said
    assert Entry.objects.filter(status=EntryStatus.REGISTERED).count() == 10
    assert status_of(players[2]) == EntryStatus.ASKED
    approved = AuditEntry.objects.filter(action="approve")
    assert approved.count() == 10
    assert {entry.subject for entry in approved} == {players[0], *players[3:]}


def test_who_is_declined_hears_why_and_cannot_ask_again(
    announced: Announced, director: Person, alice: Person, inbox: Inbox
) -> None:
    announced(a_plan(by_approval=True))
    asks(alice)
    entry = Entry.objects.get().pk
    assert decide(director, "decline", entry=entry).status_code == 422  # type: ignore[attr-defined]
    inbox(at=OPENS + DAY)
    decide(director, "decline", entry=entry, reason=WHY)
    assert status_of(alice) == EntryStatus.WITHDRAWN
    [mail] = inbox(alice, at=OPENS + 2 * DAY)
    assert "Your registration was declined." in text_of(mail)
    assert WHY in text_of(mail)
    assert "The directors declined your registration." in asks(alice, OPENS + 3 * DAY)
    assert status_of(alice) == EntryStatus.WITHDRAWN
    with time_machine.travel(OPENS + 3 * DAY, tick=False):
        page = browser_of(alice).get(URL).content.decode()
    assert "The directors declined your registration." in page


def test_who_waits_for_a_director_is_in_no_draw_and_on_no_reserve_list(
    announced: Announced, crowd: Crowd, director: Person, alice: Person
) -> None:
    season = announced(a_plan(by_approval=True))
    for person in crowd(4):
        register(season=season, person=person, now=OPENS)
    for entry in Entry.objects.all():
        decide(director, "approve", entry=entry.pk)
    asks(alice)
    run_season(season=season, now=CLOSES)
    run_season(season=season, now=STARTS)
    assert status_of(alice) == EntryStatus.ASKED
    assert Entry.objects.filter(status=EntryStatus.PLAYING).count() == 4
    decide(director, "approve", STARTS + DAY, entry=Entry.objects.get(person=alice).pk)
    assert status_of(alice) == EntryStatus.RESERVE


def test_who_got_no_answer_hears_when_the_season_begins_without_them(
    announced: Announced, crowd: Crowd, director: Person, alice: Person, inbox: Inbox
) -> None:
    season = announced(a_plan(by_approval=True))
    for person in crowd(4):
        register(season=season, person=person, now=OPENS)
    for entry in Entry.objects.all():
        decide(director, "approve", entry=entry.pk)
    asks(alice)
    inbox(at=CLOSES)
    for _run in range(2):
        run_season(season=season, now=STARTS)
    [mail] = inbox(alice, at=STARTS)
    assert "Night Club, season 1 has begun without you." in text_of(mail)
    assert "No director answered your request." in text_of(mail)
    with time_machine.travel(STARTS, tick=False):
        page = browser_of(alice).get(URL).content.decode()
        assert "No director answered your request." in page
        assert "takes over your unfinished games" not in page
        browser_of(alice).post(f"{URL}withdraw/")
    assert status_of(alice) == EntryStatus.WITHDRAWN


def test_a_season_whose_requests_nobody_answered_ends_on_its_first_day(
    announced: Announced, director: Person, alice: Person, inbox: Inbox
) -> None:
    season = announced(a_plan(by_approval=True))
    asks(alice)
    inbox(at=OPENS + DAY)
    assert run_season(season=season, now=CLOSES) == []
    inbox(at=CLOSES)
    assert run_season(season=season, now=STARTS) == ["draw"]
    season.refresh_from_db()
    assert season.cancelled_at == STARTS
    mails = {str(mail["To"]): text_of(mail) for mail in inbox(at=STARTS)}
    assert len(mails) == 2
    assert all("Night Club, season 1 was cancelled." in text for text in mails.values())


def test_one_can_stop_waiting_and_ask_again(announced: Announced, alice: Person) -> None:
    season = announced(a_plan(by_approval=True))
    asks(alice)
    withdraw(season=season, person=alice, now=OPENS + DAY)
    assert status_of(alice) == EntryStatus.WITHDRAWN
    assert "A director will decide." in asks(alice, OPENS + 2 * DAY)


def test_nobody_approves_themselves_and_players_approve_nobody(
    announced: Announced, director: Person, alice: Person, bob: Person
) -> None:
    announced(a_plan(by_approval=True))
    asks(director)
    asks(alice)
    own = Entry.objects.get(person=director).pk
    assert decide(director, "approve", entry=own).status_code == 422  # type: ignore[attr-defined]
    other = Entry.objects.get(person=alice).pk
    assert decide(bob, "approve", entry=other).status_code == 404  # type: ignore[attr-defined]
    assert {status_of(director), status_of(alice)} == {EntryStatus.ASKED}


def test_a_place_that_is_taken_meanwhile_leaves_the_reserve_list(
    announced: Announced, director: Person, alice: Person, bob: Person
) -> None:
    announced(a_plan(by_approval=True, most_players=2))
    season = Season.objects.get()
    Season.objects.filter(pk=season.pk).update(most_players=1)
    for person in (alice, bob):
        asks(person)
    for person in (alice, bob):
        decide(director, "approve", entry=Entry.objects.get(person=person).pk)
    assert (status_of(alice), status_of(bob)) == (EntryStatus.REGISTERED, EntryStatus.RESERVE)


def test_the_page_says_how_many_may_play_and_that_all_places_are_taken(
    announced: Announced, alice: Person, bob: Person, charlie: Person
) -> None:
    announced(a_plan(most_players=2))
    with time_machine.travel(OPENS, tick=False):
        assert "at most 2; later players" in browser_of(alice).get(URL).content.decode()
    asks(alice)
    with time_machine.travel(OPENS + DAY, tick=False):
        assert "All places are taken." not in browser_of(charlie).get(URL).content.decode()
    asks(bob)
    with time_machine.travel(OPENS + DAY, tick=False):
        page = browser_of(charlie).get(URL).content.decode()
    assert "All places are taken." in page
    assert "Join the reserve list" in page
    assert 'name="stands_by"' in page


def test_who_is_suspended_meanwhile_is_not_let_in(
    announced: Announced, director: Person, alice: Person, mona: Person
) -> None:
    announced(a_plan(by_approval=True))
    asks(alice)
    suspend(actor=mona, person=alice, reason="Insults.", now=OPENS + DAY)
    answer = decide(director, "approve", entry=Entry.objects.get().pk)
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert status_of(alice) == EntryStatus.ASKED


def test_limits_that_admit_nobody_cannot_be_planned(league: League, director: Person) -> None:
    browser = browser_of(director)
    with time_machine.travel(NOW, tick=False):
        form = browser.get("/leagues/night-club/plan/").context["form"]
        data = {
            name: form[name].value()
            for name in form.fields
            if form[name].value() not in (None, False)
        }
        data |= {
            name: value.strftime("%Y-%m-%dT%H:%M")
            for name, value in data.items()
            if hasattr(value, "strftime")
        }
        for wrong in (
            {"least_rating": 1600, "most_rating": 1500},
            {"least_rating": 4001},
            {"least_reliability": 101},
        ):
            answer = browser.post("/leagues/night-club/plan/", {**data, **wrong})
            assert answer.status_code == 422, wrong
        right = {"least_rating": 1400, "by_approval": "on", "least_reliability": 80}
        assert browser.post("/leagues/night-club/plan/", {**data, **right}).status_code == 302
    season = Season.objects.get()
    assert (season.least_rating, season.most_rating) == (1400, None)
    assert (season.least_reliability, season.by_approval) == (80, True)
