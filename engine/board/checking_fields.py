"""Checks of single keys of a board file, each with the sentence that says what to mend."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.board.decoding import Document, Row


def check_keys(
    document: Document,
    row: object,
    what: str,
    needed: Collection[str],
    allowed: Collection[str] = (),
) -> Row:
    """Check that a row is an object with the keys it needs and no key besides those allowed."""
    if not isinstance(row, Row):
        raise document.fault(document.root, f"Make {what} an object; found {row!r}.")
    for key in needed:
        if key not in row:
            raise document.fault(row, f"Add the key {key!r} to {what}.")
    for key in row:
        if key not in needed and key not in allowed:
            raise document.fault(row, f"Remove the unknown key {key!r} from {what}.", key)
    return row


def check_rows(document: Document, parent: Row, name: str) -> list[Row]:
    """Check that a key holds a list of objects."""
    found = parent[name]
    if not isinstance(found, list) or not all(isinstance(row, Row) for row in found):
        raise document.fault(parent, f"Make {name!r} a list of objects.", name)
    if not found:
        raise document.fault(parent, f"List at least one of the {name}.", name)
    return found


def check_texts(document: Document, row: Row, *names: str) -> None:
    """Check that keys hold texts."""
    for name in names:
        if not isinstance(row[name], str) or not row[name]:
            raise document.fault(row, f"Make {name!r} a text; found {row[name]!r}.", name)


def check_text_list(document: Document, row: Row, name: str) -> None:
    """Check that a key, where it is given, holds a list of texts."""
    texts = row.get(name, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise document.fault(row, f"Make {name!r} a list of texts.", name)


def check_flag(document: Document, row: Row, name: str) -> None:
    """Check that a key, where it is given, holds true or false."""
    if not isinstance(row.get(name, False), bool):
        raise document.fault(row, f"Make {name!r} true or false; found {row[name]!r}.", name)


def check_integer(document: Document, row: Row, key: str, least: int, most: int = 1000) -> int:
    """Check that a key holds a whole number between two limits."""
    value = row[key]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise document.fault(
            row, f"Make {key!r} a whole number from {least} to {most}; found {value!r}.", key
        )
    return value


def check_choice(document: Document, row: Row, key: str, choices: Collection[Any]) -> None:
    """Check that a key holds one of a few values."""
    if row[key] not in choices:
        listed = ", ".join(str(choice) for choice in choices)
        raise document.fault(row, f"Make {key!r} one of {listed}; found {row[key]!r}.", key)


def is_numbers(value: object, count: int) -> bool:
    """Whether a value is a list of n numbers."""
    return (
        isinstance(value, list)
        and len(value) == count
        and all(isinstance(n, int | float) and not isinstance(n, bool) for n in value)
    )
