"""The links of the description lead on: each by hand, and many in walks by schemathesis."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import requests
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as seeded
from schemathesis import GenerationMode
from schemathesis.core.transport import Response
from schemathesis.generation.stateful.state_machine import StepInput, StepOutput

from engine import wire
from games.api.schema import LINKS
from games.log import cache
from games.people.models import Person
from tests.games.api.conftest import Api, Program, check_answer
from tests.games.api.streaming import Station
from tests.games.api.test_fuzz import (  # noqa: F401
    CASES,
    OPERATIONS,
    SCHEMA,
    Undo,
    World,
    any_claim,
    sensible,
    world,
)

BY_NAME = {operation.definition.raw["operationId"]: operation for operation in OPERATIONS}
STEPS = 8


def value_of(said: Any, parameters: dict[str, object], answer: Any) -> Any:
    """What an expression of a link means (OpenAPI 3.1, Runtime Expressions)."""
    if isinstance(said, dict):
        return {name: value_of(one, parameters, answer) for name, one in said.items()}
    if isinstance(said, list):
        return [value_of(one, parameters, answer) for one in said]
    if not isinstance(said, str) or not said.startswith("$"):
        return said
    kind, _sign, rest = said.partition("#/")
    if kind == "$response.body":
        found = answer
        for name in rest.split("/"):
            found = found[int(name) if isinstance(found, list) else name]
        return found
    return parameters[said.removeprefix("$request.path.")]


class Link(NamedTuple):
    source: str
    status: str
    target: str
    parameters: dict[str, str]
    body: dict[str, Any]


def every_link() -> Iterator[Link]:
    for source, statuses in LINKS.items():
        for status, targets in statuses.items():
            for target, link in targets.items():
                yield Link(source, status, target, link["parameters"], link.get("requestBody", {}))


def follow(program: Program, station: Station, world: World, link: Link) -> int:  # noqa: F811
    """Ask what a link begins with and what it leads to; return the status of the latter."""
    source, target = BY_NAME[link.source], BY_NAME[link.target]
    parameters = world.parameters(link.source)
    body = sensible(source, world.game)
    if link.status == "202":
        claim = wire.encode_action(any_claim(world.game))
        body = {**body, "actions": [claim], "hold": True}
    first = program.ask(source.method.upper(), source.path.format(**parameters), body)
    assert str(first.status_code) == link.status, first.content
    given = value_of(link.parameters, parameters, first.data)
    path = target.path.format(**{**parameters, **given})
    query = "&".join(f"{name}={one}" for name, one in given.items() if name not in parameters)
    address = f"{path}?{query}" if query else path
    if "streams" in target.definition.raw["tags"]:
        reader = station.open(address.removeprefix("/api/v1/"), program)
        reader.leave()
        return reader.status
    wanted = value_of(link.body, parameters, first.data)
    takes_body = target.definition.raw.get("requestBody")
    return program.ask(target.method.upper(), address, wanted if takes_body else None).status_code


def test_every_link_leads_to_an_answer(
    world: World,  # noqa: F811
    api: Api,
    station: Station,
    alice: Person,
) -> None:
    program = api(alice)
    for link in every_link():
        try:
            with transaction.atomic():
                assert follow(program, station, world, link) < 300, link
                raise Undo
        except Undo:
            cache.clear()


class Walk(SCHEMA.as_state_machine()):  # type: ignore[misc]
    """A walk along the links; what it does is undone at its end."""

    program: Program
    station: Station
    statuses: Counter[int] = Counter()
    followed: Counter[str] = Counter()

    def setup(self) -> None:
        self.undone = transaction.atomic()
        self.undone.__enter__()

    def teardown(self) -> None:
        self.undone.__exit__(Undo, Undo(), None)
        cache.clear()

    def step(self, input: StepInput) -> StepOutput:
        output = super().step(input)
        if input.transition is not None and output.response.status_code < 300:
            self.followed[input.transition.id] += 1
        return output

    def call(self, case: Any, **options: Any) -> Response:
        asked = {name: str(value) for name, value in (case.query or {}).items()}
        body = case.body if isinstance(case.body, dict) else None
        answer = self.program.client.generic(
            case.method.upper(),
            str(case.formatted_path),
            b"" if body is None else json.dumps(body).encode(),
            "application/json",
            query_params=asked,
            headers=self.program.headers,
        )
        assert answer.status_code < 500, (case.method, case.formatted_path, body, answer.content)
        if answer.status_code not in (400, 404, 405):
            check_answer(case.method, case.formatted_path, answer)
        self.statuses[answer.status_code] += 1
        request = requests.Request(case.method, f"http://testserver{case.formatted_path}").prepare()
        headers = {name: [value] for name, value in answer.headers.items()}
        return Response(answer.status_code, headers, answer.content, request, 0.0, verify=False)

    def validate_response(self, response: Response, case: Any, **options: Any) -> None:
        """It is compared with the description as soon as it is there."""


@pytest.mark.slow
def test_walks_along_the_links_never_fail(
    world: World,  # noqa: F811
    api: Api,
    station: Station,
    alice: Person,
) -> None:
    Walk.program, Walk.station = api(alice), station
    Walk.statuses.clear()
    Walk.followed.clear()
    SCHEMA.config.generation.update(modes=[GenerationMode.POSITIVE])
    walks = max(10, CASES // (5 * STEPS))
    seeded(20261122)(Walk)
    Walk.run(
        settings=settings(
            max_examples=walks,
            stateful_step_count=STEPS,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )
    good = sum(count for status, count in Walk.statuses.items() if status < 300)
    total = sum(Walk.statuses.values())
    print(f"{walks} walks of {total} requests, {good} with 2xx: {dict(Walk.statuses)}")  # noqa: T201
    print(f"{sum(Walk.followed.values())} links led on: {dict(Walk.followed)}")  # noqa: T201
    assert total >= walks
    assert Walk.followed
