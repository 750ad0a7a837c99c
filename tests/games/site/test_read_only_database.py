"""A database that takes no changes: requests get 503 with a page, and the process is not ready."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now
from psycopg import errors

from games.accounts.models import Scope
from games.accounts.tokens import create_token
from games.common.database_away import takes_no_changes
from games.operators import readiness
from games.people.models import Person

pytestmark = pytest.mark.django_db(transaction=True)


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@contextmanager
def read_only() -> Iterator[None]:
    """Let the database refuse changes, as a replica or a file without rights does."""
    if connection.vendor == "postgresql":
        turn = "SET default_transaction_read_only = {}"
    else:
        turn = "PRAGMA query_only = {}"
    execute(turn.format("on"))
    try:
        yield
    finally:
        execute(turn.format("off"))


@pytest.fixture
def visitor(alice: Person) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    return client


def test_a_form_that_cannot_be_saved_is_answered_with_503_and_what_to_do(visitor: Client) -> None:
    with read_only():
        answer = visitor.post(reverse("account_logout"))
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "30"
    page = answer.content.decode()
    assert "The site cannot save anything at the moment." in page
    assert "reload the page" in page
    assert "Traceback" not in page


def test_a_program_gets_a_problem(alice: Person) -> None:
    _row, token = create_token(
        person=alice, name="t", scopes=[one.value for one in Scope], days=7, now=now()
    )
    program = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {token}"})
    with read_only():
        answer = program.post(
            "/api/v1/lobby/", {"board": "usa", "seats": 2}, content_type="application/json"
        )
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert answer.json()["detail"].startswith("The site cannot save anything at the moment.")


@pytest.mark.parametrize(
    "cause", [errors.ReadOnlySqlTransaction("a row"), errors.DiskFull("a row"), "SQLITE_FULL"]
)
def test_a_full_disk_differs_from_other_errors(cause: Any) -> None:
    if cause == "SQLITE_FULL":
        cause = sqlite3.OperationalError("database or disk is full")
        cause.sqlite_errorname = "SQLITE_FULL"
    error = OperationalError("x")
    error.__cause__ = cause
    assert takes_no_changes(error)
    assert not takes_no_changes(DatabaseError("x"))


def test_a_process_with_a_read_only_database_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").json()["database"] == "up"
    monkeypatch.setattr(readiness, "is_read_only", lambda: True)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "read-only")


def test_a_program_that_is_older_than_its_database_is_not_ready(client: Client) -> None:
    assert client.get("/readyz").status_code == 200
    MigrationRecorder(connection).migration_qs.create(app="games", name="9999_to_come")
    try:
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["database"]) == (503, "ahead")
    finally:
        MigrationRecorder(connection).migration_qs.filter(name="9999_to_come").delete()


def test_whether_it_is_read_only_is_asked_of_the_database_itself() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("of SQLite the rights of its file say so")
    assert not readiness.is_read_only()
    with read_only():
        assert readiness.is_read_only()
