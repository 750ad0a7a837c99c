"""Whether an error means that the database does not answer, or takes no changes."""

from __future__ import annotations

import sqlite3

import psycopg
from django.db import DatabaseError, Error, InterfaceError, OperationalError, connection

# SQLSTATE: connections, the server goes down or comes up, too many connections.
AWAY = ("08", "57P", "53300")
READ_ONLY = "25006"
DISK_FULL = "53100"
OF_SQLITE = ("SQLITE_READONLY", "SQLITE_FULL", "SQLITE_IOERR_WRITE")
"""The beginnings of its names for a file that cannot be written, and for a full disk."""
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


def takes_no_changes(error: BaseException | None) -> bool:
    """Whether the database can be read and not written: it is read-only, or its disk is full."""
    if not isinstance(error, DatabaseError):
        return False
    match error.__cause__:
        case psycopg.Error() as cause:
            return (cause.diag.sqlstate or cause.sqlstate) in (READ_ONLY, DISK_FULL)
        case sqlite3.OperationalError() as cause:
            return getattr(cause, "sqlite_errorname", "").startswith(OF_SQLITE)
    return False


def renew_connections() -> None:
    """Let the pool of this process make its connections again, if it has one.

    A session stays read-only when the setting with which it began has changed.
    """
    pool = getattr(connection, "pool", None)
    if pool is not None:
        pool.drain()


def _is_of_the_line(error: BaseException | None) -> bool:
    match error:
        case psycopg.OperationalError():
            state = error.diag.sqlstate or error.sqlstate
            return state is None or state.startswith(AWAY)
        case sqlite3.OperationalError():
            return getattr(error, "sqlite_errorname", "") == "SQLITE_CANTOPEN"
    return False
