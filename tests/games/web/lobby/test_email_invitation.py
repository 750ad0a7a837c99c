"""The page behind the link of an invitation."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.test import Client

from games.lobby import GameOptions, create_game, join_game
from games.lobby.invitations.models import EmailInvitation
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW
from tests.fixtures.invitations import STRANGER, Invite, Post
from tests.fixtures.mail import text_of
from tests.fixtures.pages import Browse

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]


def page_of(mail: EmailMessage) -> str:
    found = re.search(r"/invited/\S+", text_of(mail))
    assert found
    return found[0]


@pytest.fixture
def page(invited: EmailMessage) -> str:
    return page_of(invited)


def test_one_press_joins_and_signs_nobody_in(
    page: str, client: Client, open_table: Game, post: Post
) -> None:
    shown = client.get(page).content.decode()
    assert "Alice invites you to a game on USA." in shown
    done = client.post(page, {"answer": "join", "name": "Erin"}, follow=True)
    assert "You have joined as Erin" in done.content.decode()
    erin = Person.objects.get(email=STRANGER)
    assert Seat.objects.filter(game=open_table, person=erin).exists()
    assert "_auth_user_id" not in client.session
    assert any("Choose" in text_of(mail) for mail in post(STRANGER))


def test_looking_joins_nobody_and_neither_does_a_request_that_presses_nothing(
    page: str, client: Client
) -> None:
    for method in (client.get, client.head, client.options):
        method(page)
    assert client.post(page).status_code == 422
    assert client.post(page, {"name": "Erin"}).status_code == 422
    assert client.post(page, {"List-Unsubscribe": "One-Click"}).status_code == 422
    assert Client(enforce_csrf_checks=True).post(page, {"answer": "join"}).status_code == 403
    assert EmailInvitation.objects.get().status == "pending"
    assert not Person.objects.filter(email=STRANGER).exists()


def test_the_page_is_the_same_for_an_address_with_an_account(
    page: str, invite_to: Invite, post: Post, bob: Person, alice: Person, browse: Browse
) -> None:
    table = create_game(
        organiser=alice, options=GameOptions(board="usa", seats=2, public=False), now=NOW
    )
    invite_to(bob.email, game=table)
    (mail,) = post(bob.email)

    def shown(path: str) -> str:
        text = browse().get(path).content.decode()
        return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", text)

    assert shown(page) == shown(page_of(mail)).replace(page_of(mail), page)


def test_a_member_joins_by_the_link_whoever_is_signed_in(
    invite_to: Invite, post: Post, bob: Person, charlie: Person, browse: Browse, open_table: Game
) -> None:
    invite_to(bob.email)
    path = page_of(post(bob.email)[0])
    theirs = browse(charlie)
    assert "was sent to another address than yours" in theirs.get(path).content.decode()
    assert "another address" not in browse(bob).get(path).content.decode()
    theirs.post(path, {"answer": "join", "name": "Charlie"})
    assert Seat.objects.get(game=open_table, number=1).person == bob


def test_a_taken_name_is_refused_with_others(page: str, client: Client, bob: Person) -> None:
    answer = client.post(page, {"answer": "join", "name": "B o b"})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "is taken" in shown
    assert "These names are free:" in shown
    assert not Person.objects.filter(email=STRANGER).exists()


def test_pressing_twice_is_as_once(page: str, client: Client) -> None:
    client.post(page, {"answer": "join", "name": "Erin"})
    again = client.post(page, {"answer": "join", "name": "Emma"})
    assert again.status_code == 409
    assert "You have already accepted this invitation." in again.content.decode()
    assert Person.objects.filter(email=STRANGER).values_list("name", flat=True)[0] == "Erin"


def test_declining_and_changing_ones_mind(page: str, client: Client) -> None:
    shown = client.post(page, {"answer": "decline"}, follow=True).content.decode()
    assert "You have declined this invitation. If you change your mind" in shown
    assert EmailInvitation.objects.get().status == "declined"
    client.post(page, {"answer": "join", "name": "Erin"})
    assert EmailInvitation.objects.get().status == "joined"


def test_who_has_joined_can_leave_before_the_game_begins(
    alice: Person, invite_to: Invite, post: Post, client: Client
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    invite_to(game=game)
    path = page_of(post(STRANGER)[0])
    client.post(path, {"answer": "join", "name": "Erin"})
    assert "Leave the table" in client.get(path).content.decode()
    client.post(path, {"answer": "decline"})
    assert game.seats.count() == 1


def test_too_late_is_a_sentence(page: str, client: Client, open_table: Game, bob: Person) -> None:
    with time_machine.travel(NOW + timedelta(days=14), tick=False):
        answer = client.get(page)
        assert answer.status_code == 409
        assert "This invitation is no longer valid." in answer.content.decode()
        late = client.post(page, {"answer": "join"})
        assert late.status_code == 409
    join_game(game=open_table, person=bob, invitation=open_table.invitation, now=NOW)
    late = client.post(page, {"answer": "join"})
    assert late.status_code == 409
    assert "already begun" in late.content.decode()


@pytest.mark.parametrize("token", ["x", "1-" + "0" * 32, "9" * 30 + "-" + "0" * 32, "1-%00"])
def test_a_link_that_was_not_given_out_leads_nowhere(token: str, client: Client, page: str) -> None:
    assert client.get(f"/invited/{token}/").status_code in (400, 404)


def test_the_link_of_one_invitation_opens_no_other(page: str, client: Client) -> None:
    number, proof = page.strip("/").split("/")[1].split("-")
    assert client.get(f"/invited/{int(number) + 1}-{proof}/").status_code == 404


def test_somebody_who_signed_up_with_the_address_keeps_no_password_for_it(
    page: str, client: Client
) -> None:
    """The person who set the password has not proven the address: it opens nothing any more."""
    Person.objects.create_user(STRANGER, "Squatter", "a password of a stranger")
    client.post(page, {"answer": "join", "name": "Erin"})
    person = Person.objects.get(email=STRANGER)
    assert person.name == "Erin"
    assert not person.has_usable_password()


def test_the_invited_sign_in_by_code_and_set_a_password(
    page: str, client: Client, post: Post, browse: Browse
) -> None:
    from tests.conftest import CODE

    client.post(page, {"answer": "join", "name": "Erin"})
    post()
    client.post("/accounts/login/code/", {"email": STRANGER})
    codes = [CODE.search(text_of(mail)) for mail in post(STRANGER)]
    (code,) = [found[1] for found in codes if found]
    client.post("/accounts/login/code/confirm/", {"code": code})
    assert client.session["_auth_user_id"] == str(Person.objects.get(email=STRANGER).pk)
    fresh = {"password1": "a lamp in the day", "password2": "a lamp in the day"}
    client.post("/accounts/password/set/", fresh)
    assert Person.objects.get(email=STRANGER).has_usable_password()


def withdraw(client: Client) -> str:
    invitation = EmailInvitation.objects.get()
    done = client.post(f"/invitations/{invitation.pk}/withdraw/", follow=True)
    return done.content.decode()


def test_a_withdrawn_invitation_is_good_for_nothing_and_reminds_nobody(
    page: str, client: Client, browse: Browse, alice: Person, post: Post
) -> None:
    alices = browse(alice)
    assert "/withdraw/" in alices.get("/lobby/").content.decode()
    shown = withdraw(alices)
    assert "The invitation is withdrawn." in shown
    assert "/withdraw/" not in shown
    assert client.post(page, {"answer": "join", "name": "Erin"}).status_code == 409
    assert not Person.objects.filter(email=STRANGER).exists()
    assert post(STRANGER, at=NOW + timedelta(days=5)) == []
    assert "has been answered or has expired" in withdraw(alices)


def test_one_that_has_not_left_yet_never_leaves(
    invite_to: Invite, browse: Browse, alice: Person, post: Post
) -> None:
    invite_to()
    withdraw(browse(alice))
    assert post(STRANGER) == []


def test_nobody_withdraws_an_invitation_of_somebody_else_or_by_looking(
    page: str, browse: Browse, alice: Person, bob: Person
) -> None:
    path = f"/invitations/{EmailInvitation.objects.get().pk}/withdraw/"
    assert browse(bob).post(path).status_code == 404
    assert browse(alice).get(path).status_code == 405
    assert EmailInvitation.objects.get().status == "pending"
