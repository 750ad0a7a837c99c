"""The metrics: a page for requests with the secret, with the figures of the site."""

from __future__ import annotations

import json
import math
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils.timezone import now
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

import engine
from engine.actions import Draw
from games.clock.models import Alarm, Heartbeat
from games.common.metrics import COUNTED
from games.log.due import note_changed_games
from games.log.models import LogProof
from games.log.proofs import prove_due_logs
from games.notifications.models import Mail, Notice
from games.operators.state_metrics import StateCollector
from games.people.models import Person
from games.players import update_reliability
from games.tables.models import Game
from games.tasks import sweep_deadlines
from tests.fixtures.games import NOW, Starter, act
from tests.fixtures.mail import Inbox
from tests.paths import ROOT

SECRET = "0123456789abcdef-metrics"
Samples = dict[tuple[str, tuple[str, ...]], float]


@pytest.fixture(autouse=True)
def _with_secret(settings: Settings) -> None:
    settings.METRICS_SECRET = SECRET


def scrape(**headers: str) -> Samples:
    """All samples by name and values of labels, in the order of the labels' names."""
    page = Client(headers={"Authorization": f"Bearer {SECRET}", **headers}).get("/metrics")
    assert page.status_code == 200
    return {
        (sample.name, tuple(value for _name, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(page.content.decode())
        for sample in family.samples
    }


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", f"Basic {SECRET}", SECRET])
def test_nobody_without_the_secret_sees_that_there_is_a_page(given: str) -> None:
    answer = Client(headers={"Authorization": given} if given else {}).get("/metrics")
    assert answer.status_code == 404
    assert b"night_mail" not in answer.content


def test_without_a_secret_on_the_site_there_is_no_page(settings: Settings) -> None:
    settings.METRICS_SECRET = ""
    assert Client(headers={"Authorization": "Bearer "}).get("/metrics").status_code == 404


@pytest.mark.django_db
def test_prometheus_may_ask_by_the_address_of_the_machine(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["night-mail.example"]
    settings.SECURE_SSL_REDIRECT = True
    assert scrape(Host="10.0.0.7:8000")["night_mail_database_up", ()] == 1


@pytest.mark.django_db
def test_requests_are_counted_by_the_name_of_their_address(client: Client) -> None:
    one, none = ("GET", "200", "lobby"), ("GET", "404", "none")
    before = scrape()
    client.get("/lobby/")
    client.get("/lobby/?q=alice@example.org")
    client.get("/no-such-page/")
    after = scrape()
    assert (
        after["night_mail_requests_total", one] - before.get(("night_mail_requests_total", one), 0)
        == 2
    )
    assert (
        after["night_mail_requests_total", none]
        - before.get(("night_mail_requests_total", none), 0)
        == 1
    )
    assert after["night_mail_request_seconds_count", ("lobby",)] >= 2


@pytest.mark.django_db
def test_moves_are_counted_when_they_are_committed(
    table: Game, django_capture_on_commit_callbacks: object
) -> None:
    key = ("night_mail_moves_total", ("usa", "player"))
    before = scrape().get(key, 0)
    act(table, 0, Draw("blind"))
    assert scrape().get(key, 0) == before
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        act(table, 0, Draw("blind"))
    assert scrape()[key] == before + 1


@pytest.mark.django_db
def test_mails_games_and_lag_are_those_of_the_rows(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    begin(alice, bob)
    before = scrape()
    assert before["night_mail_games", ("running",)] == 1
    assert before["night_mail_waiting", ("notices",)] == Notice.objects.count() > 0
    # They have waited since the start of the game.
    late = (now() - NOW).total_seconds()
    assert before["night_mail_outbox_lag_seconds", ("notices",)] == pytest.approx(late, abs=60)
    inbox()
    after = scrape()
    assert after["night_mail_mails", ("game", "sent")] == Mail.objects.count() > 0
    assert after["night_mail_outbox_lag_seconds", ("notices",)] == 0


@pytest.mark.django_db
def test_the_age_of_a_sweep_and_an_alarm_can_be_seen() -> None:
    assert ("night_mail_job_age_seconds", ("sweep",)) not in scrape()
    Heartbeat.objects.create(job="sweep", at=now() - timedelta(minutes=10))
    Alarm.objects.create(what="sweep", since=now(), raised_at=now())
    found = scrape()
    assert found["night_mail_job_age_seconds", ("sweep",)] == pytest.approx(600, abs=30)
    assert found["night_mail_overdue_seconds", ("sweep",)] == pytest.approx(600, abs=30)
    assert found["night_mail_alarm", ("sweep",)] == 1
    assert found["night_mail_alarm", ("mail",)] == 0


@pytest.mark.django_db
def test_a_task_is_counted_and_leaves_a_heartbeat() -> None:
    key = ("night_mail_tasks_total", ("success", "sweep_deadlines"))
    before = scrape().get(key, 0)
    sweep_deadlines.apply()
    assert scrape()[key] == before + 1
    assert Heartbeat.objects.filter(job="sweep_deadlines").exists()


@pytest.mark.django_db
def test_without_the_database_the_counts_are_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(self: object, *args: object, **options: object) -> object:
        raise OperationalError("away")

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", away)
    monkeypatch.setattr(connection, "is_usable", lambda: False)
    found = scrape()
    assert found["night_mail_database_up", ()] == 0
    assert found["night_mail_metric_unread", ("games",)] == 1
    assert any(name == "night_mail_requests_total" for name, _labels in found)


@pytest.mark.django_db
def test_one_metric_that_fails_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object) -> object:
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM no_such_table")
        raise AssertionError

    monkeypatch.setattr(StateCollector, "_waiting", fail)
    found = scrape()
    assert found["night_mail_database_up", ()] == 1
    assert found["night_mail_metric_unread", ("waiting",)] == 1
    assert found["night_mail_metric_unread", ("mails",)] == 0
    assert ("night_mail_games", ("running",)) in found


@pytest.mark.django_db
def test_a_slow_metric_is_given_up_and_the_database_still_counts_as_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no timeout for a statement.")

    def sleep(self: object) -> object:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(1)")
            cursor.execute("SELECT pg_sleep(60)")
        raise AssertionError

    monkeypatch.setattr(StateCollector, "_waiting", sleep)
    began = time.monotonic()
    found = scrape()
    assert time.monotonic() - began < 4
    assert found["night_mail_database_up", ()] == 1
    assert found["night_mail_metric_unread", ("waiting",)] == 1
    assert ("night_mail_games", ("running",)) in found


@pytest.mark.django_db
def test_games_and_mails_are_counted_by_an_index(
    django_assert_max_num_queries: Callable[[int], AbstractContextManager[Any]],
) -> None:
    with django_assert_max_num_queries(80) as asked:
        scrape()
    counts = [query["sql"] for query in asked if "GROUP BY" in query["sql"]]
    assert len(counts) == 3
    assert all("COUNT(*)" in sql for sql in counts)


@pytest.mark.django_db
def test_the_age_of_the_last_backup_can_be_seen() -> None:
    assert ("night_mail_backup_age_seconds", ()) not in scrape()
    Heartbeat.objects.create(job="backup", at=now() - timedelta(hours=30))
    found = scrape()
    assert found["night_mail_backup_age_seconds", ()] == pytest.approx(30 * 3600, abs=30)
    assert ("night_mail_job_age_seconds", ("backup",)) not in found


@pytest.mark.django_db
def test_what_has_not_happened_yet_is_there_at_zero_and_jobs_that_never_ran_are_endlessly_old() -> (
    None
):
    found = scrape()
    for board in engine.board_names():
        assert ("night_mail_moves_total", (board, "clock")) in found
    assert ("night_mail_tasks_total", ("failure", "prove_logs")) in found
    assert ("night_mail_errors_total", ("games.scheduler.sweep",)) in found
    assert ("night_mail_requests_total", ("GET", "500", "none")) in found
    assert found["night_mail_job_age_seconds", ("prove_logs",)] == math.inf
    Heartbeat.objects.create(job="prove_logs", at=now() - timedelta(minutes=10))
    Heartbeat.objects.create(job="beat 0123abcd", at=now())
    found = scrape()
    assert found["night_mail_job_age_seconds", ("prove_logs",)] == pytest.approx(600, abs=30)
    assert ("night_mail_job_age_seconds", ("beat 0123abcd",)) not in found


@pytest.mark.django_db
def test_logs_that_wait_to_be_counted_and_proved_can_be_seen(
    begin: Starter, alice: Person, bob: Person
) -> None:
    begin(alice, bob)
    assert scrape()["night_mail_waiting", ("changed_games",)] == 1
    note_changed_games(now=now() - timedelta(hours=5))
    found = scrape()
    assert found["night_mail_waiting", ("conduct",)] == 1
    assert found["night_mail_waiting", ("proofs",)] == 1
    assert found["night_mail_overdue_seconds", ("conduct",)] == pytest.approx(5 * 3600, abs=30)
    update_reliability(now=now())
    prove_due_logs(now=now())
    found = scrape()
    assert found["night_mail_waiting", ("conduct",)] == 0
    assert found["night_mail_waiting", ("proofs",)] == 0
    LogProof.objects.update(tried_at=now() - timedelta(days=31))
    assert scrape()["night_mail_waiting", ("old_proofs",)] == 1


@pytest.mark.django_db
def test_the_free_space_of_the_disks_of_this_machine_can_be_seen() -> None:
    found = scrape()
    size = found["night_mail_disk_size_bytes", ("temporary",)]
    assert 0 < found["night_mail_disk_free_bytes", ("temporary",)] <= size


COUNT = """
import os, sys
os.environ["NIGHT_MAIL_METRICS_DIR"] = sys.argv[1]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
from games.common.metrics import MOVES, counted_registry
for _ in range(100):
    MOVES.labels("usa", "player").inc()
if len(sys.argv) > 2:
    child = os.fork()
    if child == 0:
        for _ in range(10):
            MOVES.labels("usa", "player").inc()
        os._exit(0)
    os.waitpid(child, 0)
labels = {"board": "usa", "by": "player"}
print(counted_registry().get_sample_value("night_mail_moves_total", labels))
"""


@pytest.mark.slow
def test_counts_of_processes_add_up_and_outlive_them(tmp_path: Path) -> None:
    def count(*more: str) -> float:
        done = subprocess.run(
            [sys.executable, "-c", COUNT, str(tmp_path / "counts"), *more],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return float(done.stdout)

    assert count() == 100
    assert count("fork") == 210
    assert count() == 310
    # Those that came later took the places of those that had ended; the child had one of its own.
    assert len(list((tmp_path / "counts").glob("counter_*.db"))) == 2


COUNT_MANY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
sys.argv[2:] = sys.argv[3:]
from games.common.metrics import REQUESTS
for number in range(2000):
    REQUESTS.labels("GET", f"view-{number}", 200).inc()
"""


@pytest.mark.slow
@pytest.mark.parametrize("fork", [(), ("fork",)])
@pytest.mark.parametrize("most_bytes", [1, 32 * 1024, 128 * 1024])
def test_a_process_whose_folder_is_full_counts_for_itself_and_says_so_once(
    tmp_path: Path, most_bytes: int, fork: tuple[str, ...]
) -> None:
    # A limit on the size of files refuses space as a full disk does.
    head, _import, rest = COUNT.partition("from games")
    done = subprocess.run(
        [sys.executable, "-c", head + COUNT_MANY + _import + rest, str(tmp_path), str(most_bytes),
         *fork],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert float(done.stdout) == 100
    assert done.stderr.count("Metrics are counted by process") == 1


@pytest.mark.slow
def test_a_command_runs_though_the_folder_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT, capture_output=True, text=True, check=True,
        env={**os.environ, "NIGHT_MAIL_METRICS_DIR": str(tmp_path / "a file" / "counts")},
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.stderr.count("Metrics are counted by process") == 1


@pytest.mark.slow
def test_workers_of_gunicorn_that_are_renewed_lose_no_count(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path}/site.sqlite3",
        "NIGHT_MAIL_BIND": f"127.0.0.1:{port}",
        "NIGHT_MAIL_WEB_WORKERS": "2",
        "NIGHT_MAIL_METRICS_DIR": str(tmp_path / "counts"),
        "NIGHT_MAIL_METRICS_SECRET": SECRET,
    }
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=env, check=True)
    serve = ["-m", "gunicorn", "ttr_site.wsgi", "--config", "python:ttr_site.gunicorn"]
    limits = ["--max-requests", "7", "--max-requests-jitter", "0"]
    with subprocess.Popen(
        [sys.executable, *serve, *limits], cwd=ROOT, env=env, stderr=subprocess.DEVNULL
    ) as server:
        try:
            asked = sum(ask(port, "/lobby/") == 200 for _ in range(40))
            page = urllib.request.Request(
                f"http://127.0.0.1:{port}/metrics", headers={"Authorization": f"Bearer {SECRET}"}
            )
            with urllib.request.urlopen(page) as answer:  # noqa: S310
                text = answer.read().decode()
        finally:
            server.terminate()
    assert asked == 40
    counted = re.search(r'requests_total\{method="GET",status="200",view="lobby"\} (\S+)', text)
    assert counted
    assert float(counted[1]) == 40
    # At most as many files as processes lived at a time: two, their master, and one that ended.
    assert len(list((tmp_path / "counts").glob("counter_*.db"))) <= 4


def ask(port: int, path: str) -> int:
    """The status of a page; a server that is just starting is asked again."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
                return int(answer.status)
        except ConnectionError:
            time.sleep(0.2)
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionError):
                raise
            time.sleep(0.2)
    raise AssertionError("nobody answers")


def names() -> set[str]:
    """The names under which Prometheus knows what the site has, without samples of buckets."""
    known = set()
    for metric in COUNTED:
        for family in metric.describe():
            ends = ("_bucket", "_sum", "_count") if family.type == "histogram" else ("_total",)
            known |= {family.name + end for end in ends}
    return known | {family.name for family in StateCollector(now()).collect()}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["deploy/grafana/dashboard.json", "deploy/prometheus/alarms.yml", "docs/operations.md"]
)
def test_every_metric_that_is_named_exists(path: str) -> None:
    text = (ROOT / path).read_text()
    named = set(re.findall(r"\bnight_mail_[a-z_]+[a-z]\b", text)) - {"night_mail_compare"}
    assert len(named) > 5
    assert named - names() == set()


@pytest.mark.django_db
def test_the_dashboard_shows_every_metric() -> None:
    board = json.loads((ROOT / "deploy" / "grafana" / "dashboard.json").read_text())
    shown = " ".join(
        target["expr"] for panel in board["panels"] for target in panel.get("targets", [])
    )
    missing = {
        name
        for name in names()
        if name not in shown and not name.endswith(("_sum", "_count", "_bucket"))
    }
    assert missing == set()
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


@pytest.mark.django_db
def test_the_alarms_are_rules_as_prometheus_reads_them() -> None:
    yaml = pytest.importorskip("yaml")
    text = (ROOT / "deploy" / "prometheus" / "alarms.yml").read_text()
    (group,) = yaml.safe_load(text)["groups"]
    told = (ROOT / "docs" / "operations.md").read_text()
    for rule in group["rules"]:
        assert set(rule) <= {"alert", "expr", "for", "annotations"}
        assert re.findall(r"night_mail_\w+", rule["expr"])
        assert re.fullmatch(r"\d+[mh]", rule.get("for", "1m"))
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["expr"].count("(") == rule["expr"].count(")")
        assert f"`{rule['alert']}`" in told
