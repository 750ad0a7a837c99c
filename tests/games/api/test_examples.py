"""The examples of the description: one for every operation that answers with JSON.

`make api-examples` takes them from a game.
"""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator

from games.api.schema import examples
from tests.games.api.conftest import description


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


def test_every_operation_has_an_example_that_fits() -> None:
    operations = with_json()
    assert set(examples()) == set(operations)
    for name, shape in operations.items():
        whole = {**json.loads(shape), "components": description()["components"]}
        Draft202012Validator(whole).validate(examples()[name]["answer"])
