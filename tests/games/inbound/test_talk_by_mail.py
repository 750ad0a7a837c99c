"""Answering a mail about table talk: what is written is said at the table, and never played."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.test import Client
from pytest_django import Settings

from games import log
from games.absence.substitution import replace_player
from games.inbound import receiving
from games.inbound.models import InboundMail
from games.inbound.receiving import MAX_BYTES, receive
from games.notifications.models import Mail, Notice, NoticeKind, ReplyAddress
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game, GameStatus
from games.talk.messages import RATE_LIMIT, post_message
from games.talk.models import LONGEST, Message
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.fixtures.recalled import recall_mails
from tests.fixtures.replies import Reply, address_in, reply_to

SOON = NOW + timedelta(minutes=11)
LATER = SOON + timedelta(minutes=11)

Talk = tuple[Game, EmailMessage]


@pytest.fixture
def talk(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> Talk:
    """A game at Alice's turn in which she has spoken, and the mail that tells Bob of it."""

    def speak() -> tuple[int, EmailMessage]:
        game = begin(alice, bob)
        keep_all(game, 0, 1)
        inbox()
        post_message(game=game, person=alice, text="Good luck!", now=NOW)
        (mail,) = inbox(bob, at=SOON)
        return game.pk, mail

    pk, mail = recall_mails(inbox, "talk at a turn", speak)
    return Game.objects.get(pk=pk), mail


def said() -> list[str]:
    return list(Message.objects.order_by("pk").values_list("text", flat=True))[1:]


def test_a_mail_about_talk_asks_for_an_answer(talk: Talk) -> None:
    _, mail = talk
    assert address_in(mail).startswith("talk+")
    assert text_of(mail).startswith("=== Reply above this line ===")
    for text in (text_of(mail), html_of(mail)):
        assert "Your reply to this email is posted at the table" in text
        assert "your move" not in text


def test_an_answer_is_said_at_the_table_and_told_to_the_others(
    talk: Talk, send: Reply, inbox: Inbox, alice: Person, bob: Person, client: Client
) -> None:
    game, mail = talk
    outcome = send(mail, "Thanks, Alice!\n\nYou too.", at=SOON)
    assert (outcome.outcome, outcome.answered) == ("said", False)
    message = Message.objects.latest("pk")
    assert (message.game, message.author, message.text) == (
        game,
        bob,
        "Thanks, Alice!\n\nYou too.",
    )
    assert "Thanks, Alice!" in client.get(f"/games/{game.code}/talk/").content.decode()
    (told,) = inbox(at=LATER)
    assert alice.email in str(told["To"])
    assert "Bob wrote at the table:" in text_of(told)
    assert "Good luck!" not in text_of(told)


def test_an_answer_can_be_answered(talk: Talk, send: Reply, inbox: Inbox, alice: Person) -> None:
    _, mail = talk
    send(mail, "Thanks!", at=SOON)
    (told,) = inbox(alice, at=LATER)
    assert send(told, "Not at all.", at=LATER).outcome == "said"
    assert said() == ["Thanks!", "Not at all."]


@pytest.mark.parametrize("text", ["draw blind blind", "pass", "show", "cancel", "withdraw"])
def test_it_is_never_a_move(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply, text: str
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    inbox()
    post_message(game=game, person=bob, text="Your turn!", now=NOW)
    (mail,) = inbox(alice, at=SOON)
    version = log.load(game).seq
    assert send(mail, text, at=SOON).outcome == "said"
    assert said() == [text]
    assert log.load(game).seq == version
    assert log.load(game).pending == {0: "turn"}


@pytest.mark.parametrize(
    "rest",
    [
        "-- \nBob\nBob & Sons, 1 Main Street",
        "Sent from my iPhone",
        "-----Original Message-----\nFrom: Night Mail",
        "From: Night Mail <post@localhost>\nSent: Saturday\nTo: Bob\nSubject: x\n\nsecret",
        "Op za 21 nov 2026 om 08:30 schreef Night Mail <post@localhost>:\n> secret",
    ],
)
def test_quotes_and_signatures_are_cut_off(talk: Talk, send: Reply, rest: str) -> None:
    _, mail = talk
    send(mail, f"Thanks!\nHave fun.\n\n{rest}", at=SOON)
    assert said() == ["Thanks!\nHave fun."]


def test_exchange_may_ask_for_no_automatic_answers(talk: Talk, send: Reply) -> None:
    _, mail = talk
    suppressed = {"X-Auto-Response-Suppress": "DR, OOF, AutoReply"}
    assert send(mail, "Thanks!", headers=suppressed, at=SOON).outcome == "said"
    outcome = send(mail, "", headers=suppressed, at=SOON)
    assert (outcome.outcome, outcome.answered) == ("automatic", False)
    assert said() == ["Thanks!"]


@pytest.mark.parametrize(
    "rest",
    [
        "<https://scan.example/sig?utm_medium=email>\nVirus-free.\nwww.avast.com"
        "\n<https://scan.example/sig?utm_medium=email>\n<#DAB4FAD8-2DD7-40BB>",
        "[image: Avast logo] <https://scan.example/sig?x>\n\n"
        "This email has been checked for viruses by Avast antivirus software.\n"
        "www.avast.com <https://scan.example/sig?x>",
        "Sent from Mail <https://go.example/fwlink/\n?LinkId=550986> for Windows 10",
        "Get Outlook for iOS\n<https://aka.ms/o0ukef?x=y>",
    ],
)
def test_a_sign_off_on_several_lines_is_cut_off(talk: Talk, send: Reply, rest: str) -> None:
    _, mail = talk
    send(mail, f"See https://example.org/?map=4\n\n{rest}", at=SOON)
    assert said() == ["See https://example.org/?map=4"]


@pytest.mark.parametrize("text", ["https://example.org/?map=4", "[joke]", "<3"])
def test_a_link_alone_above_a_sign_off_is_said(talk: Talk, send: Reply, text: str) -> None:
    _, mail = talk
    send(mail, f"{text}\n\nSent from my iPhone", at=SOON)
    assert said() == [text]


def test_of_a_page_only_what_was_written_is_said(talk: Talk) -> None:
    _, mail = talk
    raw = (
        b"From: bob@example.org\r\nMessage-ID: <1@example.org>\r\nContent-Type: text/html\r\n\r\n"
        b"<div>Thanks, <b>Alice</b> &amp; co.</div><div class=gmail_quote>On Saturday: secret</div>"
    )
    assert receive(raw=raw, recipient=address_in(mail), now=SOON).outcome == "said"
    assert said() == ["Thanks, Alice & co."]


@pytest.mark.parametrize("text", ["", "   \n\n ", "> quoted\n> and quoted", "\u202e\u200b", "\0\0"])
def test_nothing_is_not_said_and_answered(talk: Talk, inbox: Inbox, bob: Person, text: str) -> None:
    _, mail = talk
    raw = (
        b"From: bob@example.org\r\nMessage-ID: <1@example.org>\r\n"
        b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + text.encode()
    )
    outcome = receive(raw=raw, recipient=address_in(mail), now=SOON)
    assert (outcome.outcome, outcome.answered) == ("unsaid", True)
    (answer,) = inbox(bob, at=SOON)
    assert "Your message was not posted at the table." in text_of(answer)
    assert "There is nothing above the quoted email." in text_of(answer)
    assert said() == []


def test_what_is_too_long_is_answered_and_can_be_sent_again_shorter(
    talk: Talk, send: Reply, inbox: Inbox, bob: Person
) -> None:
    game, mail = talk
    assert send(mail, "draw blind\n" + "word " * LONGEST, at=SOON).outcome == "unsaid"
    (answer,) = inbox(bob, at=SOON)
    assert "up to 1000 characters" in text_of(answer)
    assert "Shorten it." in text_of(answer)
    assert address_in(answer).startswith("talk+")
    assert answer["In-Reply-To"] != mail["In-Reply-To"]
    assert "Your hand" not in text_of(answer)
    assert send(answer, "pass", at=SOON).outcome == "said"
    assert said() == ["pass"]
    assert log.load(game).pending == {0: "turn"}


def test_many_short_lines_are_said_whole_or_not_at_all(talk: Talk, send: Reply) -> None:
    _, mail = talk
    lines = [f"{number:03}" for number in range(250)]
    assert send(mail, "\n".join(lines), at=SOON).outcome == "said"
    assert said() == ["\n".join(lines)]
    assert send(mail, "\n\n".join(str(n % 10) for n in range(900)), at=SOON).outcome == "unsaid"
    assert len(said()) == 1


def test_signs_that_nobody_sees_are_left_out(talk: Talk) -> None:
    _, mail = talk
    raw = (
        b"From: bob@example.org\r\nMessage-ID: <1@example.org>\r\n"
        b"Content-Type: text/plain; charset=utf-8\r\n\r\nTha\0nks\x1b[1m \xe2\x80\xaeAlice\r\n"
    )
    assert receive(raw=raw, recipient=address_in(mail), now=SOON).outcome == "said"
    assert said() == ["Thanks[1m Alice"]


def test_a_large_message_is_answered_and_not_read(talk: Talk, inbox: Inbox, bob: Person) -> None:
    _, mail = talk
    raw = reply_to(mail, "Thanks!" + "\n" * MAX_BYTES)
    assert receive(raw=raw, recipient=address_in(mail), now=SOON).outcome == "too-large"
    (answer,) = inbox(bob, at=SOON)
    assert "too large" in text_of(answer)
    assert address_in(answer).startswith("talk+")
    assert said() == []


def test_who_is_muted_says_nothing_by_mail_either(
    talk: Talk, send: Reply, inbox: Inbox, bob: Person
) -> None:
    _, mail = talk
    Sanction.objects.create(person=bob, kind=SanctionKind.MUTE, at=NOW)
    assert send(mail, "Thanks!", at=SOON).outcome == "unsaid"
    (answer,) = inbox(bob, at=SOON)
    assert "You are not allowed to write to others for now." in text_of(answer)
    assert said() == []


def test_after_some_messages_one_has_to_wait(talk: Talk, send: Reply) -> None:
    _, mail = talk
    outcomes = [send(mail, f"number {n}", at=SOON).outcome for n in range(RATE_LIMIT + 1)]
    assert outcomes == ["said"] * RATE_LIMIT + ["unsaid"]


@pytest.mark.parametrize(
    ("headers", "outcome"),
    [
        ({"From": "eve@example.org"}, "forged"),
        ({"From": "alice@example.org"}, "forged"),
        ({"Auto-Submitted": "auto-replied"}, "automatic"),
        ({"X-Autoreply": "yes"}, "automatic"),
    ],
)
def test_what_no_person_of_the_address_wrote_is_neither_said_nor_answered(
    talk: Talk, send: Reply, inbox: Inbox, headers: dict[str, str], outcome: str
) -> None:
    _, mail = talk
    assert send(mail, "I am away.", headers=headers, at=SOON).outcome == outcome
    assert inbox(at=SOON) == []
    assert said() == []


def test_the_same_message_is_said_once(talk: Talk) -> None:
    _, mail = talk
    raw = reply_to(mail, "Thanks!")
    outcomes = [receive(raw=raw, recipient=address_in(mail), now=SOON).outcome for _ in "123"]
    assert outcomes == ["said", "duplicate", "duplicate"]
    assert said() == ["Thanks!"]


def test_without_a_message_id_too_a_message_is_said_once(talk: Talk) -> None:
    """Servers on the way write above it, and may write it otherwise."""
    _, mail = talk
    plain = "From: bob@example.org\r\n\r\nWell played, Alice.\r\nMore next week?\r\n"
    base64 = (
        "Return-Path: <bob@example.org>\r\nReceived: from a.example.org\r\n"
        "From: Bob <bob@example.org>\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        "V2VsbCBwbGF5ZWQsIEFsaWNlLgpNb3JlIG5leHQgd2Vlaz8K\r\n"
    )
    outcomes = [
        receive(raw=raw.encode(), recipient=address_in(mail), now=SOON + at).outcome
        for raw, at in (
            (plain, timedelta()),
            (plain, timedelta(minutes=3)),
            (base64, timedelta(minutes=50)),
            (plain, timedelta(hours=6)),
        )
    ]
    assert outcomes == ["said", "duplicate", "duplicate", "duplicate"]
    assert said() == ["Well played, Alice.\nMore next week?"]


def test_without_a_message_id_other_words_are_another_message_and_so_are_the_same_days_later(
    talk: Talk,
) -> None:
    _, mail = talk
    outcomes = [
        receive(
            raw=f"From: bob@example.org\r\n\r\n{text}\r\n".encode(),
            recipient=address_in(mail),
            now=at,
        ).outcome
        for text, at in (("Yes.", SOON), ("No.", SOON), ("Yes.", SOON + timedelta(days=2)))
    ]
    assert outcomes == ["said"] * 3
    assert said() == ["Yes.", "No.", "Yes."]


def test_killed_before_it_is_marked_it_is_not_said_and_the_next_copy_says_it_once(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, mail = talk
    raw = reply_to(mail, "Thanks!")

    class Killed(BaseException):
        pass

    def kill(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as broken:
        broken.setattr(receiving, "_log", kill)
        with pytest.raises(Killed):
            receive(raw=raw, recipient=address_in(mail), now=SOON)
    assert said() == []
    assert receive(raw=raw, recipient=address_in(mail), now=SOON).outcome == "said"
    assert said() == ["Thanks!"]


def test_a_copy_that_was_quicker_by_a_moment_is_the_only_one_said(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, mail = talk
    raw = reply_to(mail, "Thanks!")
    receive(raw=raw, recipient=address_in(mail), now=SOON)
    unseen = InboundMail.objects.none()
    monkeypatch.setattr(InboundMail.objects, "filter", lambda **_: unseen)
    assert receive(raw=raw, recipient=address_in(mail), now=SOON).outcome == "duplicate"
    assert said() == ["Thanks!"]
    assert Notice.objects.filter(kind=NoticeKind.TALK).count() == 2


def test_who_has_left_the_game_says_nothing(
    talk: Talk, send: Reply, inbox: Inbox, charlie: Person
) -> None:
    game, mail = talk
    replace_player(game=game, seat=1, by=charlie, actor="director", now=NOW)
    inbox(at=SOON)
    assert not receiving.is_ours(address_in(mail))
    assert send(mail, "I am still here.", at=SOON).outcome == "unknown"
    assert (said(), inbox(at=SOON)) == ([], [])


def test_an_address_of_who_does_not_sit_there_is_dead(
    talk: Talk, send: Reply, charlie: Person, inbox: Inbox
) -> None:
    game, mail = talk
    game.seats.filter(number=1).update(person=charlie)
    assert send(mail, "I am still here.", at=SOON).outcome == "stale"
    assert (said(), inbox(at=SOON)) == ([], [])


@pytest.mark.parametrize("status", [GameStatus.CANCELLED, GameStatus.VOID])
def test_at_a_table_that_is_gone_nothing_is_said(
    talk: Talk, send: Reply, inbox: Inbox, bob: Person, status: str
) -> None:
    game, mail = talk
    Game.objects.filter(pk=game.pk).update(status=status)
    assert send(mail, "Thanks!", at=SOON).outcome == "unsaid"
    assert "Nobody is left at this table." in text_of(inbox(bob, at=SOON)[0])


def test_after_the_game_one_may_still_talk(talk: Talk, send: Reply) -> None:
    game, mail = talk
    Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED)
    assert send(mail, "Well played!", at=SOON).outcome == "said"


def test_an_address_for_moves_is_no_address_for_talk_and_the_other_way_round(
    talk: Talk, begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    _, mail = talk
    begin(alice, bob)
    (turn,) = inbox(alice, at=SOON)
    for one, (kind, other) in ((mail, ("talk", "reply")), (turn, ("reply", "talk"))):
        address = address_in(one)
        assert address.startswith(f"{kind}+")
        swapped = address.replace(f"{kind}+", f"{other}+")
        outcome = receive(raw=reply_to(one, "keep all"), recipient=swapped, now=SOON)
        assert outcome.outcome == "unknown"
    assert said() == []


def test_a_mail_that_asks_for_a_move_and_tells_of_talk_takes_a_move(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply
) -> None:
    game = begin(alice, bob)
    post_message(game=game, person=bob, text="Good luck!", now=NOW - timedelta(minutes=11))
    (mail,) = inbox(alice)
    assert "Bob wrote at the table:" in text_of(mail)
    assert address_in(mail).startswith("reply+")
    assert send(mail, "keep all").outcome == "played"
    assert send(mail, "Good luck to you, too!").outcome != "said"
    assert said() == []


def test_the_delivery_log_tells_nothing_of_what_was_written(talk: Talk, send: Reply) -> None:
    _, mail = talk
    send(mail, "a secret word", at=SOON)
    send(mail, "x" * (LONGEST + 1), at=SOON)
    rows = list(InboundMail.objects.order_by("pk").values_list("outcome", "detail"))
    assert rows == [("said", ""), ("unsaid", "")]
    token = address_in(mail).partition("+")[2].partition("@")[0]
    assert not any(token in row.digest for row in ReplyAddress.objects.all())


def test_where_no_mail_is_read_none_asks_for_an_answer(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, settings: Settings
) -> None:
    settings.REPLY_BY_MAIL = False
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    inbox()
    post_message(game=game, person=alice, text="Good luck!", now=NOW)
    (mail,) = inbox(bob, at=SOON)
    assert mail["Reply-To"] is None
    assert "Reply" not in text_of(mail).replace("Reply to the table", "")
    assert not ReplyAddress.objects.filter(decision=None).exists()


def test_an_answer_of_ours_that_comes_back_is_not_said(
    talk: Talk, send: Reply, inbox: Inbox, bob: Person
) -> None:
    _, mail = talk
    send(mail, "", at=SOON)
    (answer,) = inbox(bob, at=SOON)
    assert answer["Auto-Submitted"] == "auto-replied"
    raw = answer.as_bytes()
    assert receive(raw=raw, recipient=address_in(answer), now=SOON).outcome == "automatic"
    assert Mail.objects.filter(answer=True).count() == 1
