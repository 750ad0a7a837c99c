"""Every ruling of docs/rules.md is cited where it is implemented and where it is proved."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from tests.paths import ROOT

# Two digits at most: P-256 is a curve.
CITED = re.compile(r"\b([BJAMP])-(\d{1,2})(?: to \1-(\d{1,2}))?\b")
RULINGS = re.findall(r"^\*\*([BJAMP]-\d+)\*\*", (ROOT / "docs/rules.md").read_text(), re.MULTILINE)

KEPT_BY_ABSENCE = {
    # Teammates get no private channel: there is none to find in the code.
    "A-14"
}


def docstrings(folders: Iterable[str]) -> Iterator[str]:
    """The docstrings of modules, classes, functions and attributes in these folders."""
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if not CITED.search(source):
                continue
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                    yield str(node.value.value)


def rulings(texts: Iterable[str]) -> set[str]:
    """The rulings that texts cite, one by one or as a range such as A-2 to A-6."""
    return {
        f"{part}-{number}"
        for text in texts
        for part, first, last in CITED.findall(text)
        for number in range(int(first), int(last or first) + 1)
    }


@cache
def implemented() -> set[str]:
    return rulings(docstrings(["engine", "games"]))


@cache
def proved() -> set[str]:
    return rulings(docstrings(["tests"]))


def test_the_page_tells_all_of_them() -> None:
    wanted = {"B": 15, "J": 10, "A": 16, "P": 4}
    every = {f"{part}-{n}" for part, last in wanted.items() for n in range(1, last + 1)}
    mechanics = {f"M-{n}" for n in range(1, 14)}
    assert every | mechanics == {*RULINGS}


@pytest.mark.parametrize("ruling", [ruling for ruling in RULINGS if ruling not in KEPT_BY_ABSENCE])
def test_a_ruling_is_cited_by_the_code_and_by_a_test(ruling: str) -> None:
    assert ruling in implemented()
    assert ruling in proved()


def test_nobody_cites_a_ruling_that_is_not_told() -> None:
    assert set(RULINGS) >= implemented() | proved()


def test_a_range_cites_what_lies_in_it() -> None:
    assert rulings(["all of this (B-1, A-2 to A-4)"]) == {"B-1", "A-2", "A-3", "A-4"}
