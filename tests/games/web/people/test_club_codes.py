"""Joining a club by its link or its code, typed or printed."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest
from pytest_django import Settings

from games.lobby.groups.groups import CODE_LETTERS, change_code, delete_group, found_group
from games.people.groups import PlayerGroup, is_member
from games.people.models import Person
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse

pytestmark = pytest.mark.usefixtures("still_clock")


@pytest.fixture
def club(alice: Person) -> PlayerGroup:
    """A club of Alice with a code."""
    group = found_group(owner=alice, name="Night owls", now=NOW)
    change_code(group=group, owner=alice, wanted=True)
    group.refresh_from_db()
    return group


def test_the_code_is_short_and_has_no_letters_that_look_alike(club: PlayerGroup) -> None:
    assert re.fullmatch(f"[{CODE_LETTERS}]{{8}}", club.code)
    assert not set(CODE_LETTERS) & set("0O1IL2Z5S8BUAE")


def test_a_typed_code_leads_to_the_club_and_one_press_joins(
    club: PlayerGroup, browse: Browse, bob: Person
) -> None:
    typed = f" {club.code[:4].lower()}-{club.code[4:]} "
    page = browse(bob).get("/groups/join/", {"code": typed}).content.decode()
    assert "Night owls" in page
    assert not is_member(club, bob)
    for _twice in range(2):
        page = browse(bob).post(f"/groups/join/{club.code}/", follow=True).content.decode()
        assert "You are a member of the club." in page
    assert club.memberships.count() == 2


def test_a_wrong_code_is_said_to_be_wrong_and_guesses_are_counted(
    club: PlayerGroup, browse: Browse, bob: Person, settings: Settings
) -> None:
    settings.DOOR_LIMITS = {**settings.DOOR_LIMITS, "club-code": ((3, 60),)}
    client = browse(bob)
    for _guess in range(3):
        answer = client.get("/groups/join/", {"code": "CCCC-CCCC"})
        assert answer.status_code == 404
        assert "No club has this code." in answer.content.decode()
    assert client.get("/groups/join/", {"code": club.code}).status_code == 429
    assert client.post(f"/groups/join/{club.code}/").status_code == 429
    assert not is_member(club, bob)


def test_people_who_are_not_signed_in_learn_nothing_of_a_code(
    club: PlayerGroup, browse: Browse
) -> None:
    pages = [browse(None).get(f"/groups/join/{code}/") for code in (club.code, "CCCCCCCC")]
    token = r'name="csrfmiddlewaretoken" value="[^"]+"'
    shown = [
        re.sub(token, "", page.content.decode()).replace(club.code, "CCCCCCCC") for page in pages
    ]
    assert shown[0] == shown[1]
    assert "Night owls" not in shown[0]
    assert f"?next=/groups/join/{club.code}/" in pages[0].content.decode()
    assert browse(None).post(f"/groups/join/{club.code}/").status_code == 200
    assert club.memberships.count() == 1


def test_old_codes_no_longer_work(club: PlayerGroup, browse: Browse, bob: Person) -> None:
    old = club.code
    page = browse(club.memberships.get().person).post(
        f"/groups/{club.pk}/code/", {"wanted": "yes"}, follow=True
    )
    assert "The club has a new link and code." in page.content.decode()
    assert browse(bob).post(f"/groups/join/{old}/").status_code == 404
    club.refresh_from_db()
    assert club.code != old
    owner = browse(club.memberships.get().person)
    owner.post(f"/groups/{club.pk}/code/", {"wanted": "no"})
    assert browse(bob).post(f"/groups/join/{club.code}/").status_code == 404
    assert browse(bob).get("/groups/join/", {"code": "-"}).status_code == 404
    assert club.memberships.count() == 1


def test_a_club_that_has_ended_has_no_code(
    club: PlayerGroup, browse: Browse, alice: Person, bob: Person
) -> None:
    delete_group(group=club, owner=alice)
    assert browse(bob).post(f"/groups/join/{club.code}/").status_code == 404


def test_the_page_to_print_is_for_owners_and_shows_link_code_and_picture(
    club: PlayerGroup, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    here = f"/groups/{club.pk}/poster/"
    page = browse(alice).get(here).content.decode()
    assert f"/groups/join/{club.code}/" in page
    assert f"{club.code[:4]}-{club.code[4:]}" in page
    picture = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert picture
    assert b"<svg" in b64decode(picture[1])
    browse(bob).post(f"/groups/join/{club.code}/")
    assert browse(bob).get(here).status_code == 404
    assert club.code not in browse(bob).get(f"/groups/{club.pk}/").content.decode()
    assert browse(charlie).get(here).status_code == 404
    browse(alice).post(f"/groups/{club.pk}/code/", {"wanted": "no"})
    assert browse(alice).get(here).status_code == 404
