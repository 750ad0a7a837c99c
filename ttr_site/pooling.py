"""The pool of connections to PostgreSQL, in processes whose threads share one (decision 176).

Each process has a pool of its own, made after the fork: a connection shared by two processes mixes
up their answers. Commands, beat, mailgate and Celery workers have no pool; they do one thing at a
time, and Celery would close the pool after each task.
"""

from __future__ import annotations

from django.conf import settings
from django.db import connections

BACKEND = "ttr_site.pooled_postgresql"
TIMEOUT = 5.0
"""Seconds that a request waits for a connection, as long as for a new one without a pool."""
MAX_IDLE = 60.0
"""Seconds after which an unused connection beyond the minimum is closed."""


def pool_connections() -> bool:
    """Let the threads of this process share a pool from now on; return whether they do.

    Call it once, in a forked process. There is no pool on SQLite, nor if DATABASE_POOL_MAX is 0.
    """
    described = connections.settings["default"]
    if settings.POOL_SIZES is None or not described["ENGINE"].endswith("postgresql"):
        return False
    connections.close_all()
    described |= {
        "ENGINE": BACKEND,
        # The pool keeps connections open, and the backend checks them.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": {
            **described["OPTIONS"],
            "pool": {
                **settings.POOL_SIZES,
                "timeout": TIMEOUT,
                "max_idle": MAX_IDLE,
                # Reconnection attempts back off until this has passed, and then start again.
                "reconnect_timeout": TIMEOUT,
            },
        },
    }
    # The connection that this thread already has is not from the pool.
    del connections["default"]
    return True


def close_pool() -> None:
    """Close the pool of this process, if any, and wait for its threads."""
    if connections.settings["default"]["ENGINE"] == BACKEND:
        connections["default"].close()
        connections["default"].close_pool()  # type: ignore[attr-defined]
