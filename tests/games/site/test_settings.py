from __future__ import annotations

import os
import runpy
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.paths import ROOT
from ttr_site.env import Env, database
from ttr_site.mail import mail_settings

PRODUCTION = {
    "NIGHT_MAIL_MODE": "production",
    "NIGHT_MAIL_SECRET_KEY": "the-lamp-of-the-engine-lights-four-hundred-sleepers",
    "NIGHT_MAIL_HOSTS": "night-mail.example",
    "NIGHT_MAIL_BROKER_URL": "redis://127.0.0.1/0",
    "NIGHT_MAIL_CACHE_URL": "redis://127.0.0.1/1",
    "NIGHT_MAIL_FROM": "Night Mail <post@night-mail.example>",
    "DATABASE_URL": "postgres://post@127.0.0.1/night_mail",
    "NIGHT_MAIL_SMTP_URL": "smtp+tls://post:secret@mail.example",
}


def start(*command: str, **changes: str) -> subprocess.CompletedProcess[str]:
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    variables = {**keep, **PRODUCTION, **changes}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={name: value for name, value in variables.items() if value},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NIGHT_MAIL_SECRET_KEY", ""),
        ("NIGHT_MAIL_SECRET_KEY", "short"),
        ("NIGHT_MAIL_DEBUG", "1"),
        ("NIGHT_MAIL_HOSTS", ""),
        ("NIGHT_MAIL_HOSTS", "*"),
        ("NIGHT_MAIL_LEAGUE_FOUNDERS", "everyone"),
        ("NIGHT_MAIL_BROKER_URL", ""),
        ("NIGHT_MAIL_CACHE_URL", ""),
        ("NIGHT_MAIL_CACHE_URL", "memcached://127.0.0.1"),
        ("NIGHT_MAIL_WEB_WORKERS", "0"),
        ("DATABASE_POOL_MAX", "-1"),
        ("DATABASE_POOL_MAX", "many"),
        ("DATABASE_POOL_MIN", "7"),
        ("NIGHT_MAIL_SMTP_URL", ""),
        ("NIGHT_MAIL_URL", "http://night-mail.example"),
        ("DATABASE_URL", ""),
        ("NIGHT_MAIL_FROM", ""),
        ("NIGHT_MAIL_FROM", "Night Mail <post@localhost>"),
        ("NIGHT_MAIL_FROM", "post@host.localdomain"),
        ("NIGHT_MAIL_FROM", "Night Mail"),
        ("NIGHT_MAIL_FROM", "Night Mail <post>"),
        ("NIGHT_MAIL_INVITATIONS_FROM", "invitations@localhost"),
        ("NIGHT_MAIL_LOG_LEVEL", "purple"),
        ("NIGHT_MAIL_KEEP_DAYS", "30"),
        ("NIGHT_MAIL_KEEP_TEXT_DAYS", "0"),
        ("NIGHT_MAIL_WORKER_NICE", "-1"),
        ("NIGHT_MAIL_WORKER_NICE", "20"),
        ("NIGHT_MAIL_WORKER_NICE", "much"),
        ("NIGHT_MAIL_URL", "https://nachtpöst.example"),
        ("NIGHT_MAIL_MAIL_DOMAIN", "nachtpöst.example"),
    ],
)
def test_production_refuses_to_start_without(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in [name for name in os.environ if name.startswith("NIGHT_MAIL_")]:
        monkeypatch.delenv(variable)
    for variable, given in {**PRODUCTION, name: value}.items():
        monkeypatch.setenv(variable, given)
    monkeypatch.setattr("logging.captureWarnings", lambda capture: None)
    with pytest.raises(ImproperlyConfigured) as refusal:
        runpy.run_path(str(ROOT / "ttr_site" / "settings.py"))
    assert name in str(refusal.value).strip().splitlines()[-1]


def test_a_command_ends_with_what_the_settings_refuse() -> None:
    result = start("check", NIGHT_MAIL_SECRET_KEY="short")
    assert result.returncode != 0
    assert "NIGHT_MAIL_SECRET_KEY" in result.stderr.strip().splitlines()[-1]


def test_a_variable_that_is_empty_counts_as_unset() -> None:
    env = Env({"A": "", "B": ""})
    assert env.text("A", "x") == "x"
    assert env.integer("B", 3) == 3
    assert env.boolean("B", True)


@pytest.mark.slow
def test_one_web_process_needs_no_shared_cache() -> None:
    result = start("check", NIGHT_MAIL_CACHE_URL="", NIGHT_MAIL_WEB_WORKERS="1")
    assert result.returncode == 0, result.stderr


def test_several_web_processes_do_not_start_without_one_wherever_they_were_asked_for() -> None:
    """gunicorn's own option wins over our variable."""
    variables = {**PRODUCTION, "NIGHT_MAIL_WEB_WORKERS": "1", "NIGHT_MAIL_BIND": "127.0.0.1:0"}
    del variables["NIGHT_MAIL_CACHE_URL"]
    result = subprocess.run(
        [sys.executable, "-m", "gunicorn", "-c", "python:ttr_site.gunicorn", "--workers", "2",
         "ttr_site.wsgi"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )  # fmt: skip
    assert result.returncode != 0
    assert "NIGHT_MAIL_CACHE_URL" in result.stderr


@pytest.mark.slow
def test_production_starts_and_passes_djangos_own_check() -> None:
    result = start("check", "--deploy")
    assert result.returncode == 0, result.stderr
    # W005 and W021 ask to speak for the whole domain, which is the operator's to decide.
    warnings = {word for word in result.stderr.split() if word.startswith("(security.")}
    assert warnings <= {"(security.W005)", "(security.W021)"}, result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["demo", "serve"])
def test_production_makes_no_demo_people(command: str) -> None:
    result = start(command)
    assert result.returncode != 0
    assert "production" in result.stderr


@pytest.mark.parametrize(
    ("method", "value"), [("boolean", "maybe"), ("integer", "ten"), ("choice", "purple")]
)
def test_a_wrong_value_is_named(method: str, value: str) -> None:
    env = Env({"THE_NAME": value})
    arguments: dict[str, tuple[object, ...]] = {
        "boolean": (True,),
        "integer": (1,),
        "choice": (("red", "blue"), "red"),
    }
    with pytest.raises(ImproperlyConfigured, match="THE_NAME"):
        getattr(env, method)("THE_NAME", *arguments[method])


def test_a_database_address_may_hold_a_password_with_signs() -> None:
    described = database("postgres://ann:p%40ss%2F@[::1]:5433/night_mail?sslmode=require")
    assert described["PASSWORD"] == "p@ss/"
    assert described["HOST"] == "::1"
    assert described["OPTIONS"]["sslmode"] == "require"


def test_sqlite_waits_instead_of_failing() -> None:
    described = database("sqlite:////data/night-mail.sqlite3")
    assert described["NAME"] == "/data/night-mail.sqlite3"
    assert described["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


@pytest.mark.parametrize("url", ["mysql://localhost/x", "night-mail.sqlite3"])
def test_another_database_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database(url)


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://mail.example", 25, False, False),
        ("smtp+tls://mail.example", 587, True, False),
        ("smtps://mail.example", 465, False, True),
        ("smtp://mail.example:1025", 1025, False, False),
    ],
)
def test_the_address_of_the_mail_server(url: str, port: int, starttls: bool, tls: bool) -> None:
    described = mail_settings(url, production=True)
    assert described["EMAIL_PORT"] == port
    assert (described["EMAIL_USE_TLS"], described["EMAIL_USE_SSL"]) == (starttls, tls)


def test_a_mail_server_without_a_name_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="NIGHT_MAIL_SMTP_URL"):
        mail_settings("mail.example", production=True)
