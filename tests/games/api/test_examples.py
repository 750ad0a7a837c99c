"""The examples of the description: one for every operation that answers with JSON.

``NIGHT_MAIL_WRITE_EXAMPLES=1`` takes them anew from a game; `make openapi` then puts them in.
"""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from django.db import transaction
from jsonschema import Draft202012Validator

from games.api.schema import EXAMPLES, examples
from games.people.models import Person
from tests.games.api.conftest import Api, description
from tests.games.api.test_fuzz import OPERATIONS, Undo, World, sensible, world  # noqa: F401

ROWS = 2


def short(data: Any) -> Any:
    """Data of which lists are cut to their beginning; the schema still fits."""
    if isinstance(data, list):
        return [short(one) for one in data[:ROWS]]
    if isinstance(data, dict):
        return {name: short(value) for name, value in data.items()}
    return data


def with_json() -> dict[str, str]:
    """The operations that answer with JSON: the schema of the answer by operation id."""
    found = {}
    for methods in description()["paths"].values():
        for operation in methods.values():
            for code, answer in operation["responses"].items():
                content = answer.get("content", {}).get("application/json")
                if code.startswith("2") and content:
                    found.setdefault(operation["operationId"], json.dumps(content["schema"]))
    return found


@pytest.mark.skipif(not os.environ.get("NIGHT_MAIL_WRITE_EXAMPLES"), reason="writes a file")
def test_write_the_examples(world: World, api: Api, alice: Person) -> None:  # noqa: F811
    program, found = api(alice), {}
    for operation in OPERATIONS:
        name = operation.definition.raw["operationId"]
        if name not in with_json():
            continue
        body = sensible(operation, world.game)
        try:
            with transaction.atomic():
                answer = program.ask(operation.method.upper(), world.address(operation), body)
                example = {"answer": short(answer.data)}
                found[name] = example if body is None else {"body": body, **example}
                raise Undo
        except Undo:
            pass
    EXAMPLES.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")


def test_every_operation_has_an_example_that_fits() -> None:
    operations = with_json()
    assert set(examples()) == set(operations)
    for name, shape in operations.items():
        whole = {**json.loads(shape), "components": description()["components"]}
        Draft202012Validator(whole).validate(examples()[name]["answer"])
