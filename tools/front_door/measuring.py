"""Play on a site as in production without and beside a flood, alternately."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from queue import Queue
from typing import Final

from tools.front_door.clients import READ
from tools.front_door.flood import flood
from tools.front_door.verdict import Case
from tools.load.players import MOVES, Players, Tally
from tools.site.mail_server import MailServer
from tools.site.processes import BEAT, GATE, STREAMS, WEB, WORKER, site_in_use

WARM_UP: Final = 3
"""Seconds: the first requests of a process take what all later ones have."""
AHEAD: Final = 0.5
"""Seconds that a flood has begun before the players beside it do."""
REST: Final = 30
"""Seconds for which the worker may send what one flood had it write, before the next turn."""
RATE: Final = 100
"""Requests of a flood a second at most."""
MOVES_A_SECOND: Final = 3
READS: Final = 10
"""A second at most, of a flood that reads: pages cost what they cost, and networks are many."""
WAITING: Final = 0.1
"""The least share of the games of a database that wait for a turn."""
NUMBERS: Final = 100_000
"""Anonymous users of one turn: later ones have other networks and sign up by other names."""


def games_wanted(plan: Namespace) -> int:
    """The games of a database in which as many wait for a turn as a measurement takes."""
    floods = plan.turns * len(plan.endpoints)
    seconds = WARM_UP + 2 * plan.seconds * len(plan.endpoints)
    # Each span of play may begin one more.
    return int((seconds * MOVES_A_SECOND + 2 * floods + 1) / WAITING)


def measured(plan: Namespace, database: str) -> Iterator[Case]:
    """Start the site on a database of games, and flood its endpoints in order.

    ``plan`` is what the command line asks for.
    """
    where = {"database": database, "broker": f"{plan.redis}/7", "cache": f"{plan.redis}/6"}
    with site_in_use("front-door", **where, smtp=MailServer(keep=0).port) as site:
        from tools.front_door.target import target_in
        from tools.load.playing import wait_for_mails
        from tools.load.turns import turns_now

        site.environment["NIGHT_MAIL_BEHIND_PROXY"] = "1"
        site.open(WEB, WORKER, BEAT, STREAMS, GATE)
        # It changes passwords, which ends the sessions of before.
        target = target_in(site)
        players = Players(site.port, turns_now(), Queue(), MOVES)
        _play(players, WARM_UP, Tally())
        first, seconds = 0, plan.seconds / plan.turns
        for endpoint in plan.endpoints:
            case = Case(endpoint)
            rate = READS if endpoint in READ else RATE
            for _turn in range(plan.turns):
                wait_for_mails(REST)
                _play(players, seconds, case.quiet)
                with ProcessPoolExecutor(1, get_context("spawn")) as process:
                    beside = process.submit(
                        flood, endpoint, target, seconds + 2 * AHEAD, rate, first
                    )
                    time.sleep(AHEAD)
                    _play(players, seconds, case.beside)
                    answers, took = beside.result()
                case.answers += answers
                case.took += took
                first += NUMBERS
            yield case


def _play(players: Players, seconds: float, tally: Tally) -> None:
    """Let one player after the other move, at a pace, and add what was done to a tally."""
    players.tally = tally
    players.play(seconds, threads=1, rate=MOVES_A_SECOND)
