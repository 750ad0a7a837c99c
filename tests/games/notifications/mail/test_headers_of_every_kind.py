"""Each kind of mail is held against the RFCs that programs between us and the reader go by.

RFC 5322 (ids and threads), 2919 (List-Id), 2369 and 8058 (how to leave), 3834 (who wrote it).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from games.inbound.models import InboundOutcome
from games.inbound.receiving import is_ours, receive
from games.notifications import outbox, registry
from games.notifications.eligibility import LOG_KINDS
from games.notifications.mail.unsubscribe import read_unsubscribe_token
from games.notifications.models import Notice, NoticeKind, NotificationPreferences
from games.notifications.registry import Content, Topic
from games.people.models import Person
from games.tables.models import Game
from games.talk.messages import post_message
from games.talk.models import Message
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox
from tests.fixtures.recalled import recall_mails
from tests.fixtures.replies import Reply

ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
ID = re.compile(rf"<{ATOM}(\.{ATOM})*@{ATOM}(\.{ATOM})*>")
LIST_ID = re.compile(rf"({ATOM}( {ATOM})*) <{ATOM}(\.{ATOM})+>")
ONCE = (
    "From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "List-Id",
    "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted", "MIME-Version",
)  # fmt: skip
TOPICS = {NoticeKind.DIRECTOR_DECISION: "moderation", NoticeKind.LEAGUE: "season:12"} | {
    NoticeKind.CHANNEL: "webhook"
}
OF_GAMES = [kind for kind in NoticeKind if kind not in (NoticeKind.LEAGUE, NoticeKind.CHANNEL)]
OTHERS = ("digest", "answer", "unsaid")
EVERY = [*OF_GAMES, *(f"{kind} by topic" for kind in TOPICS), *OTHERS]

Write = Callable[[str], EmailMessage]


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> Game:
    def play() -> int:
        game = begin(alice, bob)
        inbox()
        return game.pk

    return Game.objects.get(pk=recall_mails(inbox, "headers of every kind", play))


@pytest.fixture
def write(game: Game, alice: Person, bob: Person, inbox: Inbox, send: Reply, monkeypatch) -> Write:
    """A mail of a kind to Alice."""

    def of(kind: str) -> EmailMessage:
        name = kind.partition(" by ")[0]
        if name not in OTHERS and NoticeKind(name) not in LOG_KINDS:
            invent(NoticeKind(name))
        return recall_mails(inbox, ("a mail of every kind", kind), lambda: written(kind))

    def written(kind: str) -> EmailMessage:
        if kind == "digest":
            NotificationPreferences.objects.create(person=alice, digest_hour=8)
        elif kind == "answer":
            Notice.objects.update(status="dropped")
            notify(NoticeKind.TURN)
            (turn,) = inbox(alice)
            send(turn, "show")
        elif kind == "unsaid":
            Message.objects.all().delete()
            post_message(game=game, person=bob, text="Hello!", now=NOW)
            Notice.objects.filter(kind=NoticeKind.TALK).update(not_before=NOW)
            (talk,) = inbox(alice)
            send(talk, "")
        else:
            name, _, topic = kind.partition(" by ")
            notify(NoticeKind(name), topic=TOPICS[NoticeKind(name)] if topic else "")
        (mail,) = inbox(alice)
        return mail

    def invent(kind: NoticeKind) -> None:
        told = Content("Something has happened.", ("It is said here.",))
        monkeypatch.setitem(
            registry._types,
            kind,
            registry.NotificationType(
                render=lambda notice: told,
                is_relevant=lambda notice: True,
                needs_seat=False,
                topic=lambda notice: Topic("A season, “№ 12”", "https://x/", "Because."),
                public_sentence=None,
                private=False,
            ),
        )

    def notify(kind: NoticeKind, topic: str = "") -> None:
        seat = game.seats.get(person=alice)
        Notice.objects.create(
            person=alice,
            game=None if topic else game,
            topic=topic,
            kind=kind,
            decision=seat.decision if kind in ("turn", "reminder", "nudge") else -1,
            number=1 if kind == NoticeKind.REMINDER else 0,
            key="20261121T0730",
            data={"by": 1} if kind == NoticeKind.NUDGE else {},
            not_before=NOW,
            created_at=NOW,
        )

    return of


def ways_of(mail: EmailMessage) -> tuple[str, str]:
    """The address that one POSTs to, and the one that one writes to."""
    header = str(mail["List-Unsubscribe"])
    found = re.fullmatch(r"<(https?://[!-;=?-~]+)>, <(mailto:[!-;=?-~]+)>", header)
    assert found, header
    return found[1], found[2]


def stops(url: str) -> bool:
    """Whether what an address stops is stopped."""
    *_, purpose, token, _end = urlsplit(url).path.split("/")
    return not read_unsubscribe_token(purpose, token).active


@pytest.mark.parametrize("kind", EVERY)
def test_the_headers_are_those_that_the_rfcs_ask_for(write: Write, game: Game, kind: str) -> None:
    mail = write(kind)
    for name in ONCE:
        assert len(mail.get_all(name, [])) == 1, name
    root, *answered = str(mail["References"]).split(" ")
    ids = [str(mail["Message-ID"]), root, *answered, str(mail["In-Reply-To"])]
    assert all(ID.fullmatch(one) for one in ids), ids
    assert ids[0] not in ids[1:]
    assert str(mail["In-Reply-To"]) == (answered or [root])[-1]
    assert bool(answered) == (kind in ("answer", "unsaid"))
    assert LIST_ID.fullmatch(str(mail["List-Id"])), mail["List-Id"]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == ("auto-replied" if answered else "auto-generated")
    assert mail["Precedence"] is None
    raw = mail.as_bytes()
    # Not all programs put ids together again that were broken into lines.
    for name in ("Message-ID", "In-Reply-To", "References"):
        assert f"\r\n{name}: {mail[name]}\r\n".encode() in raw
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998


@pytest.mark.parametrize("kind", EVERY)
def test_a_reply_finds_somebody_who_reads_it(write: Write, kind: str, settings: Settings) -> None:
    settings.ADMINS = [("", "olga@example.net")]
    mail = write(kind)
    (address,) = (mail["Reply-To"] or mail["From"]).addresses
    assert is_ours(address.addr_spec)


@pytest.mark.parametrize("kind", [*OF_GAMES, "answer", "unsaid"])
def test_all_mails_about_a_game_are_one_thread(write: Write, game: Game, kind: str) -> None:
    mail = write(kind)
    assert mail["Subject"] == f"[Night Mail] USA · {game.code}"
    assert str(mail["References"]).startswith(f"<g{game.code}.p")
    assert f"<game-{game.code}.localhost.localdomain>" in mail["List-Id"]


@pytest.mark.parametrize("kind", [f"{kind} by topic" for kind in TOPICS] + ["digest"])
def test_what_is_about_no_game_is_a_thread_of_its_own(write: Write, game: Game, kind: str) -> None:
    mail = write(kind)
    for name in ("Subject", "References", "List-Id"):
        assert game.code not in mail[name]


@pytest.mark.slow
@pytest.mark.parametrize("kind", EVERY)
def test_one_click_leaves_and_a_look_does_not(write: Write, kind: str) -> None:
    """RFC 8058: a POST without cookies or redirects; scanners of links only look."""
    url, _mailto = ways_of(write(kind))
    nobody = Client(enforce_csrf_checks=True)
    path = urlsplit(url).path
    assert nobody.get(path).status_code == 200
    assert nobody.head(path).status_code == 200
    assert not stops(url)
    answer = nobody.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert stops(url)


@pytest.mark.parametrize("kind", EVERY)
def test_a_mail_to_the_address_in_the_header_leaves_the_same(write: Write, kind: str) -> None:
    """RFC 2369."""
    url, mailto = ways_of(write(kind))
    address, _, subject = mailto.removeprefix("mailto:").partition("?subject=")
    raw = f"From: robot@example.net\r\nSubject: {unquote(subject)}\r\n\r\n".encode()
    assert receive(raw=raw, recipient=address, now=NOW).outcome == InboundOutcome.MUTED
    assert stops(url)


def test_a_nudge_that_was_really_made_has_an_id_that_programs_take(
    game: Game, alice: Person, bob: Person, inbox: Inbox
) -> None:
    seats = {seat.person_id: seat for seat in game.seats.all()}
    outbox.notify_nudge(seat=seats[alice.pk], by=seats[bob.pk], now=NOW)
    (mail,) = inbox(alice)
    assert ID.fullmatch(str(mail["Message-ID"]))
