"""Databases of their own, in which releases are upgraded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.fixtures.commands import database_url


@pytest.fixture
def new_database(tmp_path: Path, worker_id: str) -> Iterator[str]:
    """The address of an empty database, of the kind that the tests run on."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'site.sqlite3'}"
        return
    name = f"{connection.settings_dict['NAME']}_upgraded_{worker_id}"
    server = re.sub(r"/[^/]*$", "/postgres", database_url())
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        line.execute(f"CREATE DATABASE {name}")
        yield re.sub(r"/[^/]*$", f"/{name}", database_url())
        line.execute(f"DROP DATABASE {name} WITH (FORCE)")
