"""The pool of connections to PostgreSQL, in processes whose threads share one (decision 176).

Each process has a pool of its own, made after it was forked: a connection that two processes share
mixes up their answers. Commands, beat, mailgate and workers of Celery have no pool; they do one
thing at a time, and Celery would close the pool after each task.
"""

from __future__ import annotations

from django.conf import settings
from django.db import connections

BACKEND = "ttr_site.pooled_postgresql"
TIMEOUT = 5.0
"""Seconds that a request waits for a connection, as long as for a new one without a pool."""
MAX_IDLE = 60.0
"""Seconds after which a connection beyond the least number is closed if nobody has used it."""


def pool_connections() -> bool:
    """Let the threads of this process share a pool from now on; say whether they do.

    Called once, in a process that has been forked. There is none on SQLite, nor where
    DATABASE_POOL_MAX is 0.
    """
    described = connections.settings["default"]
    if settings.POOL_SIZES is None or not described["ENGINE"].endswith("postgresql"):
        return False
    connections.close_all()
    described |= {
        "ENGINE": BACKEND,
        # The pool keeps what is open, and the backend looks whether it lives.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": {
            **described["OPTIONS"],
            "pool": {
                **settings.POOL_SIZES,
                "timeout": TIMEOUT,
                "max_idle": MAX_IDLE,
                # Attempts come seldomer and seldomer until this has passed, and then anew.
                "reconnect_timeout": TIMEOUT,
            },
        },
    }
    # What this thread has already is of the other kind.
    del connections["default"]
    return True


def close_pool() -> None:
    """Close the pool of this process, where it has one, and wait for its threads."""
    if connections.settings["default"]["ENGINE"] == BACKEND:
        connections["default"].close()
        connections["default"].close_pool()  # type: ignore[attr-defined]
