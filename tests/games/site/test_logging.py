"""The log: one clock for every process, no token and no address, and errors reach operators."""

from __future__ import annotations

import io
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client

from games.operators.faults import mail_faults
from games.operators.models import Fault
from games.scheduler.retention import delete_old_rows
from games.tasks import tell_operators
from tests.fixtures.faults import written_down
from tests.fixtures.games import NOW
from tests.games.site.test_settings import PRODUCTION
from tests.paths import ROOT
from ttr_site.log_lines import Line
from ttr_site.redacting import redacted

STAMP = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 [A-Z]+ +[\w.]+: ")
ADDRESS = "alice@example.org"
TOKEN = "0123456789abcdef" * 2
SECRETS = (ADDRESS, TOKEN, "hunter2")


def raise_with_secrets() -> None:
    try:
        raise KeyError(f"Key (email)=({ADDRESS}) exists")
    except KeyError as error:
        raise ValueError(f"GET /do/{TOKEN}/ by redis://night:hunter2@host/0") from error


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What a handler with the lines of the site writes down of a logger of ours."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Line())
    logger = logging.getLogger("games.test")
    logger.addHandler(handler)
    yield stream
    logger.removeHandler(handler)


def test_a_traceback_in_the_log_holds_no_token_no_password_and_no_address(
    stream: io.StringIO,
) -> None:
    try:
        raise_with_secrets()
    except ValueError:
        logging.getLogger("games.test").exception("For %s at /join/%s/", ADDRESS, TOKEN)
    written = stream.getvalue()
    assert "ValueError" in written
    assert "KeyError" in written
    assert "test_logging.py" in written
    assert [secret for secret in SECRETS if secret in written] == []


def test_the_stack_of_a_record_is_redacted_as_well(stream: io.StringIO) -> None:
    code = "import logging; logging.getLogger('games.test').error('x', stack_info=True)"
    exec(compile(code, f"/home/{ADDRESS}/place.py", "exec"))  # noqa: S102
    assert "Stack (most recent call last)" in stream.getvalue()
    assert ADDRESS not in stream.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "{'alice@example.org': (550, b'no such user alice@example.org')}",
        "RCPT TO:<alice@example.org>",
        "GET /people/?q=alice%40example.org",
        "to=alice@example.org,",
        "mailto:alice@example.org",
        "(alice@example.org)",
        "Ålice.Ångström+tag@пример.example",
    ],
)
def test_addresses_are_taken_out_however_they_are_written(text: str) -> None:
    assert "example" not in redacted(text)
    assert "lice" not in redacted(text)


def test_the_id_of_a_mail_stays_for_it_leads_to_the_mail_in_the_admin() -> None:
    text = "Mail <gabcd2345.d12.turn.p0123456789ab@night-mail.example> was not taken."
    assert redacted(text) == text


def process(*command: str, **changes: str) -> subprocess.CompletedProcess[str]:
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**keep, **PRODUCTION, **changes},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


LOG = "import logging; logging.getLogger('games.x').warning('to %s', 'alice@example.org')"


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("manage.py", "shell", "-v", "0", "-c", LOG),
        # A worker and a beat start like this; Celery sets up its log then.
        (
            "-c",
            "from ttr_site.celery import app; app.loader.init_worker();"
            f"app.log.setup(loglevel='INFO'); {LOG}",
        ),
        (
            "-c",
            "import sys; sys.argv[1:] = ['ttr_site.wsgi', '-c', 'python:ttr_site.gunicorn'];"
            "from gunicorn.app.wsgiapp import WSGIApplication; app = WSGIApplication('');"
            "from gunicorn.glogging import Logger; log = Logger(app.cfg);"
            "log.info('to %s', 'alice@example.org'); app.load();"
            f"log.info('to %s', 'alice@example.org'); {LOG}",
        ),
    ],
    ids=["command", "celery", "gunicorn"],
)
def test_every_process_writes_lines_with_one_clock_and_its_offset(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    at = datetime.now(UTC)
    done = process(
        *command,
        TZ="America/New_York",
        NIGHT_MAIL_TIME_ZONE="Asia/Tokyo",
        DATABASE_URL=f"sqlite:///{tmp_path}/none.sqlite3",
    )
    lines = done.stderr.strip().splitlines()
    assert done.returncode == 0, done.stderr
    assert lines
    for line in (line for line in lines if line.strip() == line != ""):
        assert STAMP.match(line), done.stderr
        written = datetime.fromisoformat(line.split()[0])
        assert timedelta() <= written - at + timedelta(seconds=1) < timedelta(seconds=60)
    assert ADDRESS not in done.stderr


def test_an_error_of_a_page_reaches_the_operators_by_one_mail_without_secrets(
    operators: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **options: object) -> None:
        raise_with_secrets()

    monkeypatch.setattr("games.web.site.views.render", fail)
    visitor = Client(raise_request_exception=False)
    for _ in range(25):
        assert visitor.get(f"/?q={TOKEN}").status_code == 500
    written_down()
    tell_operators()
    tell_operators()
    (told,) = mail.outbox
    assert told.to == ["operator@example.org"]
    assert "25 times" in told.body
    assert "ValueError" in told.subject
    assert "raise_with_secrets" in told.body
    assert [secret for secret in SECRETS if secret in told.subject + told.body] == []


@pytest.mark.slow
def test_a_storm_of_many_errors_is_one_mail_an_hour(operators: None) -> None:
    logger = logging.getLogger("games.storm")
    for number in range(40):
        logger.error(f"fault {number} of {ADDRESS}")  # each is another fault
    written_down()
    assert mail_faults(now=NOW) == 40
    logger.error("one more")
    written_down()
    for minutes in range(1, 60):
        assert mail_faults(now=NOW + timedelta(minutes=minutes)) == 0
    assert mail_faults(now=NOW + timedelta(minutes=60)) == 1
    assert len(mail.outbox) == 2
    assert ADDRESS not in mail.outbox[0].body


@pytest.mark.slow
def test_an_error_that_goes_on_is_reported_again_after_a_day(operators: None) -> None:
    logging.getLogger("games.again").error("the same")
    written_down()
    hours = []
    for hour in range(60):
        at = NOW + timedelta(hours=hour)
        if hour < 30:
            Fault.objects.update(last_at=at)
        if mail_faults(now=at):
            hours.append(hour)
    # Told at 0 and 25; what came between 25 and 29 is told a day later, and then no more came.
    assert hours == [0, 25, 50]


def test_a_mail_that_cannot_leave_is_tried_again(
    operators: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    logging.getLogger("games.x").error("once")
    written_down()
    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", lambda self: 1 / 0)
        assert mail_faults(now=NOW) == 0
    assert mail_faults(now=NOW + timedelta(minutes=1)) == 1


def test_an_error_inside_a_transaction_that_fails_is_kept(operators: None) -> None:
    with suppress(ZeroDivisionError), transaction.atomic():
        Fault.objects.create(
            fingerprint="", place="", text="", count=1, first_at=NOW, last_at=NOW
        )  # now SQLite lets nobody else write
        logging.getLogger("games.x").error("before the end")
        raise ZeroDivisionError
    written_down()
    assert Fault.objects.get().count == 1


@pytest.mark.slow
def test_faults_are_forgotten_a_month_after_the_last_time(operators: None) -> None:
    logging.getLogger("games.x").error("once")
    written_down()
    fault = Fault.objects.get()
    assert delete_old_rows(now=fault.last_at + timedelta(days=29))["Fault"] == 0
    assert delete_old_rows(now=fault.last_at + timedelta(days=31))["Fault"] == 1
