"""The text of a board file, a line a fact, as the files of the repository are written."""

from __future__ import annotations

import json
from typing import Any

from tools.new_board.facts import Facts

ORDER = (
    "name", "notes", "rules", "typical_events", "countries", "cities", "tracks", "tickets",
    "long_tickets", "map",
)  # fmt: skip
SPREAD = {*ORDER[2:3], *ORDER[4:9], "panels", "places", "shapes"}
"""Sections of a line for each of their facts."""


def board_text(facts: Facts) -> str:
    """The text of a board file."""
    return _object({name: facts[name] for name in ORDER if name in facts}, "  ") + "\n"


def _object(facts: Facts, indent: str) -> str:
    rows = [f"{_dump(name)}: {_section(name, value, indent)}" for name, value in facts.items()]
    return _lines("{}", rows, indent)


def _section(name: str, value: Any, indent: str) -> str:
    deeper = indent + "  "
    if name == "map":
        return _object(value, deeper)
    if name not in SPREAD:
        return _dump(value)
    if isinstance(value, dict):
        return _lines("{}", [f"{_dump(key)}: {_dump(one)}" for key, one in value.items()], deeper)
    return _lines("[]", [*map(_dump, value)], deeper)


def _lines(brackets: str, rows: list[str], indent: str) -> str:
    inner = f",\n{indent}".join(rows)
    return f"{brackets[0]}\n{indent}{inner}\n{indent[2:]}{brackets[1]}"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
