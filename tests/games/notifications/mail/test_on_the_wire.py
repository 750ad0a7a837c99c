"""The very bytes that a mail server is given, for each kind of mail, with long, strange names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.utils import parseaddr

import pytest
from allauth.account.models import EmailAddress
from pytest_django import Settings

from games.notifications.mail.runner import send_due
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox, MailServer, text_of
from tests.fixtures.recalled import recall
from tests.games.notifications.mail.test_headers_of_every_kind import (
    EVERY,
    Write,
    write,
)

__all__ = ["write"]

HOST = f"{'night-mail-of-the-western-valleys.' * 6}example.org"
NAMES = (
    "Zoë Müller",
    "Ægir “the Red”, 3rd",
    'Ann "Nan" O\\Neil, <x@y.org>',
    "山田太郎" * 7,
    "=?utf-8?q?Ann?=",
    "W" * 30,
)
STRUCTURED = (
    "From", "To", "Reply-To", "Message-ID", "In-Reply-To", "References", "List-Id",
    "List-Unsubscribe", "List-Unsubscribe-Post", "Feedback-ID", "Auto-Submitted", "Content-ID",
    "Content-Language", "Date", "MIME-Version",
)  # fmt: skip
PHRASES = ("From", "To", "Reply-To", "List-Id")


@pytest.fixture
def inbox(mail_server: MailServer, settings: Settings) -> Inbox:
    """Send what waits by SMTP; the mails are read from the bytes that arrived."""
    settings.MAIL_DOMAIN = HOST
    settings.SITE_URL = f"https://{HOST}"
    settings.DEFAULT_FROM_EMAIL = f"Nachtpost für alle <post@{HOST}>"
    seen = [0]

    def look(person: Person | None = None, *, at: datetime = NOW) -> list:
        send_due(now=at)
        new = [message_from_bytes(raw, policy=policy.default) for raw in mail_server.taken]
        new, seen[0] = new[seen[0] :], len(new)
        return [one for one in new if person is None or person.email in str(one["To"])]

    return look


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, inbox: Inbox, mail_server: MailServer) -> Game:
    """A game of which all mails so far have arrived and been thrown away."""

    def play() -> int:
        game = begin(alice, bob)
        send_due(now=NOW)
        return game.pk

    made = recall("on the wire", play)
    mail_server.taken.clear()
    return Game.objects.get(pk=made)


@pytest.fixture
def raw_of(write: Write, mail_server: MailServer) -> Callable[[str], bytes]:
    """The bytes of a mail of a kind to Alice."""

    def of(kind: str) -> bytes:
        def sent() -> bytes:
            write(kind)
            return mail_server.taken[-1]

        return recall(("on the wire", kind), sent)

    return of


def fields(raw: bytes) -> Iterator[tuple[str, str]]:
    """Walk through all header fields of a message and its parts as they stand, fold and all."""
    heads = [raw.partition(b"\r\n\r\n")[0]]
    heads += re.findall(rb"\r\n--=_[^\r\n]+\r\n(.+?)\r\n\r\n", raw, re.DOTALL)
    for head in heads:
        for field in re.split(rb"\r\n(?![ \t])", head):
            name, _colon, value = field.partition(b": ")
            yield name.decode("ascii"), value.decode("ascii")


def field(raw: bytes, name: str) -> str:
    (value,) = [value for one, value in fields(raw) if one == name]
    return value


@pytest.mark.parametrize("kind", EVERY)
def test_the_ways_to_leave_are_bare_addresses(raw_of: Callable[[str], bytes], kind: str) -> None:
    """RFC 2369 and 8058: the URIs stand between < and >, encoded by nobody, broken nowhere."""
    raw = raw_of(kind)
    value = field(raw, "List-Unsubscribe")
    ways = value.split(",\r\n ")
    assert len(ways) == 2
    assert re.fullmatch(rf"<https://{HOST}/unsubscribe/[!-;=?-~]+>", ways[0])
    assert re.fullmatch(rf"<mailto:unsubscribe@{HOST}\?subject=[!-;=?-~]+>", ways[1])
    assert field(raw, "List-Unsubscribe-Post") == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize("kind", EVERY)
def test_no_structured_field_is_broken_or_encoded_inside_an_address(
    write: Write, alice: Person, mail_server: MailServer, kind: str
) -> None:
    Person.objects.filter(pk=alice.pk).update(name=NAMES[1])
    alice.name = NAMES[1]
    write(kind)
    raw = mail_server.taken[-1]
    seen = set()
    for name, value in fields(raw):
        if name not in STRUCTURED:
            continue
        seen.add(name)
        bare = re.sub(r"=\?utf-8\?[bq]\?[A-Za-z0-9+/=_*!-]+\?=\s*", "", value)
        assert "=?" not in (bare if name in PHRASES else value), (name, value)
        for inside in re.findall(r"<[^>]*>", value):
            assert not re.search(r"\s|=\?", inside), (name, value)
        assert max(map(len, value.split("\r\n"))) < 998 - len(name)
    answerable = {"Reply-To"} if kind in ("turn", "started", "nudge", "talk", "answer") else set()
    picture = {"Content-ID"} if b"image/png" in raw else set()
    assert seen >= set(STRUCTURED) - {"Reply-To", "Content-ID"} | answerable | picture


@pytest.mark.parametrize("kind", EVERY)
def test_a_mail_says_of_what_kind_it_is_and_not_to_whom_it_goes(
    raw_of: Callable[[str], bytes], kind: str
) -> None:
    """Feedback-ID, by which mail providers count complaints."""
    word = kind.partition(" ")[0]
    word = {"unsaid": "answer", "nudge": "turn"}.get(word, word)
    assert field(raw_of(kind), "Feedback-ID") == f"{word}:en:nightmail"


@pytest.mark.parametrize("name", NAMES)
def test_a_name_arrives_as_it_is_and_adds_no_recipient(
    write: Write, alice: Person, mail_server: MailServer, name: str
) -> None:
    Person.objects.filter(pk=alice.pk).update(name=name)
    write("turn")
    value = field(mail_server.taken[-1], "To").replace("\r\n", "")
    display, address = parseaddr(value)
    assert str(make_header(decode_header(display))) == name
    assert address == "alice@example.org"
    assert max(map(len, field(mail_server.taken[-1], "To").split("\r\n"))) <= 78


def test_an_address_at_a_foreign_host_is_written_in_ascii(
    write: Write, alice: Person, mail_server: MailServer
) -> None:
    Person.objects.filter(pk=alice.pk).update(email="alice@bücher.example")
    EmailAddress.objects.filter(user=alice).update(email="alice@bücher.example")
    alice.email = "alice@xn--bcher-kva.example"
    write("turn")
    assert field(mail_server.taken[-1], "To") == "Alice <alice@xn--bcher-kva.example>"
    assert mail_server.recipients[-1] == ["alice@xn--bcher-kva.example"]


def test_a_long_host_leaves_room_for_the_id_of_a_mail(write: Write, game: Game) -> None:
    mail = write("turn")
    stored = game.mails.get(message_id=str(mail["Message-ID"]))
    longest = stored._meta.get_field("message_id").max_length
    assert longest is not None
    assert len(stored.message_id) + 253 - len(HOST) + 64 <= longest


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("kind", EVERY)
def test_the_text_is_at_most_78_wide_but_for_links(
    write: Write, alice: Person, bob: Person, language: str, kind: str
) -> None:
    Person.objects.filter(pk=alice.pk).update(language=language)
    Person.objects.filter(pk=bob.pk).update(name="Bob of the Long and Winding Rd")
    lines = text_of(write(kind)).splitlines()
    assert [line for line in lines if len(line) > 78 and "://" not in line] == []
    assert [line for line in lines if "://" in line and not line.startswith("https://")] == []
