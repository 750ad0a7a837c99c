"""The connection of a thread, taken from the pool of its process."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from psycopg import Error
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Takes no dead connection from the pool.

    The pool's own check drops one dead connection at a time, with growing waits between them. After
    a restart of the database the first request would check all idle ones, and be refused before it
    reached a live one. Here the first dead one discards all that are as old.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a working connection, new or from the pool.

        :raises psycopg.Error: if the database is away for longer than the pool waits.
        """
        taken = super().get_new_connection(conn_params)
        pool = self.pool
        if pool is None:
            return taken
        try:
            ConnectionPool.check_connection(taken)
        except Error:
            pool.putconn(taken)
            pool.drain()
            # The next one was made a moment ago.
            taken = super().get_new_connection(conn_params)
        return taken
