"""Replies to invitations, as they arrive."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from email.message import EmailMessage

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from games.inbound import invitations as replies
from games.inbound.invitations import InvitationAnswer, Says, read_answer
from games.inbound.models import InboundMail
from games.inbound.receiving import is_ours, receive
from games.lobby import cancel_game, create_game, join_game, leave_game
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.lobby.invitations.tokens import return_path
from games.lobby.options import GameOptions
from games.notifications.mail.opt_outs import has_opted_out
from games.notifications.models import AccountMail
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW
from tests.fixtures.invitations import STRANGER, Invite, Post
from tests.fixtures.mail import prose_of, text_of
from tests.fixtures.replies import Reply, address_in, reply_to

pytestmark = pytest.mark.django_db

LATE = NOW + timedelta(days=14)


def guests() -> list[str]:
    return sorted(Person.objects.filter(email=STRANGER).values_list("name", flat=True))


def test_a_reply_seats_the_owner_of_the_address_under_the_name_of_the_reply(
    invited: EmailMessage, send: Reply, open_table: Game, post: Post
) -> None:
    assert send(invited, "join as Erin").outcome == "joined"
    person = Person.objects.get(email=STRANGER)
    assert person.name == "Erin"
    assert not person.has_usable_password()
    assert EmailAddress.objects.get(user=person).verified
    assert Seat.objects.get(game=open_table, person=person).from_lobby is False
    assert EmailInvitation.objects.get().status == InvitationStatus.JOINED
    answer, *others = post(STRANGER)
    assert "You have joined as Erin." in prose_of(answer)
    assert answer["In-Reply-To"]
    assert any("Choose" in text_of(other) for other in others)  # the game has begun


def test_two_replies_lead_from_the_invitation_to_the_first_accepted_move(
    invited: EmailMessage, send: Reply, post: Post
) -> None:
    """The figure: joining is one reply, the first move another."""
    sent = [send(invited, "join as Erin")]
    turn = next(mail for mail in post(STRANGER) if "Choose" in text_of(mail))
    sent.append(send(turn, "keep all"))
    assert [one.outcome for one in sent] == ["joined", "played"]


def test_a_bare_join_gets_a_name_in_which_nothing_of_the_address_stands(
    invited: EmailMessage, send: Reply
) -> None:
    assert send(invited, "Join!").outcome == "joined"
    (name,) = guests()
    assert re.fullmatch(r"Passenger \d{5}", name)


def test_no_declines_and_join_after_it_joins(
    invited: EmailMessage, send: Reply, open_table: Game, post: Post
) -> None:
    assert send(invited, "no, thanks").outcome == "declined"
    assert EmailInvitation.objects.get().status == InvitationStatus.DECLINED
    assert guests() == []
    (answer,) = post(STRANGER)
    assert "You have declined the invitation." in prose_of(answer)
    assert send(invited, "join as Erin").outcome == "joined"


def test_no_after_joining_leaves_a_table_that_has_not_begun(
    alice: Person, invite_to: Invite, post: Post, send: Reply
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    invite_to(game=game)
    (mail,) = post(STRANGER)
    send(mail, "join as Erin")
    assert game.seats.count() == 2
    assert send(mail, "no").outcome == "declined"
    assert game.seats.count() == 1


def test_a_taken_name_is_said_and_others_are_offered(
    invited: EmailMessage, send: Reply, bob: Person, post: Post
) -> None:
    assert send(invited, f"join as {bob.name}").outcome == "illegal"
    assert guests() == []
    (answer,) = post(STRANGER)
    assert "is taken" in prose_of(answer)
    offers = re.findall(r"^join as (.+)$", text_of(answer), re.MULTILINE)
    assert len(offers) == 3
    assert send(answer, f"join as {offers[0]}").outcome == "joined"
    assert guests() == [offers[0]]


@pytest.mark.parametrize(
    "name", ["x", "a" * 31, "www.example/x", "Аnna Smith", "former-player-3", "Admin"]
)
def test_a_name_that_nobody_may_have_is_refused_with_the_sentence_of_the_sign_up(
    invited: EmailMessage, send: Reply, post: Post, name: str
) -> None:
    send(invited, f"join as {name}")
    assert guests() == []
    (answer,) = post(STRANGER)
    assert "You have not joined yet." in prose_of(answer)


def test_a_second_reply_changes_nothing_and_says_so(
    invited: EmailMessage, send: Reply, post: Post
) -> None:
    send(invited, "join as Erin")
    post()
    assert send(invited, "join as Emma").outcome == "stale"
    assert guests() == ["Erin"]
    (answer,) = post(STRANGER)
    assert "You have already accepted this invitation." in prose_of(answer)


def test_a_copy_of_a_reply_is_a_copy(invited: EmailMessage, post: Post) -> None:
    raw = reply_to(invited, "join as Erin")
    outcomes = [
        receive(raw=raw, recipient=address_in(invited), now=NOW).outcome for _copy in range(2)
    ]
    assert outcomes == ["joined", "duplicate"]


def test_late_replies_get_a_sentence_and_no_seat(
    invited: EmailMessage, send: Reply, post: Post, open_table: Game, alice: Person, bob: Person
) -> None:
    assert send(invited, "join", at=LATE).outcome == "stale"
    (answer,) = post(STRANGER, at=LATE)
    assert "This invitation is no longer valid. Ask for a new one." in prose_of(answer)
    join_game(game=open_table, person=bob, invitation=open_table.invitation, now=NOW)
    send(invited, "join")
    (answer,) = post(STRANGER)
    assert "This game has already begun." in prose_of(answer)
    assert guests() == []


def test_a_game_that_was_cancelled_in_between_is_said(
    invited: EmailMessage, send: Reply, post: Post, open_table: Game, alice: Person
) -> None:
    cancel_game(game=open_table, person=alice, now=NOW)
    assert send(invited, "join").outcome == "stale"
    (answer,) = post(STRANGER)
    assert "This game was cancelled." in prose_of(answer)
    assert guests() == []


def test_a_reply_from_another_address_does_nothing_and_is_answered_once(
    invited: EmailMessage, send: Reply, post: Post
) -> None:
    outcomes = [
        send(invited, "join as Mallory", sender="mallory@example.com").outcome for _try in range(3)
    ]
    assert outcomes == ["forged"] * 3
    (answer,) = post("mallory@example.com")
    assert "This invitation was sent to another address." in prose_of(answer)
    assert STRANGER not in text_of(answer)
    assert answer["Reply-To"] is None
    assert not Person.objects.filter(name="Mallory").exists()
    assert EmailInvitation.objects.get().status == InvitationStatus.PENDING


def test_a_forged_sender_hears_of_two_invitations_a_day_at_most(
    alice: Person, invite_to: Invite, post: Post, send: Reply
) -> None:
    for number in range(3):
        game = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=NOW)
        invite_to(f"own{number}@example.net", game=game)
        (mail,) = (one for one in post() if f"own{number}@" in str(one["To"]))
        send(mail, "join", sender="victim@example.com")
    told = AccountMail.objects.filter(recipient="victim@example.com")
    assert told.count() == 2


def test_an_automatic_reply_does_nothing(invited: EmailMessage, send: Reply, post: Post) -> None:
    headers = {"Auto-Submitted": "auto-replied"}
    assert send(invited, "join", headers=headers).outcome == "automatic"
    assert post() == []
    assert guests() == []


def test_a_reply_of_exchange_joins_and_an_absence_notice_is_not_answered(
    invited: EmailMessage, send: Reply, post: Post
) -> None:
    suppressed = {"X-Auto-Response-Suppress": "DR, OOF, AutoReply"}
    for text, sender in (("I am away.", ""), ("join", "eve@example.org")):
        outcome = send(invited, text, sender=sender, headers=suppressed)
        assert (outcome.outcome, outcome.answered) == ("automatic", False)
    assert (post(STRANGER), post("eve@example.org")) == ([], [])
    outcome = send(invited, "join as Erin", headers=suppressed)
    assert (outcome.outcome, outcome.answered) == ("joined", True)


def test_no_reply_leaves_a_hash_of_its_sender(invited: EmailMessage, send: Reply) -> None:
    send(invited, "what is this?")
    send(invited, "join", sender="other@example.com")
    assert set(InboundMail.objects.values_list("sender", flat=True)) == {""}


def test_a_reply_that_says_neither_is_told_what_to_write(
    invited: EmailMessage, send: Reply, post: Post
) -> None:
    assert send(invited, "Who are you?").outcome == "unreadable"
    (answer,) = post(STRANGER)
    assert "Reply with “join”" in prose_of(answer)
    assert guests() == []


def test_stop_declines_and_ends_all_invitations(
    invited: EmailMessage, send: Reply, post: Post
) -> None:
    assert send(invited, "stop").outcome == "declined"
    assert has_opted_out("Erin+games@example.net")
    assert EmailInvitation.objects.get().status == InvitationStatus.DECLINED


def test_an_inviter_who_has_left_or_is_suspended_invites_nobody(
    alice: Person, bob: Person, open_table: Game, invite_to: Invite, post: Post, send: Reply
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    join_game(game=game, person=bob, now=NOW)
    invite_to(game=game, by=bob)
    (mail,) = post(STRANGER)
    leave_game(game=game, person=bob, now=NOW)
    assert send(mail, "join").outcome == "stale"
    assert guests() == []


def test_a_suspended_inviter_invites_nobody(
    invited: EmailMessage, alice: Person, send: Reply
) -> None:
    Sanction.objects.create(person=alice, kind=SanctionKind.SUSPENSION, at=NOW)
    assert send(invited, "join").outcome == "stale"
    assert guests() == []


def test_a_person_who_sits_at_the_table_by_another_address_gets_no_second_seat(
    alice: Person, bob: Person, invite_to: Invite, post: Post, send: Reply
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    invite_to(game=game)
    (mail,) = post(STRANGER)
    EmailAddress.objects.create(user=bob, email=STRANGER, verified=True)
    join_game(game=game, person=bob, now=NOW)
    assert send(mail, "join").outcome == "stale"
    (answer,) = post(STRANGER)
    assert "You already have a seat in this game" in prose_of(answer)
    assert game.seats.count() == 2


def test_closed_sign_up_lets_nobody_new_in(
    invited: EmailMessage, send: Reply, post: Post, settings: Settings
) -> None:
    settings.SIGN_UP_OPEN = False
    assert send(invited, "join").outcome == "stale"
    (answer,) = post(STRANGER)
    assert "Sign-up is closed" in prose_of(answer)
    assert guests() == []


def test_a_member_joins_by_reply_as_themselves(
    invite_to: Invite, post: Post, send: Reply, bob: Person, open_table: Game
) -> None:
    invite_to(bob.email)
    (mail,) = post(bob.email)
    assert send(mail, "join as Somebody Else").outcome == "joined"
    assert Seat.objects.get(game=open_table, number=1).person == bob
    bob.refresh_from_db()
    assert bob.name == "Bob"


def test_a_bounce_marks_the_invitation_and_its_inviter_sees_no_difference(
    invited: EmailMessage, post: Post
) -> None:
    invitation = EmailInvitation.objects.get()
    report = (
        b"From: mailer@example.net\r\nContent-Type: multipart/report; report-type=delivery-status;"
        b" boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n"
        b"Reporting-MTA: dns; example.net\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n"
    )
    assert receive(raw=report, recipient=return_path(invitation), now=NOW).outcome == "bounced"
    invitation.refresh_from_db()
    assert invitation.undeliverable
    assert invitation.status == InvitationStatus.PENDING
    assert post(at=NOW + timedelta(days=6)) == []


def test_a_hosted_service_reports_bounces_and_complaints_of_invitations(
    invited: EmailMessage, settings: Settings, client: Client
) -> None:
    settings.INBOUND_SECRET = "a secret of the hosted service"
    url = f"/inbound/bounces/{settings.INBOUND_SECRET}/"
    event = {"event": "failed", "message_id": str(invited["Message-ID"]), "status": "5.1.1"}
    answer = client.post(url, json.dumps(event), content_type="application/json")
    assert answer.json() == {"taken": 1}
    assert EmailInvitation.objects.get().undeliverable
    event["event"] = "complaint"
    client.post(url, json.dumps(event), content_type="application/json")
    assert has_opted_out(STRANGER)


def test_a_complaint_to_the_feedback_loop_stops_invitations(invited: EmailMessage) -> None:
    link = re.search(r"<(https?://[^>]+)>", str(invited["List-Unsubscribe"]))
    assert link
    report = (
        "From: fbl@example.net\r\n"
        "Content-Type: multipart/report; report-type=feedback-report; boundary=x\r\n\r\n"
        "--x\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n\r\n"
        "--x\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        f"List-Unsubscribe: <{link[1]}>\r\n\r\n--x--\r\n"
    )
    to = "complaints@localhost.localdomain"
    assert receive(raw=report.encode(), recipient=to, now=NOW).outcome == "muted"
    assert has_opted_out(STRANGER)


def test_a_move_in_reply_to_the_invitation_is_told_where_moves_go(
    invited: EmailMessage, send: Reply, post: Post
) -> None:
    send(invited, "join as Erin")
    post()
    assert send(invited, "keep all").outcome == "unreadable"
    (answer,) = post(STRANGER)
    assert "To make a move, reply to the latest email about your game." in prose_of(answer)


def test_nobody_opens_an_address_that_was_not_given_out(invited: EmailMessage) -> None:
    address = address_in(invited)
    assert is_ours(address)
    local, _at, domain = address.partition("@")
    number, proof = local.partition("+")[2].split("-")
    wrong = [
        f"undelivered+{number}-{proof}@{domain}",
        f"invitation+{int(number) + 1}-{proof}@{domain}",
        f"invitation+{number}-{'0' * 32}@{domain}",
    ]
    assert not any(map(is_ours, wrong))


def test_an_invitation_takes_so_many_messages_an_hour(invited: EmailMessage, send: Reply) -> None:
    outcomes = [send(invited, "hm").outcome for _try in range(replies.PER_INVITATION + 1)]
    assert outcomes[-1] == "limited"


@pytest.mark.parametrize(
    ("text", "says", "name"),
    [
        ("join", Says.JOIN, ""),
        ("Yes please", Says.JOIN, ""),
        ("Ja graag!", Says.JOIN, ""),
        ("Hi Alice,\n\nJoin as Anna.", Says.JOIN, "Anna"),
        ("doe mee als “Zoë B”", Says.JOIN, "Zoë B"),
        ("Yes, join as J.R. Ewing", Says.JOIN, "J.R. Ewing"),
        ("*join*", Says.JOIN, ""),
        ("nee bedankt", Says.DECLINE, ""),
        ("No.", Says.DECLINE, ""),
        ("STOP", Says.STOP, ""),
    ],
)
def test_answers_are_read(text: str, says: Says, name: str) -> None:
    assert read_answer(text.splitlines()) == InvitationAnswer(says, name)


@pytest.mark.parametrize(
    "text",
    ["", "no, I join later", "do not join", "maybe", "join the navy", "stop asking and join",
     "yesterday", "join\u202e as Anna" * 9],
)  # fmt: skip
def test_nothing_else_is_an_answer(text: str) -> None:
    assert read_answer(text.splitlines()) is None
