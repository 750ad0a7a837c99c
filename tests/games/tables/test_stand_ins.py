"""A row of a game, a seat or a person in memory is one that is stored, or is about to be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

GAMES = Path(__file__).parents[3] / "games"
STORED = {"Game", "Seat", "Person"}


def test_no_unsaved_row_replaces_a_stored_one() -> None:
    found = [
        f"{path.relative_to(GAMES)}:{line}"
        for path in sorted(GAMES.rglob("*.py"))
        for line in constructed(ast.parse(path.read_text()))
    ]
    assert found == []


def constructed(tree: ast.Module) -> Iterator[int]:
    """The lines that make a row otherwise than for ``bulk_create``."""
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and node.module in ("games.tables.models", "games.people.models")
        for alias in node.names
        if alias.name in STORED
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    stored = {
        inner
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "bulk_create"
        for inner in ast.walk(call)
    }
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in imported and call not in stored:
            yield call.lineno
