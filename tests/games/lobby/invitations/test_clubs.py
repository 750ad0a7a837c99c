"""Invitations to a club by email: pasted addresses, answers by reply and on the page."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.inbound.models import InboundMail
from games.lobby.groups.groups import delete_group, found_group, make_owner, step_down
from games.lobby.groups.members import accept_invitation, invite_member
from games.lobby.invitations.expiry import expire_invitations
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.people.blocks import block
from games.people.groups import PlayerGroup, is_member
from games.people.models import Person
from tests.fixtures.games import NOW
from tests.fixtures.invitations import STRANGER, Post
from tests.fixtures.mail import html_of, prose_of, text_of
from tests.fixtures.pages import Browse
from tests.fixtures.replies import Reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]


@pytest.fixture
def club(alice: Person) -> PlayerGroup:
    return found_group(owner=alice, name="Night owls", now=NOW)


@pytest.fixture
def alices(browse: Browse, alice: Person) -> Client:
    return browse(alice)


def paste(client: Client, club: PlayerGroup, text: str) -> str:
    answer = client.post(f"/groups/{club.pk}/addresses/", {"addresses": text}, follow=True)
    return answer.content.decode()


def statuses() -> list[str]:
    return list(EmailInvitation.objects.order_by("pk").values_list("status", flat=True))


def test_the_mail_names_the_inviter_and_not_the_club(
    club: PlayerGroup, alices: Client, post: Post
) -> None:
    page = paste(alices, club, f"Erin <{STRANGER}>;\nno address, {STRANGER.upper()}")
    assert "1 address is invited." in page
    (mail,) = post(STRANGER)
    assert "Invitation to a club" in mail["Subject"]
    assert "Alice invites you to a club." in prose_of(mail)
    assert "owls" not in text_of(mail) + html_of(mail) + mail["Subject"]


def test_a_reply_makes_an_account_and_a_member(
    club: PlayerGroup, alices: Client, post: Post, send: Reply
) -> None:
    paste(alices, club, STRANGER)
    (mail,) = post(STRANGER)
    assert send(mail, "join as Erin").outcome == "joined"
    erin = Person.objects.get(email=STRANGER)
    assert (erin.name, is_member(club, erin)) == ("Erin", True)
    (answer,) = post(STRANGER)
    assert "You are a member of the club now." in prose_of(answer)
    assert send(mail, "no").outcome == "declined"
    assert not is_member(club, erin)
    assert PlayerGroup.objects.filter(pk=club.pk).exists()


def test_one_press_on_the_page_joins_and_another_leaves(
    club: PlayerGroup, alices: Client, post: Post, client: Client, bob: Person
) -> None:
    paste(alices, club, bob.email)
    (mail,) = post(bob.email)
    found = re.search(r"/invited/\S+", text_of(mail))
    assert found
    assert "Night owls" in client.get(found[0]).content.decode()
    page = client.post(found[0], {"answer": "join"}, follow=True).content.decode()
    assert "You are a member of “Night owls”." in page
    assert is_member(club, bob)
    assert "joined" in alices.get(f"/groups/{club.pk}/").content.decode()
    client.post(found[0], {"answer": "decline"})
    assert not is_member(club, bob)
    assert statuses() == [InvitationStatus.DECLINED]


def test_a_thousand_addresses_are_invited_up_to_the_limit_and_the_rest_another_day(
    club: PlayerGroup, alices: Client, alice: Person
) -> None:
    text = "\n".join(f"u{number}@example.net" for number in range(900))
    page = paste(alices, club, text)
    assert "4 addresses are invited. You can invite 4 addresses a day by email." in page
    assert "u899@example.net</textarea>" in page
    page = paste(alices, club, text)
    assert "You can invite 4 addresses a day by email." in page
    EmailInvitation.objects.update(created_at=NOW - timedelta(days=1))
    assert "4 addresses are invited." in paste(alices, club, text)
    assert EmailInvitation.objects.count() == 8
    assert "This text has no email address that you have not invited already." in paste(
        alices, club, "u0@example.net"
    )
    assert "Send the addresses in parts." in paste(alices, club, "x" * 20_001)


def test_nobody_gets_round_the_limits_by_another_club(
    club: PlayerGroup, alice: Person, alices: Client
) -> None:
    paste(alices, club, " ".join(f"u{number}@example.net" for number in range(4)))
    delete_group(group=club, owner=alice)
    another = found_group(owner=alice, name="Early birds", now=NOW)
    assert "You can invite 4 addresses a day by email." in paste(alices, another, STRANGER)


def test_members_and_people_who_have_blocked_the_inviter_get_nothing(
    club: PlayerGroup, alices: Client, alice: Person, bob: Person, charlie: Person, post: Post
) -> None:
    invite_member(group=club, owner=alice, person=bob, now=NOW)
    accept_invitation(group=club, person=bob, now=NOW)
    block(person=charlie, other=alice, now=NOW)
    assert "2 addresses are invited." in paste(alices, club, f"{bob.email} {charlie.email}")
    assert post(charlie.email) == []
    assert not [mail for mail in post(bob.email) if "Invitation to a club" in mail["Subject"]]


def test_an_invitation_ends_when_its_inviter_owns_the_club_no_more(
    club: PlayerGroup, alices: Client, alice: Person, bob: Person, post: Post, send: Reply
) -> None:
    paste(alices, club, STRANGER)
    (mail,) = post(STRANGER)
    assert expire_invitations(now=NOW) == 0
    assert statuses() == [InvitationStatus.PENDING]
    invite_member(group=club, owner=alice, person=bob, now=NOW)
    accept_invitation(group=club, person=bob, now=NOW)
    make_owner(group=club, owner=alice, person=bob)
    step_down(group=club, owner=alice)
    send(mail, "join")
    assert InboundMail.objects.get().outcome == "stale"
    assert not Person.objects.filter(email=STRANGER).exists()
    expire_invitations(now=NOW)
    assert statuses() == [InvitationStatus.EXPIRED]


def test_an_invitation_to_a_club_that_has_ended_is_answered_with_a_sentence(
    club: PlayerGroup, alices: Client, alice: Person, post: Post, send: Reply
) -> None:
    paste(alices, club, STRANGER)
    (mail,) = post(STRANGER)
    delete_group(group=club, owner=alice)
    send(mail, "join")
    (answer,) = post(STRANGER)
    assert "This club no longer exists." in prose_of(answer)


def test_an_inviter_withdraws_an_invitation(club: PlayerGroup, alices: Client, post: Post) -> None:
    paste(alices, club, STRANGER)
    row = EmailInvitation.objects.get()
    alices.post(f"/invitations/{row.pk}/withdraw/", {"list": "1"})
    assert statuses() == [InvitationStatus.EXPIRED]
    assert post(STRANGER) == []
