"""Takes the examples of the description from the game of the fuzzing tests; nothing is tested here.

`make api-examples` runs it: the tests, which know how to make that game, do not.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction

from games.api.schema import EXAMPLES, examples
from games.people.models import Person
from tests.games.api.conftest import Api
from tests.games.api.test_examples import with_json
from tests.games.api.test_fuzz import OPERATIONS, Undo, World, sensible, world

__all__ = ["world"]

ROWS = 2


def short(data: Any) -> Any:
    """Data of which lists are cut to their beginning; the schema still fits."""
    if isinstance(data, list):
        return [short(one) for one in data[:ROWS]]
    if isinstance(data, dict):
        return {name: short(value) for name, value in data.items()}
    return data


def take_examples(world: World, api: Api, alice: Person) -> None:
    """Ask every operation that answers with JSON, and keep body and answer.

    What cannot be done in this game keeps the example that it has.
    """
    program, found = api(alice), {}
    for operation in OPERATIONS:
        name = operation.definition.raw["operationId"]
        if name not in with_json():
            continue
        body = sensible(operation, world.game)
        try:
            with transaction.atomic():
                caller = world.callers.get(name)
                who = api(caller) if caller else program
                answer = who.ask(operation.method.upper(), world.address(operation), body)
                assert answer.status_code < 300, (name, answer.content)
                if answer.status_code < 300:
                    example = {"answer": short(answer.data)}
                    found[name] = example if body is None else {"body": body, **example}
                else:
                    assert name in examples(), f"{name} needs an example that is written by hand"
                    found[name] = examples()[name]
                raise Undo
        except Undo:
            pass
    EXAMPLES.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
