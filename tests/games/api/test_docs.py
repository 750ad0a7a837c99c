"""docs/api.md runs as it stands, and the description in the repository is that of the views."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client

from games.api import schema
from games.api.problems import TITLES
from games.api.urls import urlpatterns
from games.people.models import Person
from games.tables.models import Game
from tests.games.api.conftest import Api, description
from tests.games.api.streaming import Station
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "api.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


class BothProcesses(httpx.BaseTransport):
    """Leads streams to their process and all else to the pages, as the proxy of a site does."""

    def __init__(self, station: Station) -> None:
        self._station = station
        self._pages = httpx.WSGITransport(app=get_wsgi_application())

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if not request.url.path.endswith("/stream/"):
            return self._pages.handle_request(request)
        path = request.url.raw_path.decode().removeprefix("/api/v1/")
        found = self._station.open(path, **request.headers)
        return httpx.Response(found.status, headers=found.headers, content=found.body)


def test_the_examples_run_in_order(
    red_hand: Game,
    api: Api,
    alice: Person,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    station: Station,
) -> None:
    for signal in (request_started, request_finished):
        # It would close the connection of the test.
        signal.disconnect(close_old_connections)
    request.addfinalizer(lambda: request_started.connect(close_old_connections))
    request.addfinalizer(lambda: request_finished.connect(close_old_connections))
    real = httpx.Client

    def client(**options: Any) -> httpx.Client:
        transport = BothProcesses(station)
        return real(**{**options, "base_url": "http://testserver/api/v1/"}, transport=transport)

    monkeypatch.setattr(httpx, "Client", client)
    token = api(alice).headers["Authorization"].removeprefix("Bearer ")
    said: list[str] = []
    robot = Person.objects.create_user("robby@example.org", "Robby")
    headers = api(robot).headers
    names: dict[str, Any] = {
        "TOKEN": token,
        "robot": client(headers=headers),
        "print": lambda *words: said.append(" ".join(map(str, words))),
    }
    for block in BLOCKS:
        exec(compile(block, "docs/api.md", "exec"), names)  # noqa: S102
    assert len(BLOCKS) >= 8
    assert any("Alice" in line for line in said)
    assert names["event"]["seq"] == 4
    assert names["last_id"]


def test_the_description_in_the_repository_is_that_of_the_views() -> None:
    assert schema.text() == schema.STORED.read_text(), "Run: make openapi"


def test_the_description_is_of_openapi_3_1_and_names_every_operation_once() -> None:
    found = description()
    assert found["openapi"].startswith("3.1")
    ids = [one["operationId"] for path in found["paths"].values() for one in path.values()]
    assert len(ids) == len(set(ids))
    assert len(found["paths"]) == sum(pattern.name is not None for pattern in urlpatterns) - 1


@pytest.mark.django_db
def test_the_page_of_the_api_explains_every_problem_and_lists_every_operation() -> None:
    page = Client().get("/api/").content.decode()
    for kind in TITLES:
        assert f'id="problem-{kind}"' in page
    for path in description()["paths"]:
        assert path in page
    assert page.count('id="problem-') == len(TITLES)
    assert "<script src=" not in page.replace('<script src="/static/', "")


def test_the_page_names_every_scope() -> None:
    from games.accounts.models import Scope

    assert all(f"`{scope.value}`" in PAGE for scope in Scope)
