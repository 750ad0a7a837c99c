"""While the database is away, users get an error that says so, and operators are not flooded."""

from __future__ import annotations

import os
import subprocess
import sys

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, IntegrityError, OperationalError
from django.test import Client
from django.utils.timezone import now
from psycopg_pool import PoolTimeout

from games.accounts.models import Scope
from games.accounts.tokens import create_token
from games.common.database_away import is_away
from games.people.models import Person
from games.tables.models import Game
from tests.paths import ROOT
from ttr_site.log_lines import Line

pytestmark = pytest.mark.django_db
VISITOR = Client(raise_request_exception=False)


def wrapped(inner: Exception, outer: type[DatabaseError] = OperationalError) -> DatabaseError:
    """An error as Django wraps it."""
    error = outer(*inner.args)
    error.__cause__ = inner
    return error


@pytest.fixture(params=["refused", "no place in the pool"])
def away(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that lets nobody in; what a refusal says comes from PostgreSQL's own client."""
    if request.param == "refused":
        with pytest.raises(psycopg.OperationalError) as found:
            psycopg.connect("host=127.0.0.1 port=1 user=nobody connect_timeout=1")
        error = wrapped(found.value)
    else:
        error = wrapped(PoolTimeout("couldn't get a connection after 5.00 sec"))

    def refuse(*args: object, **options: object) -> object:
        raise error

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", refuse)


@pytest.fixture
def signed_in(alice: Person) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    return client


def test_a_page_says_so_in_the_language_of_the_browser(
    signed_in: Client, away: None, caplog: pytest.LogCaptureFixture
) -> None:
    answer = signed_in.get("/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "cannot reach its records" in answer.content.decode()
    assert "your request" not in answer.content.decode().lower()
    dutch = signed_in.get("/", headers={"Accept-Language": "nl"})
    assert 'lang="nl"' in dutch.content.decode()
    assert "niet bij zijn gegevens" in dutch.content.decode()
    # One line for each request, and none that goes to the operators by mail.
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2
    assert [record.exc_info for record in caplog.records] == [None] * 2
    assert "\n" not in Line().format(caplog.records[0])


def test_a_form_that_reached_no_view_was_not_carried_out(
    signed_in: Client, table: Game, away: None
) -> None:
    answer = signed_in.post(f"/games/{table.code}/act/", {"text": "draw blind"})
    assert answer.status_code == 503
    assert "was not carried out" in answer.content.decode()


def test_of_a_form_that_was_at_work_nobody_can_say(
    signed_in: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(*args: object, **options: object) -> object:
        raise wrapped(psycopg.errors.AdminShutdown("terminating connection"))

    monkeypatch.setattr("games.web.settings.views_account.set_preference", break_off)
    answer = signed_in.post("/settings/theme/", {"theme": "dark"})
    assert answer.status_code == 503
    assert "uncertain whether" in answer.content.decode()


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (wrapped(psycopg.OperationalError("server closed the connection")), 503, "uncertain"),
        (DatabaseError("Forced update did not affect any rows."), 400, "could not read"),
    ],
)
def test_a_session_that_cannot_be_stored_has_not_been_ended_elsewhere(
    signed_in: Client,
    monkeypatch: pytest.MonkeyPatch,
    error: DatabaseError,
    status: int,
    words: str,
) -> None:
    """Found by `make faults`: who had moved as the first thing of a day was told nonsense."""

    def break_off(*args: object, **options: object) -> object:
        raise error

    monkeypatch.setattr("django.contrib.sessions.models.Session.save", break_off)
    answer = signed_in.post("/settings/theme/", {"theme": "dark"})
    assert (answer.status_code, words in answer.content.decode()) == (status, True)


@pytest.fixture
def token(alice: Person) -> str:
    scopes = [scope.value for scope in Scope]
    return create_token(person=alice, name="t", scopes=scopes, days=7, now=now())[1]


def test_a_program_gets_a_problem(token: str, table: Game, away: None) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    answer = VISITOR.get("/api/v1/me/", headers=headers)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["type"].endswith("#problem-out-of-service")
    assert answer.json()["detail"].endswith("Try again later.")
    moves = f"/api/v1/games/{table.code}/moves/"
    posted = VISITOR.post(moves, {}, "application/json", headers=headers)
    assert posted.status_code == 503
    assert posted.json()["detail"].endswith("look before you send it again.")
    dutch = VISITOR.get("/api/v1/me/", headers={**headers, "Accept-Language": "nl"})
    assert dutch.json()["title"] == "De site is buiten dienst"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (wrapped(psycopg.OperationalError("connection refused")), True),
        (wrapped(PoolTimeout("no connection")), True),
        (wrapped(psycopg.errors.AdminShutdown("it goes down")), True),
        (wrapped(psycopg.errors.CannotConnectNow("it comes up")), True),
        (wrapped(psycopg.errors.TooManyConnections("too many")), True),
        (wrapped(psycopg.errors.QueryCanceled("too slow")), False),
        (wrapped(psycopg.errors.DeadlockDetected("deadlock")), False),
        (wrapped(psycopg.errors.UniqueViolation("twice"), IntegrityError), False),
        (OperationalError("out of nothing"), False),
        (ImproperlyConfigured("a fault"), False),
        (None, False),
    ],
)
def test_only_a_database_that_does_not_answer_is_away(
    error: Exception | None, expected: bool
) -> None:
    assert is_away(error) is expected


def test_a_fault_of_a_question_stays_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **options: object) -> object:
        raise wrapped(psycopg.errors.QueryCanceled("too slow"))

    monkeypatch.setattr("games.web.site.views.render", fail)
    assert VISITOR.get("/").status_code == 500


ASK = """
import django; django.setup()
from django.test import Client
visitor = Client(raise_request_exception=False)
visitor.cookies["sessionid"] = "x" * 32
answer = visitor.post("/settings/theme/", {"theme": "dark"}, headers={"host": "localhost"})
print(answer.status_code, "was not carried out" in answer.content.decode())
"""


@pytest.mark.slow
def test_a_process_whose_database_refuses_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
            "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["503", "True"], done.stderr
    assert "WARNING ttr_site.errors: The database does not answer" in done.stderr
    assert "ERROR" not in done.stderr
