"""The admin again, as somebody on the staff who may read all of it and wants more than that."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.test import Client

from engine.actions import Draw
from games.lobby import GameOptions, create_game, join_game
from games.moderation.models import AuditEntry
from games.moderation.sanctions import ban
from games.people.models import Person
from games.tables.models import Game
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, act
from tests.games.moderation.conftest import WHY, adam, division, game, mona
from tests.games.security.admin_tables import tables
from tests.games.security.test_admin_lookups import erin, staff, table
from tests.thinning import one_in

__all__ = ["adam", "division", "erin", "game", "mona", "staff", "table"]

ODD = (
    "p=-1",
    "p=99999999999999999999999",
    "all=&p=2",
    "q=%22",
    "q=%27a%20%22",
    "q=" + "x" * 5000,
    "o=a.b..-",
    "o=99999999999999999999999999",
    "o=%D9%A3",
    "o=%C2%B2",
    "_facets=1&e=1",
    "_popup=1&_to_field=pk",
    "_to_field=nothing",
    "_changelist_filters=data__x%3D1",
    "at__day=5",
    "at__year=2026&at__month=2&at__day=31",
    "created_at__year=2026&created_at__month=99",
    "status__exact=x&status__exact=y",
    "status__isnull=1&status__exact=sent",
    "verified__exact=maybe",
    "type=a&type__isnull=1",
)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
KEYS = ("abc", "9" * 30, "-1", "_00", "a" * 300, "1/../2")


@pytest.fixture
def sam(people: PeopleFactory) -> Person:
    """On the staff with every permission but that of moderators."""
    person = people("Sam", is_staff=True)
    person.user_permissions.set(Permission.objects.exclude(codename="moderate"))
    return person


@pytest.mark.slow
def test_nothing_odd_that_is_asked_of_a_list_makes_an_error(table: Game, staff: Client) -> None:
    for number, one in enumerate(tables()):
        for odd in one_in(4, ODD, number):
            assert staff.get(f"{one.url}?{odd}").status_code in (200, 302, 400), (one.name, odd)
        for key in one_in(3, KEYS, number):
            for page in ("change", "history"):
                status = staff.get(f"{one.url}{key}/{page}/").status_code
                assert status in (302, 404), (one.name, key, page)


def test_an_action_on_what_is_no_row_is_refused(table: Game, staff: Client) -> None:
    for selected in ("abc", "9" * 40, ["1", "x"]):
        for model in ("mfa/authenticator", "auth/group"):
            form = {"action": "delete_selected", "_selected_action": selected, "post": "yes"}
            assert staff.post(f"/admin/{model}/", form).status_code == 400
    assert Authenticator.objects.exists()
    assert Group.objects.exists()


def test_staff_without_an_office_see_nothing_hidden_and_decide_nothing(
    game: Game, sam: Person, people: PeopleFactory, browse
) -> None:
    act(game, 0, Draw("blind"), Draw("blind"))
    client = browse(sam)
    for url in (
        f"/direct/{game.code}/",
        "/moderation/",
        "/moderation/audit/",
        "/moderation/people/Bob/",
    ):
        assert client.get(url).status_code in (403, 404), url
    for action in ("look", "void", "adjudicate", "take-back", "replace"):
        answer = client.post(f"/direct/{game.code}/{action}/", {"reason": WHY, "to": "1"})
        assert answer.status_code in (403, 404), action
    assert not AuditEntry.objects.exists()
    spectator = browse(people("Sue"))
    for url in (f"/games/{game.code}/", f"/games/{game.code}/replay/"):
        pages = [one.get(url).content.decode().split("<main")[1] for one in (client, spectator)]
        assert TOKEN.sub("", pages[0]) == TOKEN.sub("", pages[1])


def test_who_is_banned_is_out_of_the_admin_at_once(
    table: Game, sam: Person, adam: Person, browse
) -> None:
    """Also where the browser was signed in before."""
    client = browse(sam)
    assert client.get("/admin/games/mail/").status_code == 200
    ban(actor=adam, person=sam, reason=WHY, now=NOW)
    for url in ("/admin/", "/admin/games/mail/", "/admin/games/event/"):
        answer = client.get(url)
        assert answer.status_code == 302
        assert "/login/?next=/admin/" in answer["Location"]


def test_a_private_table_is_named_in_the_admin_and_still_closed(
    sam: Person, alice: Person, bob: Person, inbox, browse
) -> None:
    hidden = create_game(
        organiser=alice, options=GameOptions(board="usa", seats=2, public=False), now=NOW
    )
    join_game(game=hidden, person=bob, invitation=hidden.invitation, now=NOW)
    inbox()
    client = browse(sam)
    assert hidden.code in client.get("/admin/games/mail/").content.decode()
    for page in ("", "replay/", "record/", "clock/"):
        assert client.get(f"/games/{hidden.code}/{page}").status_code == 404
