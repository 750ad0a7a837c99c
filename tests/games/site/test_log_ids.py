"""Lines of the log say which request, task and game they are about, as text and as JSON."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from celery import current_app
from django.test import Client

from games import tasks
from games.api.stream.app import Streams
from games.common import jobs, log_context
from games.common.jobs import CAUSE
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter
from ttr_site.log_config import log_config
from ttr_site.log_lines import JsonLine, Line

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    yield from _listening(JsonLine())


@pytest.fixture
def text() -> Iterator[io.StringIO]:
    yield from _listening(Line())


def _listening(formatter: logging.Formatter) -> Iterator[io.StringIO]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    loggers = [logging.getLogger(name) for name in ("", "django")]
    for logger in loggers:
        logger.addHandler(handler)
    yield stream
    for logger in loggers:
        logger.removeHandler(handler)


@pytest.fixture
def lines(stream: io.StringIO) -> Lines:
    return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def fail(*args: object, **options: object) -> None:
    raise KeyError("Key (email)=(alice@example.org) exists\nand a second line")


@pytest.mark.django_db
def test_a_request_keeps_its_id_in_the_log_and_in_its_answer(
    lines: Lines, monkeypatch: pytest.MonkeyPatch, table: Game, browse: Any, alice: Person
) -> None:
    monkeypatch.setattr("games.log.load_as_found", fail)
    reader = browse(alice, raise_request_exception=False)
    answer = reader.get(f"/games/{table.code}/", headers={"X-Request-ID": "0b5d7c1e-5f39"})
    assert answer.status_code == 500
    assert answer["X-Request-ID"] == "0b5d7c1e-5f39"
    (line,) = (one for one in lines() if one["level"] == "ERROR")
    assert line["request"] == "0b5d7c1e-5f39"
    assert line["game"] == table.pk
    assert line["status"] == 500
    assert line["logger"] == "django.request"
    assert datetime.fromisoformat(line["time"])
    assert "Traceback" in line["error"]
    assert "second line" in line["error"]
    assert "alice@" not in json.dumps(line)


@pytest.mark.django_db
def test_what_is_not_found_is_logged_once_with_its_request(lines: Lines, client: Client) -> None:
    client.get("/no-such-page/", headers={"X-Request-ID": "0b5d7c1e-5f39"})
    (line,) = lines()
    assert line["message"] == "Not Found: /no-such-page/"
    assert line["request"] == "0b5d7c1e-5f39"
    assert line["status"] == 404


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "a b c d e f g", "né" * 8, "-" * 10])
def test_an_id_that_is_missing_or_odd_gives_way_to_a_new_one(given: str) -> None:
    answer = Client(headers={"X-Request-ID": given}).get("/metrics")
    assert re.fullmatch(r"[0-9a-f]{32}", answer["X-Request-ID"])


def test_a_line_of_text_ends_with_its_ids(text: io.StringIO) -> None:
    with log_context.scope(request="r" * 8):
        log_context.about_game(7)
        logging.getLogger("games.x").warning("Late.")
    logging.getLogger("games.x").warning("Later.")
    first, second = text.getvalue().splitlines()
    assert first.endswith("games.x: Late. [request=rrrrrrrr game=7]")
    assert second.endswith("games.x: Later.")


@pytest.mark.django_db
def test_each_row_of_a_sweep_is_about_its_own_game(
    lines: Lines, monkeypatch: pytest.MonkeyPatch, begin: Starter, alice: Person, bob: Person
) -> None:
    games = [begin(alice, bob), begin(alice, bob)]
    monkeypatch.setattr("games.play.transaction.log.load_locked", fail)
    due = max(seat.due_at for game in games for seat in game.seats.all())
    with log_context.scope(request="the-sweep"):
        sweep(now=due)
        logging.getLogger("games.x").warning("It is over.")
    found = [line.get("game") for line in lines() if "The clock failed" in line["message"]]
    assert set(found) == {game.pk for game in games}
    assert "game" not in lines()[-1]


@pytest.mark.django_db
def test_lines_of_a_task_name_it_its_run_and_the_request_that_asked(
    lines: Lines, monkeypatch: pytest.MonkeyPatch, begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, bots=["random"])
    monkeypatch.setattr("games.play.bots.choose_action", fail)
    run = tasks.play_waiting_bots.apply(headers={CAUSE: "0b5d7c1e-5f39"})
    (line,) = (one for one in lines() if one["level"] == "ERROR")
    assert line["task"] == "play_waiting_bots"
    assert line["run"] == run.id
    assert line["game"] == game.pk
    logging.getLogger("games.x").warning("Afterwards.")
    assert set(lines()[-1]) == {"time", "level", "logger", "message"}


def test_a_hint_to_the_workers_names_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(
        current_app, "send_task", lambda task, args, **options: sent.append(options)
    )
    messenger = jobs._Messenger()
    with log_context.scope(request="0b5d7c1e-5f39"):
        messenger.send("games.play_bots", (1,))
    messenger.send("games.play_bots", (1,))
    assert [options.get("headers") for options in sent] == [{CAUSE: "0b5d7c1e-5f39"}, None]


def test_at_debug_libraries_write_no_more_than_before() -> None:
    config = log_config(form="json", level="DEBUG", faults=False)
    assert config["root"]["level"] == "INFO"
    assert config["loggers"]["games"]["level"] == "DEBUG"
    assert log_config(form="text", level="ERROR", faults=False)["root"]["level"] == "ERROR"


@pytest.mark.django_db
def test_mail_that_arrives_by_smtp_is_a_request_of_its_own(
    lines: Lines, monkeypatch: pytest.MonkeyPatch, turn: Any, send: Any
) -> None:
    _game, mail = turn
    monkeypatch.setattr("games.inbound.receiving._receive", fail)
    send(mail, "draw blind", at=NOW)
    (line,) = (one for one in lines() if one["level"] == "ERROR")
    assert re.fullmatch(r"[0-9a-f]{32}", line["request"])


def test_a_stream_that_fails_is_logged_with_the_id_of_its_request(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.api.stream.admission.NoNulMiddleware", fail)
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    scope = {
        "type": "http", "method": "GET", "path": "/api/v1/me/stream/", "query_string": b"",
        "headers": [(b"x-request-id", b"0b5d7c1e-5f39"), (b"host", b"localhost")],
    }  # fmt: skip
    asyncio.run(Streams()(scope, receive, send))
    assert sent[0]["status"] == 500
    (line,) = (one for one in lines() if one["level"] == "ERROR")
    assert line["request"] == "0b5d7c1e-5f39"
