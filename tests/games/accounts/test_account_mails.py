"""Mails about accounts: stored with the change they tell of, sent ahead of others, then erased."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import DatabaseError
from django.test import Client
from django.utils.timezone import now
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.notifications.mail.delivery import deliver_account_mails
from games.notifications.mail.runner import send_due
from games.notifications.models import AccountMail, DeliveryStatus
from games.people.models import Person
from games.scheduler.alarm import overdue
from games.scheduler.retention import delete_old_rows
from tests.conftest import PASSWORD, account_mails, code_in, words_of
from tests.fixtures.games import Starter
from ttr_site.celery import app

FORM = {"name": "Zoe", "email": "zoe@example.org", "password1": "rails in the rain"}


class AwayBackend(EmailBackend):
    """A mail server that nobody reaches."""

    opened = 0

    def open(self) -> bool:
        AwayBackend.opened += 1
        raise ConnectionRefusedError("nobody listens")


class BusyBackend(EmailBackend):
    """While it sends the first of its mails, somebody asks for a code."""

    def send_messages(self, messages: Sequence[Any]) -> int:
        if not mail.outbox:
            Client().post("/accounts/login/code/", {"email": "bob@example.org"})
        return super().send_messages(messages)


def sign_up(client: Client) -> Any:
    return client.post("/accounts/signup/", FORM)


def ask_for_code(client: Client) -> Any:
    return client.post("/accounts/login/code/", {"email": "alice@example.org"})


def ask_for_password(client: Client) -> Any:
    return client.post("/accounts/password/reset/", {"email": "alice@example.org"})


def ask_for_unknown(client: Client) -> Any:
    return client.post("/accounts/password/reset/", {"email": "nobody@example.org"})


def sign_up_again(client: Client) -> Any:
    return client.post("/accounts/signup/", {**FORM, "email": "alice@example.org"})


def change_password(client: Client) -> Any:
    client.post("/accounts/login/", {"login": "alice@example.org", "password": PASSWORD})
    new = "another lamp by day"
    return client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )


def add_address(client: Client) -> Any:
    client.post("/accounts/login/", {"login": "alice@example.org", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})


FORMS = (
    sign_up,
    sign_up_again,
    ask_for_code,
    ask_for_password,
    ask_for_unknown,
    change_password,
    add_address,
)


@pytest.mark.parametrize("form", FORMS)
def test_a_mail_server_that_is_away_is_nothing_to_the_page(
    client: Client, alice: Person, settings: Settings, form: Callable[[Client], Any]
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.AwayBackend"
    AwayBackend.opened = 0
    assert form(client).status_code == 302
    assert AwayBackend.opened == 0
    assert AccountMail.objects.get().status == DeliveryStatus.PENDING


@pytest.mark.parametrize("form", FORMS)
def test_a_worker_sends_it_on_the_paper_of_all_mails(
    client: Client, alice: Person, form: Callable[[Client], Any]
) -> None:
    form(client)
    assert mail.outbox == []
    (message,) = account_mails()
    html = message.get_body(("html",))
    assert html is not None
    assert '<html lang="en">' in str(html.get_content())
    assert "Night Mail" in str(html.get_content())
    assert str(message["Message-ID"]).endswith("@localhost.localdomain>")
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe"] is None


@pytest.mark.parametrize("form", FORMS)
def test_what_it_says_is_erased_once_it_is_sent(
    client: Client, alice: Person, form: Callable[[Client], Any]
) -> None:
    form(client)
    assert AccountMail.objects.get().source
    account_mails()
    row = AccountMail.objects.get()
    assert (row.status, bytes(row.source)) == (DeliveryStatus.SENT, b"")


def test_it_is_sent_once(client: Client, alice: Person) -> None:
    ask_for_code(client)
    account_mails()
    assert len(account_mails()) == 1


def test_it_is_tried_again_within_seconds_and_is_the_same_mail(
    client: Client, alice: Person, settings: Settings
) -> None:
    ask_for_code(client)
    source = bytes(AccountMail.objects.get().source)
    works, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, f"{__name__}.AwayBackend"
    moment = now()
    assert deliver_account_mails(now=moment) == 0
    row = AccountMail.objects.get()
    assert row.next_attempt_at is not None
    assert row.next_attempt_at - moment <= timedelta(seconds=5)
    assert "nobody listens" in row.error
    settings.EMAIL_BACKEND = works
    assert deliver_account_mails(now=moment + timedelta(seconds=5)) == 1
    assert mail.outbox[0].message().as_bytes() == source


def test_a_code_that_no_longer_opens_anything_is_not_sent_and_not_kept(
    client: Client, alice: Person
) -> None:
    ask_for_code(client)
    deliver_account_mails(now=now() + timedelta(minutes=16))
    row = AccountMail.objects.get()
    assert (row.status, bytes(row.source), mail.outbox) == (DeliveryStatus.FAILED, b"", [])


def test_the_change_and_its_mail_are_one_or_neither(
    client: Client, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False

    def fail(*args: object, **options: object) -> None:
        raise DatabaseError("disk full")

    monkeypatch.setattr(AccountMail.objects, "create", fail)
    assert sign_up(client).status_code == 500
    assert change_password(client).status_code == 500
    assert not Person.objects.filter(name="Zoe").exists()
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


@pytest.mark.usefixtures("_hints_are_waited_for")
def test_a_worker_is_asked_at_once_and_looks_every_few_seconds_anyway(
    client: Client,
    alice: Person,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        "celery.app.base.Celery.send_task",
        lambda self, name, *rest, **options: asked.append(name),
    )
    with django_capture_on_commit_callbacks(execute=True):
        ask_for_code(client)
    assert asked == ["games.send_account_mails"]
    (entry,) = [one for one in app.conf.beat_schedule.values() if one["task"] == asked[0]]
    assert entry["schedule"] < 5


def test_it_goes_between_two_mails_of_a_long_queue(
    begin: Starter, alice: Person, bob: Person, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.BusyBackend"
    begin(alice, bob)
    send_due(now=now())
    subjects = [str(one.message()["Subject"]) for one in mail.outbox]
    assert len(subjects) == 3
    assert "USA" in subjects[0]
    assert "USA" not in subjects[1]


def test_no_admin_export_or_log_tells_a_code(
    client: Client, alice: Person, bob: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ask_for_code(Client())
    Person.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    client.force_login(bob)
    row = AccountMail.objects.get()
    shown = [
        client.get("/admin/games/accountmail/").content,
        client.get(f"/admin/games/accountmail/{row.pk}/change/").content,
        client.get(f"/admin/games/accountmail/{row.pk}/history/").content,
    ]
    client.force_login(alice)
    taken = client.post("/settings/belongings/")
    with ZipFile(BytesIO(b"".join(taken.streaming_content))) as archive:
        shown.append(archive.read("account.json"))
    assert json.loads(shown[-1])["mails about the account"][0]["kind"] == "login_code"
    code = code_in(account_mails()[-1])
    assert row.message_id[1:20] in shown[1].decode()
    for text in (*map(bytes.decode, shown), caplog.text):
        assert code not in text
        assert "=3D" not in text


def test_a_refusal_logs_nothing_of_the_mail(
    client: Client, alice: Person, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    ask_for_code(client)
    works, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, f"{__name__}.AwayBackend"
    deliver_account_mails(now=now())
    settings.EMAIL_BACKEND = works
    deliver_account_mails(now=now() + timedelta(minutes=1))
    code = code_in(mail.outbox[-1].message())
    assert "was not taken" in caplog.text
    assert code not in caplog.text


def test_one_that_waits_for_five_minutes_raises_the_alarm(client: Client, alice: Person) -> None:
    ask_for_code(client)
    row = AccountMail.objects.get()
    assert "mail" not in overdue(now=row.created_at + timedelta(minutes=4))
    assert overdue(now=row.created_at + timedelta(minutes=5)) == {"mail": row.created_at}


def test_rows_go_after_a_month(client: Client, alice: Person) -> None:
    ask_for_code(client)
    assert delete_old_rows(now=now() + timedelta(days=29))["AccountMail"] == 0
    assert delete_old_rows(now=now() + timedelta(days=31))["AccountMail"] == 1


def test_who_closes_the_account_leaves_none_behind(client: Client, alice: Person) -> None:
    ask_for_code(Client())
    client.force_login(alice)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/settings/close/", {"name": "Alice", "password": PASSWORD, "sure": "on"})
    alice.refresh_from_db()
    assert not alice.is_active
    assert not AccountMail.objects.exists()


def test_a_change_says_when_and_whence_and_what_to_do(client: Client, alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(language="nl", timezone="Asia/Tokyo")
    change_password(client)
    (message,) = account_mails()
    assert message["Subject"] == "[Night Mail] Je wachtwoord is gewijzigd"
    words = " ".join(words_of(message).split())
    assert "op 21 november 2026, 16:30 JST," in words
    assert "127.0.0.1, met een onbekende browser." in words
    assert "/accounts/password/reset/" in words
    assert max(map(len, words_of(message).splitlines())) <= 78


def test_a_browser_is_named_and_says_nothing_itself(alice: Person) -> None:
    change_password(Client(headers={"user-agent": "Chrome/1 (Windows) http://evil.example/"}))
    (message,) = account_mails()
    assert "with Chrome (Windows)." in " ".join(words_of(message).split())
    assert "evil" not in message.as_string()


@pytest.mark.parametrize("form", FORMS)
def test_it_is_in_the_language_of_the_page(
    client: Client, alice: Person, form: Callable[[Client], Any]
) -> None:
    """The library that brings the pages has words of its own: none of them is in a mail."""
    Person.objects.filter(pk=alice.pk).update(language="nl")
    client.cookies["django_language"] = "nl"
    form(client)
    (message,) = account_mails()
    words = re.sub(r"http\S+", "", words_of(message))
    assert "Je krijgt deze mail omdat iemand dit adres op onze site heeft opgegeven." in words
    assert not re.search(r"\b(you|your|u|uw|e-mail\w*|email\w*)\b", words, re.IGNORECASE), words
