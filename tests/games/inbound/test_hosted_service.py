from __future__ import annotations

from email.message import EmailMessage

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.inbound import limits
from games.inbound.addresses import Received
from games.inbound.models import InboundMail
from games.inbound.receiving import MAX_BYTES
from games.tables.models import Game
from games.web.mail import views_inbound
from tests.fixtures.replies import address_in, reply_to

SECRET = "a-long-and-secret-word-for-the-hook"
PATH = f"/inbound/mail/{SECRET}/"

Turn = tuple[Game, EmailMessage]


@pytest.fixture
def hosted(settings: Settings) -> Client:
    settings.INBOUND_SECRET = SECRET
    return Client(enforce_csrf_checks=True)


def test_a_message_is_taken_from_the_body(turn: Turn, hosted: Client) -> None:
    game, mail = turn
    raw = reply_to(mail, "draw blind blind")
    answer = hosted.post(PATH, raw, content_type="message/rfc822")
    assert (answer.status_code, answer.json()) == (200, {"outcome": "played"})
    assert game.seats.get(number=0).decision is None


def test_a_message_is_taken_from_a_form(turn: Turn, hosted: Client) -> None:
    game, mail = turn
    raw = reply_to(mail, "draw blind blind").replace(address_in(mail).encode(), b"x@example.net")
    fields = {"recipient": address_in(mail), "message": SimpleUploadedFile("mail.eml", raw)}
    assert hosted.post(PATH, fields).json() == {"outcome": "played"}
    assert game.seats.get(number=0).decision is None


def test_a_message_is_taken_from_a_text_field(turn: Turn, hosted: Client) -> None:
    _game, mail = turn
    fields = {"message": reply_to(mail, "draw blind blind").decode()}
    assert hosted.post(PATH, fields).json() == {"outcome": "played"}


def test_without_the_secret_there_is_no_door(
    turn: Turn, hosted: Client, settings: Settings
) -> None:
    _, mail = turn
    raw = reply_to(mail, "draw blind")
    for path in ("/inbound/mail/guess/", "/inbound/mail//"):
        assert hosted.post(path, raw, content_type="message/rfc822").status_code == 404
    settings.INBOUND_SECRET = ""
    for path in (PATH, "/inbound/mail//"):
        assert hosted.post(path, raw, content_type="message/rfc822").status_code == 404
    assert not InboundMail.objects.exists()


def test_only_posts_are_taken(hosted: Client, db: None) -> None:
    assert hosted.get(PATH).status_code == 405


def test_nothing_is_no_message(hosted: Client, db: None) -> None:
    assert hosted.post(PATH, b"", content_type="message/rfc822").status_code == 400
    assert hosted.post(PATH, {"recipient": "x"}).status_code == 400


def test_a_message_to_nobody_is_not_asked_for_again(hosted: Client, db: None) -> None:
    raw = b"From: a@example.org\r\nTo: b@example.org\r\n\r\nhello"
    answer = hosted.post(PATH, raw, content_type="message/rfc822")
    assert (answer.status_code, answer.json()) == (200, {"outcome": "unknown"})


def test_a_huge_message_is_not_asked_for_again(turn: Turn, hosted: Client) -> None:
    _, mail = turn
    raw = reply_to(mail, "draw blind" + " " * MAX_BYTES)
    answer = hosted.post(PATH, raw, content_type="message/rfc822")
    assert (answer.status_code, answer.json()) == (200, {"outcome": "too-large"})
    answer = hosted.post(PATH, b"x" * 3_000_000, content_type="message/rfc822")
    assert answer.status_code == 413


def test_what_failed_here_is_asked_for_again(
    hosted: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        views_inbound, "receive", lambda **_: Received(views_inbound.InboundOutcome.FAILED)
    )
    assert hosted.post(PATH, b"x", content_type="message/rfc822").status_code == 503


def test_when_nothing_can_be_written_down_it_is_asked_for_again(
    turn: Turn, hosted: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, mail = turn
    raw = reply_to(mail, "draw blind blind")

    def fail(*_: object, **__: object) -> None:
        raise OperationalError("server at 10.0.0.7, user night_mail, password hunter2")

    with monkeypatch.context() as broken:
        broken.setattr(InboundMail, "save", fail)
        answer = hosted.post(PATH, raw, content_type="message/rfc822")
        assert answer.status_code == 503
        assert b"hunter2" not in answer.content
    assert hosted.post(PATH, raw, content_type="message/rfc822").json() == {"outcome": "played"}
    assert game.seats.get(number=0).decision is None


@pytest.mark.parametrize(
    ("door", "most"), [("complaints", limits.COMPLAINTS), ("unsubscribe", limits.UNSUBSCRIBES)]
)
def test_a_flood_at_a_door_for_programs_is_told_to_come_later(
    hosted: Client, db: None, door: str, most: int
) -> None:
    InboundMail.objects.bulk_create(
        InboundMail(at=timezone.now(), size=1, outcome="unknown", door=door) for _ in range(most)
    )
    fields = {"recipient": f"{door}@localhost.localdomain", "message": "Subject: mute x\r\n\r\n"}
    answer = hosted.post(PATH, fields)
    assert (answer.status_code, answer.json()) == (503, {"outcome": "limited"})
    assert InboundMail.objects.count() == most


def test_files_that_nobody_asked_for_are_not_taken(turn: Turn, hosted: Client) -> None:
    """Django keeps the files of a form on the disk, however many bytes they have."""
    game, mail = turn
    fields = {
        "recipient": address_in(mail),
        "message": reply_to(mail, "draw blind blind").decode(),
        "other": SimpleUploadedFile("film.mov", b"x" * 10 * MAX_BYTES),
    }
    assert hosted.post(PATH, fields).status_code == 413
    assert game.seats.get(number=0).decision is not None
