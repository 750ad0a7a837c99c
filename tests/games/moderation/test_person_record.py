"""What moderators see of a person: history, shared devices, one-sided results. Through HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.absence.substitution import replace_player
from games.accounts.closing import close_account
from games.leagues.models import Division
from games.moderation.sanctions import ban, lift, warn
from games.people.models import Person
from games.people.sanctions import Sanction
from games.people.traces import CROWD, DeviceTrace
from games.tables.models import Game, GameStatus, Seat
from games.tasks import forget_old_mails
from tests.conftest import PASSWORD, PeopleFactory
from tests.fixtures.games import NOW, Starter
from tests.games.moderation.conftest import DAY, WHY, enter

Browse = Callable[..., Client]
HOME, ELSEWHERE = "93.184.216.34", "8.8.8.8"


def sign_in(person: Person, browser: Client | None = None, address: str = HOME) -> Client:
    """Sign in with the password, as a person does."""
    browser = browser or Client()
    data = {"login": person.email, "password": PASSWORD}
    answer = browser.post("/accounts/login/", data, REMOTE_ADDR=address)
    assert answer.status_code == 302
    return browser


def about(browser: Client, person: Person, at: datetime = NOW) -> str:
    with time_machine.travel(at, tick=False):
        answer = browser.get(f"/moderation/people/{person.name}/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def seen_with(page: str) -> list[tuple[str, str]]:
    return re.findall(r'people/(\w+)/">\w+</a> <span class="quiet">(same \w+)', page)


def test_who_signs_in_at_the_same_device_is_named_to_moderators(
    browse: Browse, alice: Person, bob: Person, charlie: Person, mona: Person
) -> None:
    browser = sign_in(alice)
    browser.post("/accounts/logout/")
    sign_in(bob, browser, ELSEWHERE)
    sign_in(charlie, address="2606:2800:220:1::5")
    assert seen_with(about(browse(mona), alice)) == [("Bob", "same device")]
    assert seen_with(about(browse(mona), bob)) == [("Alice", "same device")]
    assert seen_with(about(browse(mona), charlie)) == []


def test_who_comes_from_the_same_network_is_named_unless_there_is_a_crowd(
    browse: Browse, people: PeopleFactory, alice: Person, bob: Person, mona: Person
) -> None:
    sign_in(alice)
    sign_in(bob, address="93.184.216.99")
    assert seen_with(about(browse(mona), alice)) == [("Bob", "same network")]
    for number in range(CROWD):
        sign_in(people(f"Neighbour{number}"))
    assert seen_with(about(browse(mona), alice)) == []


def test_addresses_of_no_open_network_are_no_hint(
    browse: Browse, alice: Person, bob: Person, mona: Person
) -> None:
    """A proxy that is not set up would put the whole world into one network."""
    for person in (alice, bob):
        sign_in(person, address="10.0.0.7")
    assert seen_with(about(browse(mona), alice)) == []


def test_nothing_of_device_or_address_can_be_read_and_each_week_has_a_key_of_its_own(
    alice: Person,
) -> None:
    browser = sign_in(alice)
    traces = list(DeviceTrace.objects.values_list("kind", "digest"))
    assert sorted(kind for kind, _digest in traces) == ["device", "network"]
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for _kind, digest in traces)
    with time_machine.travel(NOW + timedelta(days=7), tick=False):
        browser.post("/settings/theme/", {"theme": "dark"}, REMOTE_ADDR=HOME)
    later = set(DeviceTrace.objects.values_list("kind", "digest"))
    assert len(later) == 4
    assert later > set(traces)


def test_looking_leaves_no_trace_and_posting_one_a_day(alice: Person) -> None:
    browser = sign_in(alice)
    DeviceTrace.objects.all().delete()
    browser.get("/", REMOTE_ADDR=HOME)
    browser.get("/settings/", REMOTE_ADDR=HOME)
    assert not DeviceTrace.objects.exists()
    browser.post("/settings/theme/", {"theme": "dark"}, REMOTE_ADDR=HOME)
    assert not DeviceTrace.objects.exists()
    with time_machine.travel(NOW + DAY, tick=False):
        for theme in ("dark", "light"):
            browser.post("/settings/theme/", {"theme": theme}, REMOTE_ADDR=HOME)
    assert DeviceTrace.objects.count() == 2


def test_after_thirty_days_it_is_gone(
    browse: Browse, alice: Person, bob: Person, mona: Person
) -> None:
    for person in (alice, bob):
        sign_in(person)
    at = NOW + timedelta(days=30)
    assert seen_with(about(browse(mona), alice, at - timedelta(minutes=1)))
    # Also where the worker is late.
    assert not seen_with(about(browse(mona), alice, at))
    with time_machine.travel(at, tick=False):
        forget_old_mails()
    assert not DeviceTrace.objects.exists()


def test_it_goes_with_the_account_and_is_among_ones_belongings(alice: Person, bob: Person) -> None:
    from games.accounts.data_export import collect_personal_data

    sign_in(alice)
    kept = collect_personal_data(alice)["devices and networks of the last 30 days"]
    assert {row["kind"] for row in kept} == {"device", "network"}
    assert "digest" not in kept[0]
    close_account(person=alice, now=NOW)
    assert not DeviceTrace.objects.exists()


def test_players_and_directors_see_none_of_it(
    browse: Browse, alice: Person, bob: Person, erin: Person, division: Division
) -> None:
    for person in (alice, bob):
        sign_in(person)
    for person in (alice, erin):
        assert browse(person).get("/moderation/people/Bob/").status_code == 403
        assert "same network" not in browse(person).get("/people/Bob/").content.decode()


def finished(begin: Starter, ends: list[tuple[int, int]], *people: Person) -> list[Game]:
    """Games that are over, with the places of the two."""
    games = []
    for places in ends:
        game = begin(*people)
        Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED, ended_at=NOW)
        for number, place in enumerate(places):
            Seat.objects.filter(game=game, number=number).update(place=place)
        games.append(game)
    return games


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ([(1, 2)] * 4, "4 games against each other: ahead in 4, behind in 0"),
        ([(2, 1)] * 9 + [(1, 2)], "10 games against each other: ahead in 1, behind in 9"),
        ([(1, 2)] * 3, ""),
        ([(1, 2)] * 4 + [(2, 1)], ""),
        ([(1, 1)] * 5, ""),
    ],
)
def test_results_that_always_end_the_same_way_are_pointed_out(
    ends: list[tuple[int, int]],
    told: str,
    begin: Starter,
    browse: Browse,
    alice: Person,
    bob: Person,
    mona: Person,
) -> None:
    finished(begin, ends, alice, bob)
    page = about(browse(mona), alice)
    assert (told in page) if told else ("against each other" not in page)


def test_partners_do_not_play_against_each_other(
    begin: Starter,
    browse: Browse,
    alice: Person,
    bob: Person,
    charlie: Person,
    dana: Person,
    mona: Person,
) -> None:
    for _time in range(4):
        game = begin(alice, bob, charlie, dana, board="team-asia")
        Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED, ended_at=NOW)
        for seat in game.seats.all():
            partner = seat.person in (alice, charlie)
            Seat.objects.filter(pk=seat.pk).update(
                team=0 if partner else 1, place=1 if partner else 2
            )
    page = about(browse(mona), alice)
    found = re.findall(r'people/(\w+)/">\w+</a> <span class="quiet">\d games against', page)
    assert sorted(found) == ["Bob", "Dana"]


def test_the_history_of_a_person_tells_what_happened(
    browse: Browse, league_game: Game, division: Division, bob: Person, mona: Person, nora: Person
) -> None:
    enter(division, mona)
    replace_player(game=league_game, seat=1, by="random", actor="director", now=NOW)
    warn(actor=mona, person=bob, reason=WHY, now=NOW)
    ban(actor=nora, person=bob, reason=WHY, now=NOW)
    lift(actor=nora, sanction=Sanction.objects.get(kind="ban"), reason=WHY, now=NOW + DAY)
    page = about(browse(mona), bob, NOW + 2 * DAY)
    assert "<dt>Seats given up or lost</dt><dd>1</dd>" in page
    assert "Warning" in page
    assert "lifted on 22 November 2026, 08:30 CET" in page
    assert ">Club, season 1</a>" in page
    assert "Account since" in page
