"""Whether an error means that the database, or the pool before it, does not answer."""

from __future__ import annotations

import sqlite3

import psycopg
from django.db import Error, InterfaceError, OperationalError

# SQLSTATE: connections, the server goes down or comes up, too many connections.
AWAY = ("08", "57P", "53300")
RETRY_AFTER = 30
"""Seconds after which to ask again."""


def is_away(error: BaseException | None) -> bool:
    """Whether it is not the question that failed, but there was nobody to answer it."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    # The error of the end of a transaction may hide the one that broke it.
    inner = [error.__cause__]
    if isinstance(error.__context__, Error):
        inner.append(error.__context__.__cause__)
    return any(_is_of_the_line(one) for one in inner)


def _is_of_the_line(error: BaseException | None) -> bool:
    match error:
        case psycopg.OperationalError():
            state = error.diag.sqlstate or error.sqlstate
            return state is None or state.startswith(AWAY)
        case sqlite3.OperationalError():
            return getattr(error, "sqlite_errorname", "") == "SQLITE_CANTOPEN"
    return False
