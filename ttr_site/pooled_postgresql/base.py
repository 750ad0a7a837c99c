"""The connection of a thread that comes out of the pool of its process."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from psycopg import Error
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Takes no dead connection out of the pool.

    The check of the pool itself drops one dead connection at a time and waits longer and longer
    between two of them: after a restart of the database the first request would look at all that
    lay idle, and be refused before it came to a live one. Here the first that is dead condemns all
    that are as old.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that answers, new or out of the pool.

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
            # What comes now was made a moment ago.
            taken = super().get_new_connection(conn_params)
        return taken
