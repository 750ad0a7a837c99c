"""Checks of single keys of a board file, each with the sentence that says what to mend."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from engine.board.decoding import Document, Row

Check = Callable[[Document, Row, str], None]
"""Refuses the value of a key.

:raises BoardError: says what to write there.
"""


def check_row(
    document: Document,
    row: object,
    what: str,
    needed: Mapping[str, Check],
    optional: Mapping[str, Check] | None = None,
) -> Row:
    """Check that a row is an object with the keys it needs and no others, each with its value."""
    if not isinstance(row, Row):
        raise document.fault(document.root, f"Make {what} an object; found {row!r}.")
    known = {**needed, **(optional or {})}
    for key in needed:
        document.require(key in row, row, f"Add the key {key!r} to {what}.")
    for key in row:
        document.require(key in known, row, f"Remove the unknown key {key!r} from {what}.", key)
    for key, check in known.items():
        if key in row:
            check(document, row, key)
    return row


def anything(document: Document, row: Row, key: str) -> None:
    """Allow any value: it is checked elsewhere."""


def rows(document: Document, parent: Row, key: str) -> None:
    """Want a list of objects, at least one."""
    found = parent[key]
    is_list = isinstance(found, list) and all(isinstance(row, Row) for row in found)
    document.require(is_list, parent, f"Make {key!r} a list of objects.", key)
    document.require(bool(found), parent, f"List at least one of the {key}.", key)


def text(document: Document, row: Row, key: str) -> None:
    """Want a text that is not empty."""
    is_text = isinstance(row[key], str) and row[key] != ""
    document.require(is_text, row, f"Make {key!r} a text; found {row[key]!r}.", key)


def texts(document: Document, row: Row, key: str) -> None:
    """Want a list of texts."""
    found = row[key]
    is_list = isinstance(found, list) and all(isinstance(one, str) and one for one in found)
    document.require(is_list, row, f"Make {key!r} a list of texts.", key)


def flag(document: Document, row: Row, key: str) -> None:
    """Want true or false."""
    is_flag = isinstance(row[key], bool)
    document.require(is_flag, row, f"Make {key!r} true or false; found {row[key]!r}.", key)


def number(least: int, most: int = 1000) -> Check:
    """Want a whole number between two limits."""

    def check(document: Document, row: Row, key: str) -> None:
        value = row[key]
        fits = type(value) is int and least <= value <= most
        sentence = f"Make {key!r} a whole number from {least} to {most}; found {value!r}."
        document.require(fits, row, sentence, key)

    return check


def one_of(*choices: Any) -> Check:
    """Want one of a few values."""

    def check(document: Document, row: Row, key: str) -> None:
        listed = ", ".join(map(str, choices))
        sentence = f"Make {key!r} one of {listed}; found {row[key]!r}."
        document.require(row[key] in choices, row, sentence, key)

    return check


def each(names: Collection[str], check: Check) -> Mapping[str, Check]:
    """The same check for several keys."""
    return dict.fromkeys(names, check)


def is_numbers(value: object, count: int) -> bool:
    """Whether a value is a list of n numbers."""
    return (
        isinstance(value, list)
        and len(value) == count
        and all(isinstance(n, int | float) and not isinstance(n, bool) for n in value)
    )
