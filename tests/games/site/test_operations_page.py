"""The page for operators, the settings, compose, the units of systemd: they say the same."""

from __future__ import annotations

import re
import secrets
import shlex
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from games.api.stream.app import THREADS
from games.scheduler.retention import RETENTION
from tests.games.site.test_settings import PRODUCTION, start
from tests.paths import ROOT
from ttr_site.celery import app
from ttr_site.observing import FOR_MACHINES

VARIABLE = re.compile(r"\b(?:NIGHT_MAIL|DATABASE)_[A-Z_]*[A-Z]\b")


def variables(*paths: Path) -> set[str]:
    return {name for path in paths for name in VARIABLE.findall(path.read_text())}


def test_the_page_for_operators_names_every_variable_and_no_other() -> None:
    read = variables(*(ROOT / "ttr_site").glob("*.py"))
    told = variables(ROOT / "docs" / "operations.md")
    assert read == told


def test_the_compose_file_sets_only_variables_that_are_read() -> None:
    read = variables(*(ROOT / "ttr_site").glob("*.py"))
    assert variables(ROOT / "docker-compose.yml", ROOT / "Dockerfile") <= read


PAGE = (ROOT / "docs" / "operations.md").read_text()
COMPOSED = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
UNITS = {path.stem: path.read_text() for path in (ROOT / "deploy" / "systemd").glob("*.service")}


def test_the_compose_file_passes_every_variable_that_the_page_names() -> None:
    ours = [one for one in COMPOSED.values() if one["image"] == "night-mail"]
    assert len(ours) >= 5
    for service in ours:
        assert variables(ROOT / "docs" / "operations.md") <= set(service["environment"])


@pytest.mark.parametrize("process", ["web", "worker", "bots", "beat", "mailgate", "stream"])
def test_page_compose_and_units_start_a_process_alike(process: str) -> None:
    row = re.search(rf"(?m)^\| {process} \|[^|]*\| `([^`]+)`", PAGE)
    assert row
    told = shlex.split(row[1])
    started = re.search(
        r"(?m)^ExecStart=/srv/night-mail/venv/bin/(.+)$", UNITS[f"night-mail-{process}"]
    )
    assert started
    assert shlex.split(started[1])[: len(told)] == told
    image = re.search(r"(?m)^CMD \[(.*)\]", (ROOT / "Dockerfile").read_text())
    assert image
    composed = COMPOSED[process].get("command") or re.findall(r'"([^"]*)"', image[1])
    # A container has no folder for a state of its own.
    places = {"/var/lib/night-mail/beat": "/tmp/beat"}  # noqa: S108
    assert composed[: len(told)] == [places.get(word, word) for word in told]


def test_a_worker_has_the_time_to_end_that_the_page_promises() -> None:
    seconds = re.search(r"Let workers have (\d+) seconds to end", PAGE)
    assert seconds
    assert COMPOSED["worker"]["stop_grace_period"] == f"{seconds[1]}s"
    assert f"TimeoutStopSec={seconds[1]}\n" in UNITS["night-mail-worker"]


@pytest.mark.slow
def test_the_example_of_variables_starts_a_site_once_it_has_a_key() -> None:
    lines = (ROOT / "deploy" / "night-mail.env").read_text().splitlines()
    given = dict(shlex.split(line)[0].split("=", 1) for line in lines if line and line[0] != "#")
    assert set(given) <= variables(ROOT / "docs" / "operations.md")
    unset = dict.fromkeys(PRODUCTION, "")
    without = start("check", **{**unset, **given})
    assert "NIGHT_MAIL_SECRET_KEY" in without.stderr
    given["NIGHT_MAIL_SECRET_KEY"] = secrets.token_urlsafe(50)
    done = start("check", **{**unset, **given})
    assert done.returncode == 0, done.stderr


def test_every_file_and_every_command_that_the_page_names_is_there() -> None:
    files = {name.rstrip("/*") for name in re.findall(r"(?:^|[ /`])(deploy/[\w./*-]+)", PAGE)}
    assert len(files) >= 4
    assert {name for name in files if not (ROOT / name).exists()} == set()
    known = set(get_commands())
    commands = re.findall(r"(?m)^ +night-mail ([a-z_]+)", PAGE)
    commands += re.findall(r"`night-mail ([a-z_]+)", PAGE)
    assert len(commands) >= 6
    assert set(commands) <= known
    units = set(re.findall(r"\b(night-mail(?:-[a-z]+)?\.(?:target|timer|service))\b", PAGE))
    assert {one for one in units if not (ROOT / "deploy" / "systemd" / one).exists()} == set()


def test_the_page_begins_with_a_first_installation_in_the_order_that_works() -> None:
    titles = re.findall(r"(?m)^## (.+)$", PAGE)
    assert titles[0] == "A first installation"
    first = PAGE.split("\n## ")[1]
    steps = ["createdb", "night-mail.env", "night-mail migrate", "night-mail collectstatic"]
    steps += ["night-mail createsuperuser", "systemctl enable", "Caddyfile", "/healthz"]
    places = [first.index(step) for step in steps]
    assert places == sorted(places)


# How the table of What is kept calls the rows of each model that the worker lets go.
KEPT_AS = {
    "sessions.Session": "sessions",
    "games.ApiToken": "tokens of the API",
    "games.AccountMail": "mails about accounts|lines about their mails",
    "games.EmailInvitation": "invitations by email",
    "games.Delivery": "calls of webhooks, push messages",
    "games.InboundMail": "lines about mails that came in",
    "games.ReplyAddress": "addresses that answers go to",
    "games.GameSession": "sessions for one game",
    "games.DeviceTrace": "traces of devices",
    "games.SignIn": "devices that are signed in",
    "games.Fault": "faults of the program",
    "games.Guest": "guests",
    "games.Notice": "notices of games that are over",
    "games.Mail": "lines about mails,",
    "games.Submission": "answers to moves",
    "games.Bounce": "bounces",
    "games.Hint": "hints",
    "games.Animation": "animations",
    "games.Review": "reviews",
    "games.Collection": "files of records that people have asked for",
    "games.CheckedRecord": "records that somebody has uploaded",
    "games.Alarm": "alarms that are over",
    "games.Wish": "wishes for a table",
}
OF_DEVELOPMENT = {"games.LoginLink", "games.CaughtMail"}


def test_the_page_tells_of_all_that_the_worker_lets_go_and_when() -> None:
    table = PAGE.partition("## What is kept, and for how long")[2].partition("\n### ")[0]
    rows = re.findall(r"(?m)^\| (.+?) \| (.+) \|$", table)
    for one in RETENTION:
        if one.model in OF_DEVELOPMENT:
            continue
        told = [when for what, when in rows if re.search(KEPT_AS[one.model], what)]
        days = None if one.age is None else one.age.days
        time = "NIGHT_MAIL_KEEP_DAYS" if days is None else f"{days} day" if days else "expire"
        assert any(time in when for when in told), (one.model, told)


def test_the_page_lets_a_proxy_ask_whether_requests_may_be_sent() -> None:
    part = PAGE.partition("## Several machines")[2].partition("\n### ")[0]
    asked = re.search(r"(?m)^\| web \|.*Let the proxy ask each host's `(/\w+)`", part)
    assert asked
    assert asked[1] in FOR_MACHINES


def test_the_page_counts_the_connections_of_the_streams() -> None:
    part = PAGE.partition("### Connections to the database")[2]
    told = re.search(r"(?m)^\| stream \| (\d+) at most", part)
    assert told
    assert int(told[1]) == THREADS


def late_rules() -> list[dict[str, str]]:
    """The rules of Prometheus about jobs that have not ended well for long."""
    text = (ROOT / "deploy" / "prometheus" / "alarms.yml").read_text()
    (group,) = yaml.safe_load(text)["groups"]
    return [one for one in group["rules"] if "night_mail_job_age_seconds" in one["expr"]]


def test_a_rule_rings_for_each_job_of_the_beat_once_two_of_its_runs_are_missing() -> None:
    periods = {
        str(entry["task"]).removeprefix("games."): entry["schedule"] * 60 / settings.SWEEP_SECONDS
        for entry in app.conf.beat_schedule.values()
    }
    named = []
    for rule in late_rules():
        found = re.search(r'\{job=~"([a-z_|]+)"\}\) > (\d+)$', rule["expr"])
        assert found
        for job in found[1].split("|"):
            named.append(job)
            assert periods.get(job, 0) * 2 <= int(found[2]), job
    assert sorted(named) == sorted(periods)


def test_the_page_tells_the_times_of_the_rules_about_late_jobs() -> None:
    rules = late_rules()
    assert len(rules) >= 2
    for rule in rules:
        row = re.search(rf"(?m)^\| `{rule['alert']}` \|([^|]*)\|", PAGE)
        assert row
        seconds = int(rule["expr"].rpartition(" > ")[2])
        assert f"over {seconds // 60} minutes" in row[1]
        assert f"for {rule['for'].removesuffix('m')} minutes" in row[1]


def test_the_worker_stops_last_and_starts_first() -> None:
    for name in ("web", "beat", "mailgate", "stream"):
        after = re.search(r"(?m)^After=(.+)$", UNITS[f"night-mail-{name}"])
        assert after
        assert "night-mail-worker.service" in after[1].split()
        assert "PartOf=night-mail.target" in UNITS[f"night-mail-{name}"]
