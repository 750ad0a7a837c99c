"""Reports of errors say where in the program, and nothing of people, games and secrets."""

from __future__ import annotations

import gzip
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from games import tasks
from games.common import log_context
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter
from tests.games.site.test_settings import PRODUCTION, start
from tests.paths import ROOT
from ttr_site.error_reports import ReportHandler

DSN = "https://public@sentry.example/1"
TOKEN = "0123456789abcdef" * 2
SECRETS = ("alice@example.org", TOKEN, "hunter2", "purple", "matsumoto")


class Captured(Transport):
    """A transport that keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent.append(envelope.serialize())

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(raw.splitlines()[2]) for raw in self.sent]

    @property
    def text(self) -> str:
        return b"\n".join(self.sent).decode()


@pytest.fixture
def reports() -> Iterator[Captured]:
    """What a site with a DSN reports."""
    captured = Captured()
    handler = ReportHandler(DSN, environment="test", transport=captured)
    loggers = [logging.getLogger(name) for name in ("", "django")]
    for logger in loggers:
        logger.addHandler(handler)
    yield captured
    for logger in loggers:
        logger.removeHandler(handler)
    handler.close()


def fail(*args: object, **options: object) -> None:
    # Reports show lines of the program: none of these is in one.
    address, token, password, card, ticket = SECRETS
    hand = {card: 3, "token": token}
    try:
        raise KeyError(f"{hand} {ticket}")
    except KeyError as error:
        error.add_note(f"Key (email)=({address})")
        raise ValueError(f"redis://night:{password}@host {hand}") from error


@pytest.mark.django_db
def test_an_error_in_a_view_is_reported_without_what_the_request_brought(
    reports: Captured, monkeypatch: pytest.MonkeyPatch, alice: Person
) -> None:
    monkeypatch.setattr("games.web.site.views.render", fail)
    visitor = Client(raise_request_exception=False)
    visitor.force_login(alice)
    visitor.cookies["other"] = "hunter2"
    answer = visitor.get(f"/?q={TOKEN}", headers={"X-Request-ID": "request-7", "X-Odd": "hunter2"})
    assert answer.status_code == 500
    (event,) = reports.events
    assert [error["type"] for error in event["exception"]["values"]] == ["KeyError", "ValueError"]
    assert event["exception"]["values"][-1]["stacktrace"]["frames"][-1]["function"] == "fail"
    assert event["tags"] == {"request": "request-7"}
    assert event["release"].startswith("night-mail@")
    assert [secret for secret in SECRETS if secret in reports.text] == []
    cookie = visitor.cookies["sessionid"].value
    assert cookie not in reports.text
    assert set(event) <= {
        "level", "logger", "tags", "exception", "event_id", "timestamp", "release", "environment",
        "server_name", "sdk", "platform", "_meta",
    }  # fmt: skip
    assert not event.get("server_name")


@pytest.mark.django_db
def test_a_body_that_was_posted_is_not_reported(
    reports: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.accounts.forms.SignupForm.is_valid", fail)
    visitor = Client(raise_request_exception=False)
    answer = visitor.post("/accounts/signup/", {"email": "alice@example.org", "password1": TOKEN})
    assert answer.status_code == 500
    assert len(reports.events) == 1
    assert [secret for secret in SECRETS if secret in reports.text] == []


@pytest.mark.django_db
def test_an_error_in_a_task_is_reported_with_task_and_game(
    reports: Captured, monkeypatch: pytest.MonkeyPatch, begin: Starter, alice: Person, bob: Person
) -> None:
    game: Game = begin(alice, bob, bots=["random"])
    monkeypatch.setattr("games.play.bots.choose_action", fail)
    run = tasks.play_waiting_bots.apply()
    (event,) = reports.events
    assert event["tags"] == {"task": "play_waiting_bots", "run": run.id, "game": str(game.pk)}
    # The message is the constant of the program, without its arguments.
    assert event["message"] == "Bots failed in game %s"
    assert "fail" in reports.text
    assert [secret for secret in SECRETS if secret in reports.text] == []
    assert game.code not in reports.text


def test_a_message_that_a_library_put_together_is_not_reported(reports: Captured) -> None:
    logging.getLogger("asyncio").error(f"exception=KeyError('{TOKEN}')")
    (event,) = reports.events
    assert event["logger"] == "asyncio"
    assert TOKEN not in reports.text


def test_warnings_are_not_reported(reports: Captured) -> None:
    logging.getLogger("games.x").warning("late")
    assert reports.sent == []


def test_ids_end_with_their_scope(reports: Captured) -> None:
    with log_context.scope(request="r" * 8):
        log_context.about_game(7)
        logging.getLogger("games.x").error("once")
    logging.getLogger("games.x").error("twice")
    first, second = reports.events
    assert first["tags"] == {"request": "r" * 8, "game": "7"}
    assert second.get("tags", {}) == {}


def test_envelopes_are_read_as_they_are_sent(reports: Captured) -> None:
    """Nothing hides in them that the tests above do not see."""
    logging.getLogger("games.x").error("once")
    (raw,) = reports.sent
    assert not raw.startswith(gzip.compress(b"")[:2])
    assert len(raw.splitlines()) == 3


@pytest.mark.slow
def test_a_site_with_a_dsn_starts() -> None:
    assert start("check", NIGHT_MAIL_SENTRY_DSN=DSN).returncode == 0


@pytest.mark.slow
def test_a_site_without_the_library_says_what_to_install() -> None:
    code = (
        "import importlib.util as u, sys; find = u.find_spec;"
        "u.find_spec = lambda name, *a: None if name == 'sentry_sdk' else find(name, *a);"
        "from ttr_site import settings"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **PRODUCTION, "NIGHT_MAIL_SENTRY_DSN": DSN},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "requirements/production.txt" in done.stderr
