"""The parts of a measurement. Each runs in a process of its own, which has one database."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Final

from tools.load.growth import Asked
from tools.site.databases import open_site
from tools.site.mail_server import MailServer
from tools.site.processes import site_in_use

WORKER_PROCESSES = 2
"""Processes of the Celery worker, one for each core of a small machine; installs have five."""
KEPT_MAILS: Final = 500
"""Mails that players may answer, at a time."""


def make(database: str, games: int, templates: int) -> str:
    """Fill an empty database with games, copies of ``templates`` ones; say how long it took."""
    began = time.perf_counter()
    open_site(database)

    from django.db import connection
    from django.utils.timezone import now

    from tools.load.population import make_games

    make_games(games, now=now(), templates=templates)
    with connection.cursor() as cursor:
        # Indexes of rows that changed afterwards lead to what is no longer there.
        cursor.execute("VACUUM ANALYZE")
    return f"written in {time.perf_counter() - began:.0f} s"


def visit(database: str, names: Sequence[str]) -> dict[str, Asked]:
    """What each visit asks of a database; see :func:`tools.load.measuring.measure`."""
    open_site(database)
    logging.disable(logging.ERROR)

    from tools.load.measuring import measure

    return measure(names)


def play(database: str, redis: str, seconds: float, only_moves: bool) -> tuple[list[str], bool]:
    """Let players play on a database; return the report, and whether all was as promised."""
    post = MailServer(keep=KEPT_MAILS)
    where = {"database": database, "broker": f"{redis}/14", "cache": f"{redis}/15"}
    with site_in_use("load", **where, smtp=post.port, workers=WORKER_PROCESSES) as site:
        from tools.load import playing

        run = playing.play(site, post, seconds=seconds, only_moves=only_moves)
    return list(run.lines()), not run.faults()
