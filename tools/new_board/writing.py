"""The text of a board file, a line a fact, as the files of the repository are written."""

from __future__ import annotations

import json
from typing import Any

from tools.new_board.facts import Facts


def board_text(facts: Facts, section: str) -> str:
    """The text of a board file from its facts and its map section."""
    parts = [f'"name": {_dump(facts["name"])}', f'"notes": {_dump(facts["notes"])}']
    rules = ",\n    ".join(f"{_dump(key)}: {_dump(value)}" for key, value in facts["rules"].items())
    parts.append(f'"rules": {{\n    {rules}\n  }}')
    if "typical_events" in facts:
        parts.append(f'"typical_events": {_dump(facts["typical_events"])}')
    for name in ("countries", "cities", "tracks", "tickets", "long_tickets"):
        if name not in facts:
            continue
        rows = ",\n    ".join(map(_dump, facts[name]))
        parts.append(f'"{name}": [\n    {rows}\n  ]')
    parts.append(section)
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
