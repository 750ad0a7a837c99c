"""Invite by email: what the inviter sees, whom a mail reaches, and what is in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.lobby import GameOptions, create_game, join_game
from games.lobby.invitations import invite as inviting
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.notifications.mail.opt_outs import address_digest, opt_out
from games.notifications.models import AccountMail, Mail, Notice
from games.notifications.preferences import set_wanted
from games.people.blocks import block
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.invitations import STRANGER, Invite, Post
from tests.fixtures.mail import html_of, prose_of, text_of
from tests.fixtures.pages import Browse
from tests.fixtures.replies import Reply, address_in

pytestmark = pytest.mark.django_db

REMINDER = NOW + timedelta(days=5)


@pytest.fixture
def alices(browse: Browse, alice: Person, still_clock: None) -> Client:
    return browse(alice)


def press(client: Client, game: Game, address: str) -> str:
    """Post the form, and return what the lobby shows then."""
    page = client.post(f"/games/{game.code}/invite/", {"address": address}, follow=True)
    return page.content.decode()


def badges(page: str) -> list[tuple[str, str]]:
    line = r'invited-address">([^<]+)</span> <span[^>]*>([^<]+)<'
    return re.findall(line, page)


def known(bob: Person) -> str:
    return bob.email


def opted_out(bob: Person) -> str:
    opt_out(digest=address_digest("gone@example.net"), now=NOW)
    return "gone@example.net"


def blocking(bob: Person) -> str:
    block(person=bob, other=Person.objects.get(name="Alice"), now=NOW)
    return bob.email


def sanctioned(bob: Person) -> str:
    Sanction.objects.create(person=bob, kind=SanctionKind.SUSPENSION, at=NOW)
    return bob.email


def banned(bob: Person) -> str:
    Person.objects.filter(pk=bob.pk).update(is_active=False)
    return bob.email


def without_notices(bob: Person) -> str:
    set_wanted(person=bob, kinds=["invitation"], wanted=False)
    return bob.email


def own(bob: Person) -> str:
    return "alice@example.org"


def unproven(bob: Person) -> str:
    Person.objects.create_user("new@example.net", "Newcomer")
    return "new@example.net"


CASES = (known, opted_out, blocking, sanctioned, banned, without_notices, own, unproven)
SILENT = (opted_out, blocking, sanctioned, banned, without_notices, own)


@pytest.mark.parametrize("case", CASES)
def test_an_inviter_sees_the_same_for_every_address(
    case: Callable[[Person], str], alices: Client, open_table: Game, bob: Person, post: Post
) -> None:
    """The sentence, the list, and what the database is asked: no more and nothing else."""
    address = case(bob)
    table = create_game(
        organiser=Person.objects.get(name="Alice"),
        options=GameOptions(board="usa", seats=2, public=False),
        now=NOW,
    )
    press(alices, open_table, "no address")  # the session and the traces of a first request
    seen = []
    for game, one in ((open_table, STRANGER), (table, address)):
        with CaptureQueriesContext(connection) as asked:
            page = press(alices, game, one)
        statements = [re.sub(r"'[^']*'|\d+", "#", query["sql"]) for query in asked]
        seen.append(("The invitation is on its way." in page, statements))
        post()
    assert seen[0] == seen[1]
    page = alices.get("/lobby/").content.decode()
    assert sorted(badges(page)) == sorted([(STRANGER, "no answer yet"), (address, "no answer yet")])


@pytest.mark.parametrize("case", SILENT)
def test_who_does_not_want_it_or_may_not_play_gets_nothing(
    case: Callable[[Person], str], invite_to: Invite, post: Post, bob: Person, alice: Person
) -> None:
    invite_to(case(bob))
    assert post() == []
    assert post(at=REMINDER) == []


def test_an_address_without_an_account_gets_a_mail_without_a_word_of_the_inviters(
    invited: EmailMessage, alice: Person, open_table: Game
) -> None:
    text = prose_of(invited)
    assert "Alice invites you to a game on USA." in text
    assert "2 players, 1 seat still free; 3 days per turn; plans that only draw, which move" in text
    assert "valid until Saturday 5 December 2026." in text
    assert "join as Anna" in text
    assert alice.email not in text + html_of(invited)
    assert re.fullmatch(r"invitation\+\d+-[0-9a-f]{32}@.+", address_in(invited))
    assert invited["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert invited["Auto-Submitted"] == "auto-generated"


def test_the_name_of_a_game_is_not_in_the_mail_and_a_name_of_a_person_is_no_link(
    alice: Person, invite_to: Invite, post: Post
) -> None:
    Person.objects.filter(pk=alice.pk).update(name="cheap.pills.example")
    named = create_game(
        organiser=alice, options=GameOptions(board="usa", seats=2, name="Win a prize"), now=NOW
    )
    invite_to(game=named, by=Person.objects.get(pk=alice.pk))
    (mail,) = post(STRANGER)
    for shown in (str(mail["Subject"]), text_of(mail), html_of(mail)):
        assert "prize" not in shown
        assert "pills.example" not in shown
    assert "cheap pills example invites you" in prose_of(mail)


def test_a_member_gets_a_notice_with_the_same_content_and_by_their_preferences(
    invite_to: Invite, post: Post, bob: Person
) -> None:
    invite_to(bob.email)
    (mail,) = post(bob.email)
    assert "Alice invites you to a game on USA." in prose_of(mail)
    assert "/invited/" in text_of(mail)
    assert "=== Reply above this line ===" in text_of(mail)
    assert address_in(mail).startswith("invitation+")
    assert "your move" not in prose_of(mail).lower()
    assert AccountMail.objects.count() == 0


def test_a_second_address_of_a_member_reaches_the_member(
    invite_to: Invite, post: Post, bob: Person
) -> None:
    EmailAddress.objects.create(user=bob, email="bob@work.example", verified=True)
    invite_to("bob@work.example")
    (mail,) = post()
    assert bob.email in str(mail["To"])


def test_there_is_one_reminder_and_no_more(invited: EmailMessage, post: Post) -> None:
    (reminder,) = post(STRANGER, at=REMINDER)
    assert "This is the only reminder." in prose_of(reminder)
    assert post(at=REMINDER + timedelta(days=5)) == []


def test_a_member_is_reminded_once_too(invite_to: Invite, post: Post, bob: Person) -> None:
    invite_to(bob.email)
    assert len(post(bob.email)) == 1
    assert len(post(bob.email, at=REMINDER)) == 1
    assert post(at=REMINDER + timedelta(days=5)) == []


def test_where_no_mail_is_read_the_invitation_asks_for_no_reply(
    settings: Settings, invite_to: Invite, post: Post
) -> None:
    settings.REPLY_BY_MAIL = False
    invite_to()
    (mail,) = post(STRANGER)
    assert "join as Anna" not in prose_of(mail)
    assert "Reply above this line" not in text_of(mail)
    # Nobody may read the address that it is sent from.
    assert address_in(mail) == "post@localhost"
    assert "/invited/" in text_of(mail)


def test_an_address_of_a_host_with_other_letters_is_known_in_both_spellings(
    invite_to: Invite, post: Post, bob: Person
) -> None:
    EmailAddress.objects.create(user=bob, email="bob@bücher.example", verified=True)
    invite_to("Bob@Bücher.example")
    (mail,) = post()
    assert bob.email in str(mail["To"])


def test_nobody_is_reminded_who_has_answered_or_opted_out(
    invited: EmailMessage, post: Post
) -> None:
    opt_out(digest=address_digest(STRANGER), now=NOW)
    assert post(at=REMINDER) == []


def test_two_inviters_of_one_address_at_one_table_are_one_mail_and_one_answer(
    alice: Person, bob: Person, invite_to: Invite, post: Post, send: Callable[..., object]
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=4), now=NOW)
    join_game(game=game, person=bob, now=NOW)
    invite_to(game=game)
    invite_to("Erin+tables@Example.net", game=game, by=bob)
    (mail,) = post()
    send(mail, "join as Erin")
    assert set(EmailInvitation.objects.values_list("status", flat=True)) == {"joined"}


@pytest.mark.parametrize(
    "address",
    ["", "erin", "erin@", "@example.net", "erin@example", "a b@example.net", "erin@example.net\n.x",
     "erin@example.net, bob@example.net", "e" * 250 + "@example.net", "erin@exa mple.net"],
)  # fmt: skip
def test_what_is_no_address_is_refused(alices: Client, open_table: Game, address: str) -> None:
    page = press(alices, open_table, address)
    assert "This is not an email address." in page
    assert not EmailInvitation.objects.exists()


def test_an_address_is_invited_once_by_one_person(alices: Client, open_table: Game) -> None:
    press(alices, open_table, STRANGER)
    page = press(alices, open_table, "ERIN@example.net")
    assert "You have already invited this address to this table." in page


def test_only_players_of_a_table_that_waits_invite(
    browse: Browse, bob: Person, begin: Callable[..., Game], alice: Person, still_clock: None
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    assert "Only players at this table" in press(browse(bob), game, STRANGER)
    assert "already begun" in press(browse(bob), begin(alice, bob), STRANGER)
    assert browse().post(f"/games/{game.code}/invite/").status_code == 302
    assert browse(bob).get(f"/games/{game.code}/invite/").status_code == 405
    assert not EmailInvitation.objects.exists()


def test_somebody_else_learns_nothing_of_a_private_table(
    browse: Browse, bob: Person, open_table: Game
) -> None:
    answer = browse(bob).post(f"/games/{open_table.code}/invite/", {"address": STRANGER})
    assert answer.status_code == 404


def test_a_suspended_person_invites_nobody(alices: Client, open_table: Game, alice: Person) -> None:
    Sanction.objects.create(person=alice, kind=SanctionKind.SUSPENSION, at=NOW)
    assert "You may not start new games" in press(alices, open_table, STRANGER)


def test_newcomers_and_others_have_a_number_a_day(
    alices: Client, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create_game(organiser=alice, options=GameOptions(board="usa", seats=5), now=NOW)
    for number in range(inviting.OF_A_NEWCOMER):
        assert "on its way" in press(alices, table, f"p{number}@example.net")
    page = press(alices, table, "more@example.net")
    assert "You can invite 4 addresses a day by email." in page
    EmailInvitation.objects.update(created_at=NOW - timedelta(days=1, seconds=1))
    assert "on its way" in press(alices, table, "more@example.net")
    monkeypatch.setattr(inviting, "AT_A_TABLE", 5)
    assert "are waiting for an answer" in press(alices, table, "most@example.net")


def test_a_network_has_a_number_a_day(
    alices: Client, open_table: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inviting, "OF_A_NETWORK", 1)
    press(alices, open_table, STRANGER)
    assert "from your network today" in press(alices, open_table, "b@example.net")
    assert "127.0.0" not in EmailInvitation.objects.get().network


def test_a_mailbox_gets_two_in_a_day_and_its_inviters_learn_nothing(
    alice: Person, bob: Person, charlie: Person, invite_to: Invite, post: Post
) -> None:
    for person in (alice, bob, charlie):
        table = create_game(organiser=person, options=GameOptions(board="usa", seats=2), now=NOW)
        invite_to(game=table, by=person)
    assert len(post()) == inviting.TO_AN_ADDRESS
    assert set(EmailInvitation.objects.values_list("status", flat=True)) == {"pending"}


def test_with_closed_sign_up_invitations_reach_members_alone(
    settings: Settings, alices: Client, open_table: Game, post: Post, bob: Person
) -> None:
    settings.SIGN_UP_OPEN = False
    page = press(alices, open_table, STRANGER)
    assert "invitations reach only people who have an account" in page
    press(alices, open_table, bob.email)
    (mail,) = post()
    assert bob.email in str(mail["To"])


def test_an_inviter_sees_answers_by_address_and_others_see_none(
    alices: Client,
    browse: Browse,
    alice: Person,
    bob: Person,
    invite_to: Invite,
    post: Post,
    send: Callable[..., object],
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=4), now=NOW)
    join_game(game=game, person=bob, now=NOW)
    for address, says in (("a@example.net", "join as Aya"), ("b@example.net", "no")):
        invite_to(address, game=game)
        send(post(address)[0], says)
    invite_to(game=game)
    assert badges(alices.get("/lobby/").content.decode()) == [
        ("a@example.net", "joined"),
        ("b@example.net", "declined"),
        (STRANGER, "no answer yet"),
    ]
    assert "example.net" not in browse(bob).get("/lobby/").content.decode()
    assert "example.net" not in browse().get("/lobby/").content.decode()


def test_a_webhook_is_never_notified_of_an_invitation(
    invite_to: Invite, post: Post, bob: Person
) -> None:
    from games.notifications.registry import is_private

    assert is_private("invitation")


def test_nothing_of_the_database_opens_an_invitation(invited: EmailMessage) -> None:
    token = address_in(invited).partition("@")[0].partition("-")[2]
    row = EmailInvitation.objects.values().get()
    assert token not in repr(row)
    assert AccountMail.objects.get().return_path == ""
    assert bytes(AccountMail.objects.get().source) == b""
    assert not Mail.objects.exists()
    assert not Notice.objects.exists()
    assert row["status"] == InvitationStatus.PENDING


def test_without_replies_an_invitation_offers_no_address_to_unsubscribe(
    invite_to: Invite, post: Post, settings: Settings
) -> None:
    settings.REPLY_BY_MAIL = False
    invite_to()
    (mail,) = post(STRANGER)
    assert "mailto:" not in mail.as_string()
    assert "/unsubscribe/invites/" in mail["List-Unsubscribe"]


def test_an_invitation_leaves_from_an_address_of_its_own(
    invite_to: Invite, post: Post, settings: Settings, send: Reply
) -> None:
    """Complaints about invitations are not counted for the sender of turn mails."""
    invite_to()
    (mail,) = post(STRANGER)
    assert mail["From"] == "Night Mail <invitations@localhost>"
    assert address_in(mail).startswith("invitation+")
    settings.INVITATIONS_FROM = "Invitations <guests@night-mail.example>"
    send(mail, "no")
    (answer,) = post(STRANGER)
    assert answer["From"] == settings.INVITATIONS_FROM


def test_an_invitation_to_an_account_leaves_from_the_address_of_all_mails(
    invite_to: Invite, post: Post, bob: Person
) -> None:
    invite_to(bob.email)
    (mail,) = post(bob.email)
    assert mail["From"] == "Night Mail <post@localhost>"
