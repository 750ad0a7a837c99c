"""What holds at every address of the API: tokens, scopes, fields, sizes, limits."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.models import ApiToken, Scope
from games.accounts.tokens import new_token
from games.api.authentication import RequestLimit
from games.api.urls import urlpatterns
from games.people.models import Person
from games.people.traces import DeviceTrace
from tests.fixtures.games import NOW
from tests.games.api.conftest import ALL, Api, Program, description, path_of
from tests.games.api.doors import ALL_DOORS, DOORS, Door, operations

WRITES = ("INSERT", "UPDATE", "DELETE")


def writes(queries: CaptureQueriesContext) -> list[str]:
    """The changes among some queries, but for the use of a token."""
    return [
        query["sql"]
        for query in queries
        if query["sql"].startswith(WRITES)
        and "games_apitoken" not in query["sql"]
        and "games_devicetrace" not in query["sql"]
    ]


def knock(program: Program, door: Door, **headers: str):
    return program.ask(door.method, door.path, door.body, **headers)


def view_of(door: Door):
    (name,) = (name for name, doors in DOORS.items() if door in doors)
    return next(view for known, _method, view in operations() if known == name)


def test_every_address_and_method_is_knocked_at() -> None:
    knocked = {(name, door.method) for name, doors in DOORS.items() for door in doors}
    assert knocked == {(name, method) for name, method, _view in operations()}
    assert sum(pattern.name is None for pattern in urlpatterns) == 1


def test_every_operation_is_described() -> None:
    paths = description()["paths"]
    for door in ALL_DOORS:
        if door.path != "openapi.json":
            assert door.method.lower() in paths[path_of(f"/api/v1/{door.path}")]


def test_a_view_has_a_scope_for_each_method_and_no_other() -> None:
    for name, _method, view in operations():
        methods = {
            method.upper()
            for method in ("get", "post", "put", "delete", "patch")
            if hasattr(view, method) and method in view.http_method_names
        }
        assert methods == set(view.scopes), name
        assert view.public <= {"GET"}, name


def test_without_a_token_only_public_facts_are_read(db: None, api: Api) -> None:
    for door in ALL_DOORS:
        answer = knock(api(), door)
        if door.method in view_of(door).public:
            assert answer.status_code in (200, 404, 401)
        else:
            assert answer.status_code == 401
            assert answer["WWW-Authenticate"].startswith("Bearer")
            assert answer.data["type"].endswith("#problem-not-authenticated")


def test_a_wrong_token_opens_nothing_not_even_public_facts(db: None) -> None:
    for door in ALL_DOORS:
        for token in (new_token(), "nm_x", "é", "a b"):
            answer = knock(Program(**{"Authorization": f"Bearer {token}"}), door)
            assert answer.status_code == 401
            assert answer.data["type"].endswith("#problem-invalid-token")
            assert token not in answer.content.decode()


def test_a_token_without_the_scope_is_refused(table, alice: Person, api: Api) -> None:
    for door in ALL_DOORS:
        scope = view_of(door).scopes[door.method]
        if scope is None:
            continue
        others = [other for other in ALL if other != scope.value]
        program = api(alice, others)
        with CaptureQueriesContext(connection) as queries:
            answer = knock(program, door)
        assert answer.status_code == 403
        assert answer.data["scope"] == scope.value
        assert writes(queries) == []


def test_a_token_that_has_ended_is_refused(api: Api, alice: Person) -> None:
    program = api(alice)
    assert program.get("me/").status_code == 200
    with time_machine.travel(NOW + timedelta(days=8), tick=False):
        assert program.get("me/").status_code == 401


def test_a_session_opens_nothing(table, browse, alice: Person) -> None:
    client: Client = browse(alice)
    assert client.get("/api/v1/me/").status_code == 401
    assert client.get("/api/v1/games/?of=me").status_code == 401
    game = client.get(f"/api/v1/games/{table.code}/").json()
    assert game["you"] is None
    posted = client.post(f"/api/v1/games/{table.code}/moves/", "{}", "application/json")
    assert posted.status_code == 401


def test_a_token_opens_no_page_and_stands_in_no_address(api: Api, alice: Person) -> None:
    program = api(alice)
    page = program.client.get("/settings/", headers=program.headers)
    assert page.status_code == 302
    token = program.headers["Authorization"].removeprefix("Bearer ")
    for name in ("token", "access_token", "key"):
        assert Program().client.get(f"/api/v1/me/?{name}={token}").status_code == 401


CHANGES = [door for door in ALL_DOORS if door.body is not None]


def test_bodies_that_cannot_be_read_change_nothing(table, alice: Person, api: Api) -> None:
    for door in CHANGES:
        program = api(alice)
        program.get("me/")
        bad = (
            {**door.body, "surprise": 1}, "[]", "null", "{", "{'a': 1}", '{"a": NaN}', b"\xff\xfe",
            "[" * 5000, '{"text": "a", "text": "b"}',
        )  # fmt: skip
        with CaptureQueriesContext(connection) as queries:
            for body in bad:
                answer = program.ask(door.method, door.path, body)
                assert answer.status_code == 400, body
                assert answer.data["detail"]
        assert writes(queries) == []


def test_bodies_that_are_too_large_or_no_json_are_refused(table, alice: Person, api: Api) -> None:
    for door in CHANGES:
        program = api(alice)
        large = json.dumps({**door.body, "text": "x" * 20_000})
        assert program.ask(door.method, door.path, large).status_code == 413
        address = f"/api/v1/{door.path}"
        form = program.client.generic(
            door.method,
            address,
            b"a=1",
            "application/x-www-form-urlencoded",
            headers=program.headers,
        )
        assert form.status_code == 415


def test_reading_changes_nothing_and_an_unknown_name_in_a_query_is_refused(
    table, alice: Person, api: Api
) -> None:
    for door in [door for door in ALL_DOORS if door.method == "GET"]:
        program = api(alice)
        program.get("me/")
        with CaptureQueriesContext(connection) as queries:
            knock(program, door)
        assert writes(queries) == []
        if door.path != "openapi.json":
            sign = "&" if "?" in door.path else "?"
            answer = program.get(f"{door.path}{sign}surprise=1")
            assert answer.status_code == 400
            assert answer.data["errors"][0]["pointer"] == "/surprise"


def test_where_nothing_is_a_problem_says_so(db: None) -> None:
    for path in ("nothing/", "games", "games//", ""):
        answer = Client().get(f"/api/v1/{path}")
        assert answer.status_code == 404
        assert answer["Content-Type"] == "application/problem+json"
    answer = Client().generic("PATCH", "/api/v1/boards/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert Client().options("/api/v1/boards/").status_code == 405


def test_a_nul_is_refused(api: Api, alice: Person) -> None:
    assert Client().get("/api/v1/people/a%00b/").status_code == 400
    assert api(alice).post("lobby/", {"board": "us\0a", "seats": 2}).status_code == 400


def test_a_fault_of_the_site_is_a_problem_too(
    api: Api, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(person: Person) -> None:
        raise RuntimeError("the secret inside")

    monkeypatch.setattr("games.api.views_me.seats_to_move", fail)
    program = api(alice)
    program.client.raise_request_exception = False
    answer = program.client.get("/api/v1/me/turns/", headers=program.headers)
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert "secret" not in answer.content.decode()


def test_too_many_requests_have_to_wait(
    api: Api, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    limits = {"token-read": 3, "token-write": 1, "network-read": 2, "network-write": 1}
    monkeypatch.setattr(RequestLimit, "PER_MINUTE", limits)
    program, other = api(alice), api(alice)
    for _time in range(3):
        assert program.get("me/").status_code == 200
    answer = program.get("me/")
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 61
    assert other.get("me/").status_code == 200
    assert program.post("lobby/", {"board": "x", "seats": 2}).status_code == 422
    with CaptureQueriesContext(connection) as queries:
        assert program.post("lobby/", {"board": "usa", "seats": 2}).status_code == 429
    assert writes(queries) == []
    assert [api().get("boards/").status_code for _time in range(3)] == [200, 200, 429]
    with time_machine.travel(NOW + timedelta(seconds=61), tick=False):
        assert program.get("me/").status_code == 200


def test_networks_of_ipv6_are_counted_and_not_addresses(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RequestLimit, "PER_MINUTE", {"network-read": 2})
    client = api().client

    def status(address: str) -> int:
        return int(client.get("/api/v1/boards/", REMOTE_ADDR=address).status_code)

    assert [status(f"2001:db8:0:7::{host}") for host in (1, 2, 3)] == [200, 200, 429]
    # All networks of a /48 together have four times as much.
    others = [status(f"2001:db8:0:{network}::1") for network in range(10, 20)]
    assert others.count(200) == 6
    assert status("2001:db9::1") == 200


def test_answers_are_in_the_language_that_is_asked_for(api: Api, alice: Person) -> None:
    english = api(alice).post("lobby/", {"board": "x", "seats": 2})
    dutch = api(alice, **{"Accept-Language": "nl"}).post("lobby/", {"board": "x", "seats": 2})
    assert english.data["detail"].startswith("There is no board")
    assert dutch.data["detail"] != english.data["detail"]
    assert (english["Content-Language"], dutch["Content-Language"]) == ("en", "nl")


def test_the_use_of_a_token_leaves_a_time_and_a_network(api: Api, alice: Person) -> None:
    program = api(alice)
    program.client.get("/api/v1/me/", headers=program.headers, REMOTE_ADDR="93.184.216.34")
    assert ApiToken.objects.get().last_used_at == NOW
    assert DeviceTrace.objects.filter(person=alice).count() == 1


def test_every_scope_is_needed_somewhere() -> None:
    needed = {scope for _n, _m, view in operations() for scope in view.scopes.values() if scope}
    assert needed == set(Scope)
