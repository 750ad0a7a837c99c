"""Database triggers that keep a table append-only (decision 83).

Django rebuilds a table of SQLite when it alters it and the triggers are lost with the old one: a
migration that alters such a table must put them on again.

A table of PostgreSQL may be partitioned. Rows are guarded in all partitions by the trigger of the
table; against TRUNCATE each partition has a trigger of its own.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

ON_SQLITE: Final = ("update", "delete")
ON_POSTGRESQL: Final = ("change", "truncate")


class AppendOnly:
    """The two triggers of one table, and the reason that they give.

    Rows whose ``column`` is among those of the same name in the table ``but_for`` may be deleted,
    once there is such a table.
    """

    def __init__(self, table: str, reason: str, *, but_for: str = "", column: str = "") -> None:
        self.table = table
        self.reason = reason
        self.but_for = but_for
        self.column = column

    def install(self, connection: BaseDatabaseWrapper) -> None:
        """Put the triggers on; they must be off."""
        let_go = self.but_for and self.but_for in connection.introspection.table_names()
        if connection.vendor == "sqlite":
            self._execute(connection, _sqlite, f"WHEN NOT {self._deletable}" if let_go else "")
        else:
            deletable = self._deletable if let_go else "FALSE"
            self._execute(connection, _postgresql, deletable)
            with connection.cursor() as cursor:
                for part in self._partitions(connection):
                    cursor.execute(_no_truncate.format(table=self.table, part=part))

    def uninstall(self, connection: BaseDatabaseWrapper) -> None:
        """Take the triggers off: to migrate backwards, and for tests that tamper or clean up."""
        lite = connection.vendor == "sqlite"
        table = "" if lite else f" ON {self.table}"
        with connection.cursor() as cursor:
            for operation in ON_SQLITE if lite else ON_POSTGRESQL:
                cursor.execute(f"DROP TRIGGER IF EXISTS {self.table}_no_{operation}{table}")
            for part in [] if lite else self._partitions(connection):
                cursor.execute(f"DROP TRIGGER IF EXISTS {self.table}_no_truncate ON {part}")

    def restore(self, connection: BaseDatabaseWrapper) -> bool:
        """Put back whichever trigger is missing or switched off; say whether one was.

        No row is touched. Both triggers are made again, so that a left one is not in the way;
        in one transaction, so that nobody writes in between.
        """
        with transaction.atomic(using=connection.alias):
            if self.is_installed(connection):
                return False
            self.uninstall(connection)
            self.install(connection)
        return True

    def is_installed(self, connection: BaseDatabaseWrapper) -> bool:
        """Whether both triggers are there and fire, in each partition too."""
        operations = ON_SQLITE if connection.vendor == "sqlite" else ON_POSTGRESQL
        names = [f"{self.table}_no_{operation}" for operation in operations]
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(
                    "SELECT count(*) FROM sqlite_master "
                    " WHERE type = 'trigger' AND name IN (%s, %s) AND tbl_name = %s",
                    [*names, self.table],
                )
                return bool(cursor.fetchone()[0] == len(operations))
            cursor.execute(_GUARDED, [self.table, self.table, *names])
            tables, triggers = cursor.fetchone()
        return bool(triggers == tables * len(operations))

    def _partitions(self, connection: BaseDatabaseWrapper) -> list[str]:
        """The partitions of the table on PostgreSQL, as they are written in SQL."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT inhrelid::regclass::text FROM pg_inherits"
                " WHERE inhparent = %s::regclass ORDER BY 1",
                [self.table],
            )
            return [name for (name,) in cursor.fetchall()]

    @property
    def _deletable(self) -> str:
        same = f"{self.column} = OLD.{self.column}"
        return f"EXISTS (SELECT 1 FROM {self.but_for} WHERE {same})"  # noqa: S608

    def _execute(
        self, connection: BaseDatabaseWrapper, statements: tuple[str, ...], deletable: str
    ) -> None:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(
                    statement.format(table=self.table, reason=self.reason, deletable=deletable)
                )


_sqlite: Final = tuple(
    f"CREATE TRIGGER {{table}}_no_{operation} BEFORE {operation.upper()} ON {{table}}"
    f" {'{deletable}' if operation == 'delete' else ''}"
    " BEGIN SELECT RAISE(ABORT, '{reason}'); END"
    for operation in ON_SQLITE
)
_postgresql: Final = (
    "CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN"
    " IF TG_OP = 'DELETE' THEN IF {deletable} THEN RETURN OLD; END IF; END IF;"
    " RAISE EXCEPTION '{reason}'; END $$",
    "CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}"
    " FOR EACH ROW EXECUTE FUNCTION {table}_refuse()",
    "CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}"
    " FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()",
)
_no_truncate: Final = (
    "CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {part}"
    " FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()"
)
# The table and its partitions, and how many of the triggers of these names fire on them.
_GUARDED: Final = (
    "WITH guarded AS (SELECT %s::regclass::oid AS relid UNION ALL"
    " SELECT inhrelid FROM pg_inherits WHERE inhparent = %s::regclass)"
    " SELECT (SELECT count(*) FROM guarded), count(*) FROM pg_trigger, guarded"
    " WHERE tgrelid = relid AND tgname IN (%s, %s) AND tgenabled IN ('O', 'A')"
)
