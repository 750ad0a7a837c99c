"""Regular expressions of the whole tree: what Python 3.11.2 compiles wrongly is not used.

There a possessive or atomic group that holds more than one character matches nothing where it
should match (python/cpython#106052).
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]

import pytest

from tests.paths import ROOT

SOURCES = ("engine", "games", "ttr_site", "tools", "tests", "examples")
HINT = re.compile(r"(?<!\\)\)(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")
# What a source holds that has such a group, in one string or in strings that are joined.
TRACE = re.compile(r"""[*+?}][\s"'brfu]*\+|\(\?[\s"'brfu]*>""")
SINGLE = {ops.LITERAL, ops.NOT_LITERAL, ops.IN, ops.ANY, ops.CATEGORY}
# In place of a value that is known only when the program runs.
UNKNOWN = "(?:unknown)"


def is_possessive_group(pattern: str) -> bool:
    """Whether a pattern holds an atomic group, or repeats a group possessively."""
    if HINT.search(pattern) is None:
        return False
    try:
        return any(_groups(_parser.parse(pattern)))
    except re.error:  # a part of a pattern
        return True


def _groups(tree: object) -> Iterator[bool]:
    """Walk a parsed pattern."""
    if isinstance(tree, tuple) and tree and tree[0] is ops.ATOMIC_GROUP:
        yield True
    if isinstance(tree, tuple) and tree and tree[0] is ops.POSSESSIVE_REPEAT:
        repeated = list(tree[1][2])
        yield len(repeated) != 1 or repeated[0][0] not in SINGLE
    if isinstance(tree, tuple | list | _parser.SubPattern):
        for part in tree:
            yield from _groups(part)


def strings(source: str) -> Iterator[str]:
    """Every string of a source; in f-strings with UNKNOWN for each value."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else UNKNOWN
                for part in node.values
            )


def strings_of_table(table: object) -> Iterator[str]:
    """Every string of a TOML file."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict | list):
        for value in table.values() if isinstance(table, dict) else table:
            yield from strings_of_table(value)


def test_no_group_is_repeated_possessively_anywhere() -> None:
    paths = [path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 1000
    sources = {path: path.read_text() for path in paths if path.name != "test_patterns.py"}
    texts = {path: strings(text) for path, text in sources.items() if TRACE.search(text)}
    for path in (ROOT / "locale").glob("*/*.toml"):
        texts[path] = strings_of_table(tomllib.loads(path.read_text()))
    found = {
        f"{path.relative_to(ROOT)}: {text[:80]}"
        for path, known in texts.items()
        for text in known
        if is_possessive_group(text)
    }
    assert found == set()


@pytest.mark.parametrize(
    ("pattern", "refused"),
    [
        (r"(?:a.*\n)*+", True),
        (r"(?:ab)++", True),
        (r"(ab)?+", True),
        (r"x(?:(?:a|bc){2,}+)y", True),
        (r"(?>ab)", True),
        (r"(?:{})++$", True),
        (r")*+$", True),
        (r"[^\s<>@]++@", False),
        (r"\)++", False),
        (r"[)*+/-]+", False),
        (r"(?:[ab])++", False),
        (r"(?:ab)+", False),
    ],
)
def test_possessive_groups_are_known_from_possessive_sets(pattern: str, refused: bool) -> None:
    assert is_possessive_group(pattern) == refused


@pytest.mark.parametrize(
    "source",
    [
        'X = r"(?:ab)++"', 'X = r"(ab)*+"', 'X = r"(?>ab)"', 'X = r"(ab){2,}" r"+"',
        'X = (r"(?:ab)*"\n    rf"+{Y}")', 'X = f"(?:ab){{1,}}+"',
    ],
)  # fmt: skip
def test_a_source_with_such_a_group_is_read(source: str) -> None:
    assert any(map(is_possessive_group, strings(source)))
    assert TRACE.search(source)


def test_values_in_f_strings_count_as_groups() -> None:
    assert any(map(is_possessive_group, strings('re.compile(rf"{WORD}++")')))
    assert not any(map(is_possessive_group, strings('re.compile(rf"(?:{WORD})+")')))
