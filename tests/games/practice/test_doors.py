"""Every endpoint of the site, requested by a guest: only those of practice allow it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.leagues.models import Entry
from games.notifications.models import Mail, Notice
from games.people.models import Person
from games.plans.models import SeatPlan
from games.play.models import HeldMove
from games.practice.models import Guest
from games.tables.models import Game, Seat
from games.talk.models import Message, PrivateNote
from games.votes.models import Ballot, Vote
from tests.thinning import one_in

pytestmark = pytest.mark.django_db

OPEN_TO_GUESTS = {
    "game", "prepare-move", "act", "seen", "pulse", "story", "replay", "replay-decision",
    "learn", "begin-guided", "begin-practice", "read-lesson", "show-lessons",
    "end-practice", "practice-again", "begin-branch",
}  # fmt: skip
"""Pages of one's own game, and of practice."""
WRITTEN = (
    Person, Seat, Message, PrivateNote, SeatPlan, HeldMove, Vote, Ballot, Entry, Notice, Mail,
)  # fmt: skip
ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")


def endpoints(
    patterns: list[URLPattern | URLResolver], prefix: str = ""
) -> Iterator[tuple[str, str]]:
    """The name and the route of every address of the site."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from endpoints(pattern.url_patterns, route)
        elif "(?P" not in route and "^" not in route:
            yield pattern.name or "", route


def address(route: str, values: dict[str, str]) -> str:
    return "/" + ARGUMENT.sub(lambda found: values.get(found[1], "1"), route)


@pytest.fixture
def guest() -> Client:
    client = Client()
    client.post("/learn/usa/begin/")
    return client


def rows() -> list[int]:
    return [model._default_manager.count() for model in WRITTEN]


@pytest.mark.slow
def test_no_endpoint_but_those_of_practice_does_anything_for_a_guest(
    guest: Client, table: Game, alice: Person
) -> None:
    """Tried with the code of the guest's own game and with that of somebody else's."""
    own = Game.objects.get(practice=True)
    tried = 0
    for turn, code in enumerate((own.code, table.code)):
        values = {"code": code, "board": "usa", "key": "usa", "name": alice.name, "number": "0"}
        for name, route in one_in(2, endpoints(get_resolver().url_patterns), turn):
            if name in OPEN_TO_GUESTS or route.startswith("accounts/"):
                continue
            path = address(route, values)
            before, version = rows(), Game.objects.get(pk=table.pk).version
            posted = guest.post(path, {"text": "hello", "yes": "1", "decision": "1", "seat": "0"})
            looked = guest.get(path)
            assert posted.status_code < 500, path
            assert looked.status_code < 500, path
            assert rows() == before, path
            assert Game.objects.get(pk=table.pk).version == version, path
            tried += 1
    assert tried > 100
    assert mail.outbox == []


@pytest.mark.parametrize(
    "path",
    [
        "talk/", "note/", "order/", "nudge/", "leave/", "cancel/", "remove/", "team/", "return/",
        "held/withdraw/", "order/cancel/",
    ],
)  # fmt: skip
def test_what_people_do_at_a_table_sends_a_guest_to_sign_in(guest: Client, path: str) -> None:
    code = Game.objects.get(practice=True).code
    answer = guest.post(f"/games/{code}/{path}", {"text": "hello"})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


def test_a_guest_has_no_seat_in_the_games_of_people(guest: Client, table: Game) -> None:
    page = guest.get(f"/games/{table.code}/").content.decode()
    assert "You are watching" in page
    decision = table.seats.get(number=0).decision
    answer = guest.post(f"/games/{table.code}/act/", {"decision": decision, "action": "x"})
    assert answer.headers["Location"] == f"/games/{table.code}/"


def test_the_record_of_a_practice_game_is_not_given_out(guest: Client) -> None:
    code = Game.objects.get(practice=True).code
    assert guest.get(f"/games/{code}/record/").status_code == 404


def test_a_practice_game_is_in_no_list(guest: Client, alice: Person, browse) -> None:
    code = Game.objects.get(practice=True).code
    for client in (Client(), browse(alice)):
        for path in ("/", "/lobby/", "/players/", "/seats/", f"/players/{alice.name}/"):
            assert code not in client.get(path).content.decode()
    assert browse(alice).get(f"/games/{code}/").status_code == 404


def test_not_even_an_administrator_looks_at_a_practice_game(
    guest: Client, alice: Person, browse
) -> None:
    Person.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    code = Game.objects.get(practice=True).code
    for path in (f"/games/{code}/", f"/games/{code}/direct/", f"/games/{code}/decisions/"):
        assert browse(alice).get(path).status_code == 404
    assert code not in browse(alice).get("/admin/games/event/").content.decode()


def test_every_post_wants_the_token_of_its_form() -> None:
    strict = Client(enforce_csrf_checks=True)
    for path in ("/learn/usa/begin/", "/learn/usa/practice/"):
        assert strict.post(path).status_code == 403
    assert not Guest.objects.exists()


def test_the_session_gets_a_new_cookie_when_a_guest_begins() -> None:
    client = Client()
    session = client.session
    session["something"] = 1
    session.save()
    before = client.cookies["sessionid"].value if "sessionid" in client.cookies else None
    client.post("/learn/usa/begin/")
    after = client.cookies["sessionid"].value
    assert before != after
    assert not Session.objects.filter(pk=before).exists()
