"""Play on a site as in production without and beside a flood, alternately."""

from __future__ import annotations

import math
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from queue import Queue
from typing import Final

from tools.front_door.clients import READ, Target
from tools.front_door.verdict import Case, Flooded, start_flood
from tools.load.players import MOVES, Players, Tally, Turn
from tools.site.mail_server import MailServer
from tools.site.processes import BEAT, GATE, STREAMS, WEB, WORKER, Site, site_in_use
from tools.site.spent import Servers, processor_time

WARM_UP: Final = 3
"""Seconds: the first requests of a process take what all later ones have."""
AHEAD: Final = 0.5
"""Seconds that a flood has begun before the players beside it do."""
ACCOUNTS: Final = 20
"""People whose passwords the flood tries, and for whom it asks for mails."""
REST: Final = 30
"""Seconds for which the worker may send what one flood had it write, before the next turn."""
RATE: Final = 100
"""Requests of a flood a second at most."""
MOVES_A_SECOND: Final = 3
READS: Final = 10
"""A second at most, of a flood that reads: pages cost what they cost, and networks are many."""
NUMBERS: Final = 100_000
"""Anonymous users of one turn: later ones have other networks and sign up by other names."""


def moves_wanted(plan: Namespace) -> int:
    """The games in which somebody's turn is waited for that a measurement takes."""
    once = _turns_in(plan.seconds / plan.turns)
    return 2 * once * int(plan.turns) * len(plan.endpoints) + _turns_in(WARM_UP)


def measured(plan: Namespace) -> Iterator[Case]:
    """Start the site on a database made by ``tools.load make``, and flood its endpoints in order.

    ``plan`` is what the command line asks for.
    """
    database = f"{plan.server}/{plan.database}"
    broker, cache = f"{plan.redis}/7", f"{plan.redis}/6"
    where = {"database": database, "broker": broker, "cache": cache}
    with site_in_use("front-door", **where, smtp=MailServer(keep=0).port) as site:
        from tools.load.playing import wait_for_mails
        from tools.load.turns import turns_now

        site.environment["NIGHT_MAIL_BEHIND_PROXY"] = "1"
        known = _accounts()
        turns = iter(turns_now())
        site.open(WEB, WORKER, BEAT, STREAMS, GATE)
        target = Target(site.port, site.gate, known, site.streams, _public_games())
        _play(site.port, turns, WARM_UP)
        for number, endpoint in enumerate(plan.endpoints):
            case = Case(endpoint)
            for turn in range(plan.turns):
                wait_for_mails(REST)
                quiet = _play(site.port, turns, plan.seconds / plan.turns)
                servers = Servers(**where)
                before = Counter(processor_time(site))
                first = NUMBERS * (number * plan.turns + turn)
                beside, flooded = _beside_flood(site, target, turns, plan, endpoint, first)
                spent = Counter(processor_time(site))
                spent.subtract(before)
                case.add(quiet, beside, flooded, spent + Counter(servers.stop()))
            yield case


def _beside_flood(
    site: Site, target: Target, turns: Iterator[Turn], plan: Namespace, endpoint: str, first: int
) -> tuple[Tally, Flooded]:
    """Let players play while anonymous users, of these numbers on, flood an endpoint."""
    seconds = plan.seconds / plan.turns
    rate = READS if endpoint in READ else RATE
    end = start_flood(endpoint, target, seconds=seconds + 2 * AHEAD, rate=rate, first=first)
    time.sleep(AHEAD)
    return _play(site.port, turns, seconds), end()


class _SignedIn(Players):
    """Players of whom nobody may be refused anything."""

    def _note(self, kind: str, seconds: float, status: int) -> None:
        super()._note(kind, seconds, status)
        if 400 <= status < 500:
            with self._lock:
                self.tally.failures[f"{kind} {status}"] += 1


def _play(port: int, turns: Iterator[Turn], seconds: float) -> Tally:
    """Let one player after the other move, at a pace."""
    wanted = _turns_in(seconds)
    some = list(islice(turns, wanted))
    if len(some) < wanted:
        raise ValueError("There are too few games: name a database with more of them.")
    players = _SignedIn(port, some, Queue(), MOVES)
    players.play(seconds, threads=1, rate=MOVES_A_SECOND)
    return players.tally


def _turns_in(seconds: float) -> int:
    return math.ceil(seconds * MOVES_A_SECOND) + 1


def _accounts() -> list[str]:
    """The addresses of some people, who have a password from now on."""
    from django.contrib.auth.hashers import make_password

    from games.people.models import Person

    password = make_password("a lamp in the night")
    people = list(Person.objects.filter(email__gt="").order_by("pk")[:ACCOUNTS])
    Person.objects.filter(pk__in=[one.pk for one in people]).update(password=password)
    return [one.email for one in people]


def _public_games() -> list[str]:
    """The codes of some games that everybody may see."""
    from games.tables.models import Game

    games = Game.objects.filter(public=True, version__gte=0, practice=False)
    return list(games.order_by("pk").values_list("code", flat=True)[:200])
