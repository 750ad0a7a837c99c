"""Figures on PostgreSQL, in processes of their own: a site has one database."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import psycopg

from tools.bench.figure import Figure
from tools.bench.site import open_site
from tools.load.site import create_database, drop_database

SERVER = "postgres://postgres@127.0.0.1:5432"


def on_postgresql(name: str, measure: Callable[[], Figure]) -> Figure:
    """What ``measure`` finds on an empty database that is dropped afterwards.

    Where no PostgreSQL answers, the figure is missed: a promise that nobody measured is not kept.
    """
    try:
        with passing_database() as database, ProcessPoolExecutor(1, get_context("spawn")) as other:
            return other.submit(_measured, database, measure).result()
    except psycopg.OperationalError:
        text = (
            f"not measured, no PostgreSQL answers at {SERVER}; --without-postgresql leaves it out"
        )
        return Figure(name, text, enough=False)


def _measured(database: str, measure: Callable[[], Figure]) -> Figure:
    open_site(database)
    return measure()


@contextmanager
def passing_database() -> Iterator[str]:
    """The address of an empty database, one for each process, that is dropped afterwards."""
    name = f"night_mail_bench_{os.getpid()}"
    create_database(SERVER, name)
    try:
        yield f"{SERVER}/{name}"
    finally:
        drop_database(SERVER, name)
