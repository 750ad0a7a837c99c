"""Play on a site as in production without and beside a flood, by turns."""

from __future__ import annotations

import math
import os
import smtplib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from queue import Queue
from typing import Final

from tools.front_door.flood import start_flood
from tools.front_door.gets import READ
from tools.front_door.strangers import Target
from tools.front_door.verdict import Case
from tools.load.players import MOVES, Players, Tally, Turn
from tools.load.playing import turns_now
from tools.load.processes import PATIENCE, Site, spent_by
from tools.load.servers import Servers
from tools.load.sink import Sink
from tools.load.site import open_site
from tools.local_site import free_port

WARM_UP: Final = 3
"""Seconds: the first requests of a process take what all later ones have."""
AHEAD: Final = 0.5
"""Seconds that a flood has begun before the players beside it do."""
ACCOUNTS: Final = 20
"""People at whose accounts strangers try passwords, and for whom they ask for mails."""
REST: Final = 30
"""Seconds for which the worker may send what one flood had it write, before the next turn."""
READS: Final = 10
"""A second at most, of a flood that reads: pages cost what they cost, and networks are many."""
NUMBERS: Final = 100_000
"""Of strangers of one turn: later ones come from other networks, and sign up by other names."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where a site is started, and how long and how often strangers and players come."""

    database: str
    broker: str
    cache: str
    doors: Sequence[str]
    seconds: float
    turns: int
    rate: float
    connections: int
    moves: float
    """A second, of the players together; each is a page, a move and the page after it."""


def moves_wanted(plan: Plan) -> int:
    """The games in which somebody's turn is waited for that a measurement takes."""
    once = _turns_in(plan.seconds / plan.turns, plan.moves)
    return 2 * once * plan.turns * len(plan.doors) + _turns_in(WARM_UP, plan.moves)


def measured(plan: Plan) -> Iterator[Case]:
    """Start the site on a database made by ``tools.load make``, and flood its doors in order."""
    sink = Sink()
    site = _SiteWithGate(
        database=plan.database, broker=plan.broker, cache=plan.cache, smtp=sink.port
    )
    os.environ.update(site.environment)
    open_site(plan.database)
    sink.start()
    try:
        known = _accounts()
        turns = iter(turns_now())
        site.start()
        target = Target(site.port, site.gate, known, site.streams, _public_games())
        _play(site.port, turns, WARM_UP, plan.moves)
        for number, door in enumerate(plan.doors):
            case = Case(door)
            for turn in range(plan.turns):
                _turn(case, site, target, turns, plan, NUMBERS * (number * plan.turns + turn))
            yield case
    finally:
        site.stop()
        sink.stop()


def _turn(
    case: Case, site: _SiteWithGate, target: Target, turns: Iterator[Turn], plan: Plan, first: int
) -> None:
    seconds = plan.seconds / plan.turns
    _let_mails_leave()
    quiet = _play(site.port, turns, seconds, plan.moves)
    servers = Servers(database=plan.database, broker=plan.broker, cache=plan.cache)
    servers.start()
    before = Counter(site.processor_time())
    rate = min(plan.rate, READS) if case.door in READ else plan.rate
    end = start_flood(
        case.door, target, seconds=seconds + 2 * AHEAD, rate=rate,
        connections=plan.connections, first=first,
    )  # fmt: skip
    time.sleep(AHEAD)
    beside = _play(site.port, turns, seconds, plan.moves)
    flooded = end()
    spent = Counter(site.processor_time())
    spent.subtract(before)
    case.add(quiet, beside, flooded, spent + Counter(servers.stop()))


class _SiteWithGate(Site):
    """A site behind a proxy, with its mail gate."""

    def __init__(self, *, database: str, broker: str, cache: str, smtp: int) -> None:
        super().__init__(database=database, broker=broker, cache=cache, smtp=smtp)
        self.gate, self.streams = free_port(), free_port()
        self.environment |= {
            "NIGHT_MAIL_BEHIND_PROXY": "1",
            "NIGHT_MAIL_STREAM_BIND": f"127.0.0.1:{self.streams}",
        }

    def start(self, *, beat: bool = True) -> None:
        super().start(beat=beat)
        config = "python:ttr_site.gunicorn_stream"
        self._start("streams", "gunicorn", "ttr_site.asgi", "--config", config)
        self._start("mailgate", "manage", "mailgate", "--port", str(self.gate))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(OSError), smtplib.SMTP("127.0.0.1", self.gate, timeout=2):
                return
            time.sleep(0.2)
        raise TimeoutError(f"The mail gate does not answer: look into {self.folder}.")

    def processor_time(self) -> dict[str, float]:
        return super().processor_time() | {"mailgate": spent_by(self._running["mailgate"].pid)}


class _SignedIn(Players):
    """Players of whom nobody may be refused anything."""

    def _note(self, kind: str, seconds: float, status: int) -> None:
        super()._note(kind, seconds, status)
        if 400 <= status < 500:
            with self._lock:
                self.tally.failures[f"{kind} {status}"] += 1


def _play(port: int, turns: Iterator[Turn], seconds: float, rate: float) -> Tally:
    """Let one player after the other move, at a pace."""
    wanted = _turns_in(seconds, rate)
    some = list(islice(turns, wanted))
    if len(some) < wanted:
        raise ValueError("There are too few games: name a database with more of them.")
    players = _SignedIn(port, some, Queue(), MOVES)
    players.play(seconds, threads=1, rate=rate)
    return players.tally


def _turns_in(seconds: float, rate: float) -> int:
    return math.ceil(seconds * rate) + 1


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


def _let_mails_leave() -> None:
    """Wait until the worker has nothing to send, or not for much longer."""
    from games.notifications.models import DeliveryStatus, Mail

    end = time.monotonic() + REST
    while time.monotonic() < end and Mail.objects.filter(status=DeliveryStatus.PENDING).exists():
        time.sleep(0.2)
