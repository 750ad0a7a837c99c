"""No message and no page of the program advises a step that loses data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import get_commands

from tests.paths import ROOT

COMMAND = re.compile(r"manage\.py\s+([a-z][a-z_]*)\b(?!\.)(?: (\w+))?")
LOSING = {"flush", "sqlflush", "loaddata"}
# What empties a table or takes a file away, and what writes an old state over the present one.
DESTRUCTIVE = re.compile(
    r"DROP (?:TABLE|DATABASE|SCHEMA)|TRUNCATE TABLE|dropdb|pg_restore[^\n`]*--clean|--fake"
    r"|git clean|down (?:-v|--volumes)|\brm -r|restore (?:a|the|these games from a) backup",
    re.IGNORECASE,
)

# The old table of events goes in the transaction in which its copy was compared, row by row.
CARRIED_OUT = {("games/operators/partitioning.py", "DROP TABLE")}


def sentences(path: Path) -> Iterator[str]:
    """What a file may say: the strings of a program, the whole of anything else."""
    if path.suffix != ".py":
        yield path.read_text()
        return
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def places() -> list[Path]:
    found = [
        path
        for package in ("engine", "games", "ttr_site")
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.parts
    ]
    found += [*(ROOT / "docs").rglob("*.md"), *(ROOT / "templates").rglob("*.*")]
    found += [ROOT / name for name in ("README.md", "Makefile", "docker-compose.yml", "Dockerfile")]
    return found


def said() -> list[tuple[Path, str]]:
    return [(path, text) for path in places() for text in sentences(path)]


@pytest.mark.slow
def test_nothing_that_is_said_destroys_data() -> None:
    found = {
        (str(path.relative_to(ROOT)), match[0])
        for path, text in said()
        for match in DESTRUCTIVE.finditer(text)
    }
    assert found == CARRIED_OUT


@pytest.mark.slow
def test_every_command_that_is_named_is_there_and_migrate_goes_forward_only() -> None:
    named = {
        (str(path.relative_to(ROOT)), match[1], match[2])
        for path, text in said()
        for match in COMMAND.finditer(text)
    }
    assert len(named) > 10
    known = set(get_commands())
    assert {one for one in named if one[1] not in known} == set()
    assert {one for one in named if one[1] in LOSING} == set()
    # With the name of an app it may go backwards, and that empties tables.
    labels = {config.label for config in apps.get_app_configs()}
    assert {one for one in named if one[1] == "migrate" and one[2] in labels} == set()
