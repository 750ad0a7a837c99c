"""The tables, indexes, constraints and triggers of a database, without the order of columns.

Run as a program, print them as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django
from django.db.backends.base.base import BaseDatabaseWrapper

QUESTIONS = {
    "sqlite": (
        """SELECT m.name, c.name, c.type, c."notnull", c.dflt_value, c.pk
           FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'""",
        """SELECT m.name, k."from", k."table", k."to"
           FROM sqlite_master m, pragma_foreign_key_list(m.name) k""",
        "SELECT tbl_name, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger')",
    ),
    "postgresql": (
        """SELECT table_name, column_name, data_type, character_maximum_length, is_nullable,
           column_default, is_identity
           FROM information_schema.columns WHERE table_schema = current_schema()""",
        """SELECT c.relname, attname, attstorage FROM pg_attribute
           JOIN pg_class c ON c.oid = attrelid JOIN pg_namespace n ON n.oid = relnamespace
           WHERE relkind IN ('r', 'p') AND attnum > 0 AND nspname = current_schema()
           AND NOT attisdropped""",
        """SELECT tablename, indexname, indexdef FROM pg_indexes
           WHERE schemaname = current_schema()""",
        """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
           FROM pg_constraint WHERE connamespace = current_schema()::regnamespace""",
        """SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger
           WHERE NOT tgisinternal""",
    ),
}
"""What to ask of the catalogue."""


def schema_of(connection: BaseDatabaseWrapper) -> list[list[str]]:
    """The answers of the catalogue, each sorted, as text."""
    found = []
    for question in QUESTIONS[connection.vendor]:
        with connection.cursor() as cursor:
            cursor.execute(question)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        found.append(sorted(" ".join(str(row).split()) for row in rows))
    return found


if __name__ == "__main__":
    django.setup()
    from django.db import connection

    sys.stdout.write(json.dumps(schema_of(connection)))
