"""A variable that is mistyped ends every command with one sentence that names it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.site.test_settings import PRODUCTION, start
from tests.paths import ROOT

WRONG = [
    ("NIGHT_MAIL_SMTP_URL", "smtp://mail.example:58x7"),
    ("NIGHT_MAIL_SMTP_URL", "smtp+tls//mail.example"),
    ("NIGHT_MAIL_SMTP_URL", "smtp+tls://"),
    ("NIGHT_MAIL_BROKER_URL", "redi://127.0.0.1/0"),
    ("NIGHT_MAIL_BROKER_URL", "redis://127.0.0.1:99999/0"),
    ("NIGHT_MAIL_CACHE_URL", "redis://127.0.0.1:abc/1"),
    ("DATABASE_URL", "postgres://127.0.0.1:543x/night_mail"),
    ("DATABASE_URL", "mysql://127.0.0.1/night_mail"),
    ("NIGHT_MAIL_URL", "night-mail.example"),
    ("NIGHT_MAIL_URL", "https://[night-mail"),
    ("NIGHT_MAIL_HOSTS", "https://night-mail.example/"),
    ("NIGHT_MAIL_TIME_ZONE", "Europe/Amsterdm"),
    ("NIGHT_MAIL_OPERATORS", "you-at-night-mail.example"),
    ("NIGHT_MAIL_STREAM_URL", "stream.night-mail.example"),
    ("NIGHT_MAIL_SENTRY_DSN", "a-key"),
    ("NIGHT_MAIL_KEEP_BACKUP_DAYS", "-1"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_command_says_in_a_sentence_which_variable_is_wrong(name: str, value: str) -> None:
    done = start("doctor", **{name: value})
    assert done.returncode == 1
    assert name in done.stderr
    assert ": write " in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "name", "value"),
    [
        (["-m", "ttr_site.healthcheck"], "NIGHT_MAIL_BIND", "127.0.0.1:80a"),
        (["-m", "celery", "--app", "ttr_site", "beat"], "NIGHT_MAIL_SMTP_URL", "smtp//mail"),
    ],
)
def test_other_processes_say_it_too(command: list[str], name: str, value: str) -> None:
    script = Path(sys.executable).with_name("celery")
    words = [str(script), *command[2:]] if "celery" in command else [sys.executable, *command]
    done = subprocess.run(
        words, cwd=ROOT, env={**os.environ, **PRODUCTION, name: value},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert name in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_database_that_is_away_is_a_sentence() -> None:
    done = start("migrate", DATABASE_URL="postgres://post@127.0.0.1:1/night_mail")
    assert done.returncode == 1
    assert "DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_mail_server_that_is_away_is_a_sentence() -> None:
    wrong = "smtp://post:very-hush@127.0.0.1:1"
    done = start("sendtestemail", "you@night-mail.example", NIGHT_MAIL_SMTP_URL=wrong)
    assert "NIGHT_MAIL_SMTP_URL" in done.stderr
    assert "Traceback" not in done.stderr
    assert "very-hush" not in done.stderr


@pytest.mark.slow
def test_a_variable_that_nothing_reads_is_named_with_the_nearest_that_there_is() -> None:
    done = start("check", NIGHT_MAIL_WEB_WORKRES="3")
    assert done.returncode == 0
    assert "Nothing reads the variable NIGHT_MAIL_WEB_WORKRES." in done.stderr
    assert "Did you mean NIGHT_MAIL_WEB_WORKERS?" in done.stderr
    assert "Nothing reads" not in start("check", NIGHT_MAIL_STREAM_BIND="127.0.0.1:8001").stderr


@pytest.mark.slow
def test_missing_pages_of_law_are_named(tmp_path: Path) -> None:
    (tmp_path / "privacy.nl.md").write_text("Wij bewaren weinig.")
    done = start("check", "--deploy", NIGHT_MAIL_PAGES=str(tmp_path))
    assert "The site has no page terms" in done.stderr
    assert "The site has no page privacy" not in done.stderr
