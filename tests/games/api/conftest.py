"""Programs that ask the API; every answer is compared with the description."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from functools import cache
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve
from jsonschema import Draft202012Validator

from games.accounts import tokens
from games.accounts.models import Scope
from games.api.authentication import RequestLimit
from games.api.schema import STORED
from games.people.models import Person
from tests.fixtures.games import NOW
from tests.games.api.streaming import Station

ALL = tuple(scope.value for scope in Scope)


@pytest.fixture(autouse=True)
def _clock_stands_still(still_clock: None) -> None:
    """The clock stands at NOW in every test of this folder."""


@pytest.fixture(autouse=True)
def _many_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one program make more requests than a real one may."""
    limits = dict.fromkeys(RequestLimit.PER_MINUTE, 100_000)
    monkeypatch.setattr(RequestLimit, "PER_MINUTE", limits)


@cache
def description() -> dict[str, Any]:
    return json.loads(STORED.read_text())


@cache
def _validator(shape: str) -> Draft202012Validator:
    whole = {**json.loads(shape), "components": description()["components"]}
    return Draft202012Validator(whole)


def path_of(address: str) -> str:
    """The path of the description that an address belongs to."""
    route = resolve(address.partition("?")[0]).route
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)


def check_answer(method: str, address: str, answer: Any) -> None:
    """Compare an answer with what the description promises."""
    operation = description()["paths"].get(path_of(address), {}).get(method.lower())
    if operation is None:
        assert answer.status_code in (200, 401, 404, 405), address
        return
    promised = operation["responses"].get(str(answer.status_code))
    assert promised is not None or answer.status_code == 405, (method, address, answer.content)
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    shape = (promised or {}).get("content", {}).get(kind, {}).get("schema")
    if kind in ("application/json", "application/problem+json") and promised is not None:
        assert shape is not None, (method, address, kind, promised)
        _validator(json.dumps(shape)).validate(json.loads(answer.content))


class Program:
    """A program with a token, or without."""

    def __init__(self, token: str = "", **headers: str) -> None:
        self.client = Client()
        self.headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **headers}

    def ask(self, method: str, path: str, data: Any = None, **headers: str) -> Any:
        address = path if path.startswith("/") else f"/api/v1/{path}"
        body = data if isinstance(data, str | bytes) else json.dumps(data)
        answer = self.client.generic(
            method,
            address,
            b"" if data is None else body,
            content_type="application/json",
            headers={**self.headers, **headers},
        )
        check_answer(method, address, answer)
        assert "no-store" in answer["Cache-Control"]
        assert not any(name.lower().startswith("access-control") for name in answer.headers)
        assert "sessionid" not in answer.cookies
        if answer.headers.get("Content-Type", "").endswith("json"):
            answer.data = json.loads(answer.content)
        return answer

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, data: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, {} if data is None else data, **headers)

    def put(self, path: str, data: Any, **headers: str) -> Any:
        return self.ask("PUT", path, data, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.ask("DELETE", path, **headers)


Api = Callable[..., Program]


@pytest.fixture
def api(db: None, monkeypatch: pytest.MonkeyPatch) -> Api:
    """A program of a person, with all scopes or some; without a person one of a stranger."""

    monkeypatch.setattr(tokens, "MAX_TOKENS", 100)

    def make(
        person: Person | None = None, scopes: Collection[str] = ALL, **headers: str
    ) -> Program:
        if person is None:
            return Program(**headers)
        _row, token = tokens.create_token(person=person, name="t", scopes=scopes, days=7, now=NOW)
        return Program(token, **headers)

    return make


@pytest.fixture
def station(monkeypatch: pytest.MonkeyPatch) -> Iterator[Station]:
    """The process of the streams."""
    with closing(Station(monkeypatch)) as found:
        yield found
