"""Errors as the log may show them: type and place, and rarely their texts (decision 110).

Texts of Python and the database may contain a row or a key, and so a hand. The texts of the few
errors below come from the program, or name a server that is down.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import sqlite3
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Final

import psycopg

HARMLESS: Final = frozenset(
    {
        "builtins.ImportError",
        "builtins.ModuleNotFoundError",
        "django.core.exceptions.DisallowedHost",
        "django.core.exceptions.ImproperlyConfigured",
        "games.leagues.season.plan.SeasonCannotBePaired",
        "games.notifications.registry.RenderError",
        "games.play.bot_process.Overrun",
        "psycopg_pool.PoolTimeout",
        "redis.exceptions.ConnectionError",
        "redis.exceptions.TimeoutError",
    }
)
"""Errors whose texts cannot contain a hand; not their subclasses."""
# Of SQLite: the others may quote a value.
NAMES_ALONE: Final = re.compile(
    r"(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed(?:: [\w., ]+)?"
    r"|no such (?:table|column): [\w.]+|database (?:table )?is locked|unable to open database file"
)
MOST: Final = 20
"""The maximum number of shown errors of a chain or a group."""


class _Shown:
    """Replaces an error in a message, whatever the format."""

    def __init__(self, error: BaseException) -> None:
        self._text = shown(error)

    def __repr__(self) -> str:
        return self._text


def shown(error: BaseException) -> str:
    """Return an error by its type, and those parts of it that are known to be harmless.

    >>> shown(KeyError("purple")), shown(ConnectionRefusedError(111, "at purple"))
    ('KeyError', 'ConnectionRefusedError (ECONNREFUSED: Connection refused)')
    """
    name = _name(error)
    shown = name.removeprefix("builtins.")
    if name in HARMLESS:
        return f"{shown}: {error}" if str(error) else shown
    details = _details(error)
    return f"{shown} ({details})" if details else shown


def error_of(record: logging.LogRecord) -> BaseException | None:
    """Return the error of a record."""
    return record.exc_info[1] if record.exc_info else None


def traceback_of(error: BaseException) -> str:
    """Return the traceback of an error and its causes, as Python shows it, without texts."""
    parts: list[str] = []
    for one, link in reversed(list(_chain(error))):
        parts += [*_places(one.__traceback__), shown(one)]
        if link:
            parts += ["", link, ""]
    return "\n".join(parts)


def message_of(record: logging.LogRecord) -> str:
    """Return the message of a record, with errors replaced by their types."""
    text = str(_safe(record.msg))
    if record.args:
        text %= _arguments(record)
    error = error_of(record)
    # Libraries copy texts of errors into their own messages.
    for one, _link in _chain(error) if error is not None else ():
        if _name(one) not in HARMLESS:
            for said in _said(one):
                text = shown(one).join(re.split(rf"(?<!\w){re.escape(said)}(?!\w)", text))
    return text


def _said(error: BaseException) -> list[str]:
    """Return what a message may quote of an error, the longest first."""
    texts = [text for text in error.args if isinstance(text, str)]
    found = {*texts, *map(repr, texts)}
    for write in (repr, str):
        # Another program's error.
        with suppress(Exception):
            found.add(write(error))
    return sorted(found - {""}, key=len, reverse=True)


def _arguments(record: logging.LogRecord) -> Any:
    arguments = _safe(record.args)
    if record.name.startswith("celery.") and isinstance(arguments, dict):
        # Already formatted by Celery.
        error = error_of(record)
        hidden = {
            "exc": shown(error) if error else "…",
            "traceback": "…",
            "args": "…",
            "kwargs": "…",
        }
        arguments |= {name: text for name, text in hidden.items() if name in arguments}
    return arguments


def _safe(value: object) -> object:
    """Return the same, with its errors replaced by what may be shown."""
    match value:
        case BaseException():
            return _Shown(value)
        case dict():
            return {key: _safe(one) for key, one in value.items()}
        case list():
            return [_safe(one) for one in value]
        case tuple() if type(value) is tuple:
            return tuple(_safe(one) for one in value)
    return value


def _name(error: BaseException) -> str:
    return f"{type(error).__module__}.{type(error).__qualname__}"


def _details(error: BaseException) -> str:
    """Return details without values: states, names of constraints, numbers of the system."""
    if _name(error).startswith("django.db.utils.") and error.__cause__ is not None:
        return _details(error.__cause__)
    match error:
        case psycopg.Error():
            return _details_of_postgresql(error)
        case sqlite3.Error():
            said = str(error)
            known = [said] if NAMES_ALONE.fullmatch(said) else []
            return ": ".join([*filter(None, [getattr(error, "sqlite_errorname", "")]), *known])
        case OSError(errno=int(number)) if number in errno.errorcode:
            return f"{errno.errorcode[number]}: {os.strerror(number)}"
    code = getattr(error, "smtp_code", None)
    return f"SMTP {code}" if isinstance(code, int) else ""


def _details_of_postgresql(error: psycopg.Error) -> str:
    diag = error.diag
    state = diag.sqlstate or error.sqlstate
    if state is None:
        # Of the connection, before any row was read.
        return " ".join(str(error).split()) if isinstance(error, psycopg.OperationalError) else ""
    found: Mapping[str, str | None] = {
        "SQLSTATE": state,
        "constraint": diag.constraint_name,
        "table": diag.table_name,
        "column": diag.column_name,
    }
    return ", ".join(f"{name} {value}" for name, value in found.items() if value)


def _chain(error: BaseException) -> Iterator[tuple[BaseException, str]]:
    """Return an error and its causes, the last first, each with the phrase that joins it."""
    seen: set[int] = set()
    waiting: list[tuple[BaseException, str]] = [(error, "")]
    while waiting and len(seen) < MOST:
        one, link = waiting.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one, link
        if one.__cause__ is not None:
            waiting.append((one.__cause__, "It was the direct cause of the following error:"))
        elif one.__context__ is not None and not one.__suppress_context__:
            waiting.append((one.__context__, "While it was dealt with, another error occurred:"))
        if isinstance(one, BaseExceptionGroup):
            waiting += [(inner, "It is one of the following group:") for inner in one.exceptions]


def _places(trace: TracebackType | None) -> list[str]:
    if trace is None:
        return []
    lines = traceback.StackSummary.extract(traceback.walk_tb(trace)).format()
    return ["Traceback (most recent call last):", *(line.rstrip("\n") for line in lines)]
