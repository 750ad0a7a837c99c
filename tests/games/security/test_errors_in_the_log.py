"""The text of an error may hold a hand: no line of the log and no mail about faults shows it."""

from __future__ import annotations

import io
import json
import logging
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from django.core import mail
from django.db import IntegrityError
from django.test import Client

import engine
from engine.bots import choose_action
from games import log, tasks
from games.clock.models import Heartbeat
from games.people.models import Person
from games.play import transaction
from tests.fixtures.faults import written_down
from tests.fixtures.games import NOW, Starter
from tests.games.site.test_settings import PRODUCTION
from tests.paths import ROOT
from ttr_site.log_lines import JsonLine, Line

pytestmark = pytest.mark.django_db(transaction=True)
CARD, TICKET = "purple", "matsumoto"
ROW = (
    f'new row violates it\nDETAIL:  Failing row contains (7, {{"card": "{CARD}", "{TICKET}": 1}}).'
)
HAND = {CARD: 3, TICKET: 1}
FAULTS: dict[str, Callable[[], Exception]] = {
    "a row": lambda: IntegrityError(ROW),
    "a key": lambda: KeyError(CARD),
    "a hand": lambda: ValueError(f"{HAND} is no hand", TICKET),
    "a note": lambda: _noted(RuntimeError(), f"while {HAND} was dealt"),
    "a group": lambda: ExceptionGroup(TICKET, [KeyError(CARD)]),
}
logger = logging.getLogger("games.test")


def _noted(error: Exception, note: str) -> Exception:
    error.add_note(note)
    return error


@pytest.fixture
def written(operators: None) -> Iterator[Callable[[], list[str]]]:
    """What a site writes from now on: its lines in both forms, and the mails about faults."""
    streams = [io.StringIO(), io.StringIO()]
    lines, objects = map(logging.StreamHandler, streams)
    # As a library may have it that formats the record first.
    spoiler = logging.StreamHandler(io.StringIO())
    spoiler.setFormatter(logging.Formatter())
    lines.setFormatter(Line())
    objects.setFormatter(JsonLine())
    handlers = [spoiler, lines, objects]
    loggers = [logging.getLogger(name) for name in ("", "django")]
    for one in loggers:
        one.handlers[:0] = handlers

    def read() -> list[str]:
        written_down()
        tasks.tell_operators()
        mails = [sent.subject + sent.body for sent in mail.outbox if "failed" in sent.body]
        return [*(stream.getvalue() for stream in streams), "\n".join(mails)]

    yield read
    for one in loggers:
        for handler in handlers:
            one.removeHandler(handler)


def failing(fault: Callable[[], Exception]) -> Callable[..., object]:
    """A function that fails while it deals with another error."""

    def fail(*args: object, **options: object) -> object:
        try:
            raise LookupError(str(HAND))
        except LookupError:
            raise fault()  # noqa: B904 (the other error is shown as its context)

    return fail


def check(texts: list[str], *names: str) -> None:
    """Look whether all texts say what has failed and where, and none what a hand holds."""
    for text in texts:
        for name in (*names, "LookupError", "test_errors_in_the_log.py", "in fail"):
            assert name in text
        assert [one for one in (CARD, TICKET, "DETAIL") if one in text] == []


@pytest.mark.parametrize("kind", FAULTS)
def test_an_error_in_the_middle_of_a_move_tells_no_hand(
    kind: str,
    written: Callable[[], list[str]],
    begin: Starter,
    alice: Person,
    bob: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = begin(alice, bob)
    state = log.load(game)
    (seat, decision), *_ = state.decision_seqs.items()
    view = engine.view(state, seat)
    move = engine.write_action(choose_action("random", view, random.Random(1)), view)
    visitor = Client(raise_request_exception=False)
    visitor.force_login((alice, bob)[seat])
    monkeypatch.setattr(transaction, "update_projections", failing(FAULTS[kind]))
    answer = visitor.post(f"/games/{game.code}/act/", {"decision": decision, "text": move})
    assert answer.status_code == 500
    check(written(), type(FAULTS[kind]()).__name__)


@pytest.mark.parametrize("kind", FAULTS)
def test_an_error_that_ends_a_task_tells_no_hand(
    kind: str, written: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.tasks.sweep", failing(FAULTS[kind]))
    tasks.sweep_deadlines.apply()
    # Celery puts the error into its message as well.
    check(written(), type(FAULTS[kind]()).__name__)


@pytest.mark.parametrize("kind", FAULTS)
def test_an_error_of_a_bot_tells_no_hand(
    kind: str,
    written: Callable[[], list[str]],
    begin: Starter,
    alice: Person,
    bob: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin(alice, bob, bots=["random"])
    monkeypatch.setattr("games.play.bots.choose_action", failing(FAULTS[kind]))
    tasks.play_waiting_bots.apply()
    check(written(), type(FAULTS[kind]()).__name__)


@pytest.mark.parametrize("form", ["%s", "%r", "%(error)s"])
@pytest.mark.parametrize("kind", FAULTS)
def test_an_error_that_is_the_argument_of_a_message_is_shown_by_its_type(
    kind: str, form: str, written: Callable[[], list[str]]
) -> None:
    error = FAULTS[kind]()
    logger.error(f"It failed: {form}.", {"error": error} if "(" in form else error)
    logger.error("They failed: %s.", [error, {"why": (error,)}])
    logger.error(error)
    for text in written():
        assert type(error).__name__ in text
        assert [one for one in (CARD, TICKET, "DETAIL") if one in text] == []


def test_a_library_that_writes_the_error_into_its_message_tells_no_hand(
    written: Callable[[], list[str]],
) -> None:
    for kind in FAULTS:
        error = FAULTS[kind]()
        with suppress(Exception):
            raise error
        logging.getLogger("asyncio").error(
            f"Task exception was never retrieved: {error!r} {error} {error.args[:1]}.",
            exc_info=error,
        )
    for text in written():
        assert "Task exception was never retrieved: KeyError KeyError (" in text
        assert [one for one in (CARD, TICKET, "DETAIL") if one in text] == []


def test_an_error_of_the_database_is_shown_by_its_state_and_its_constraint(
    written: Callable[[], list[str]],
) -> None:
    class Violation(psycopg.errors.CheckViolation):
        class diag:
            sqlstate, constraint_name = "23514", "no_such_card"
            table_name, column_name = "games_event", None
            message_detail = ROW

    try:
        raise IntegrityError(ROW) from Violation(ROW)
    except IntegrityError:
        logger.exception("It failed.")
    lines, objects, mails = written()
    for text in (lines, objects, mails):
        assert "IntegrityError (SQLSTATE 23514, constraint no_such_card, table games_event)" in text
        assert [one for one in (CARD, TICKET, "DETAIL") if one in text] == []
    assert "Traceback" in json.loads(objects)["error"]


def test_a_real_error_of_the_database_tells_no_value(written: Callable[[], list[str]]) -> None:
    Heartbeat.objects.create(job=CARD, at=NOW)
    try:
        Heartbeat.objects.create(job=CARD, at=NOW)
    except IntegrityError:
        logger.exception("It failed.")
    for text in written():
        assert "games_heartbeat" in text
        assert [one for one in (CARD, "DETAIL") if one in text] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "raise KeyError(hand)",
        "import threading; t = threading.Thread(target={}.__getitem__, args=(hand,));"
        "t.start(); t.join()",
    ],
    ids=["process", "thread"],
)
def test_an_error_that_nothing_catches_tells_no_hand(code: str, tmp_path: Path) -> None:
    """As where a command fails, or a thread."""
    # So that the line of the program, which is shown, does not hold it.
    start = "import django; django.setup(); hand = bytes.fromhex('%s').decode(); "
    done = subprocess.run(
        [sys.executable, "-c", start % CARD.encode().hex() + code],
        cwd=ROOT,
        env={
            **os.environ,
            **PRODUCTION,
            "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
            "DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "KeyError" in done.stderr
    assert "has failed." in done.stderr
    assert CARD not in done.stderr


def test_what_says_where_another_program_is_away_stays(written: Callable[[], list[str]]) -> None:
    logger.error("The broker: %s.", ConnectionRefusedError(111, CARD))
    logger.error("The database: %s.", psycopg.OperationalError("connection refused at port 1"))
    for text in written():
        assert "ConnectionRefusedError (ECONNREFUSED: Connection refused)" in text
        assert "connection refused at port 1" in text
        assert CARD not in text


def test_an_error_that_cannot_say_what_it_is_keeps_no_line_back(
    written: Callable[[], list[str]],
) -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError(CARD)

        __repr__ = __str__

    try:
        raise Mute
    except Mute:
        logger.exception("It failed.")
    for text in written():
        assert "Mute" in text
        assert CARD not in text
