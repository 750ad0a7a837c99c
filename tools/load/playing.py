"""Play on a database for a while, and say what it took."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from tools.load.players import MOVES, VISITS, Players, Tally, Turn, Visits
from tools.load.processes import Site
from tools.load.servers import Servers
from tools.load.sink import Sink
from tools.load.site import open_site

if TYPE_CHECKING:
    from games.people.models import Person

MOST_TURNS: Final = 8_000
LONGEST_WAIT: Final = 300
"""Seconds after the last move after which mails that have not arrived count as lost."""
SLOWEST: Final = 250
"""Milliseconds that 95 of 100 requests of each kind may take at most."""
FEWEST_MOVES: Final = 40
LAST_MAIL: Final = 60
"""Seconds after the last move within which all mails of a run of moves arrive."""
COUNTERS: Final = "xact_commit, tup_returned, tup_fetched, tup_inserted + tup_updated"


@dataclass(frozen=True, slots=True)
class Run:
    """What a run took; times in seconds, memory in megabytes."""

    games: int
    tally: Tally
    took: float
    mails: int
    expected: int
    last_mail: float
    memory_before: dict[str, list[int]]
    memory: dict[str, list[int]]
    processor: dict[str, float]
    """The seconds of each process and server until the last mail had arrived."""
    generator: float
    engine: str
    database: tuple[int, ...]
    load: tuple[float, float, float]

    only_moves: bool

    def faults(self) -> list[str]:
        """What is not as promised: something failed or was lost, or took too long.

        How many moves there are in a second is promised where players do nothing but move.
        """
        found = [f"failed: {dict(self.tally.failures)}"] if self.tally.failures else []
        if self.mails < self.expected:
            found.append(f"{self.expected - self.mails:,} mails are lost")
        for kind, seconds in self.tally.seconds.items():
            if (slow := _part(seconds, 0.95)) > SLOWEST:
                found.append(f"p95 of {kind} is {slow:.0f} ms (at most {SLOWEST} ms)")
        if self.only_moves and self.tally.moves / self.took < FEWEST_MOVES:
            found.append(f"fewer than {FEWEST_MOVES} moves a second")
        if self.only_moves and self.last_mail > LAST_MAIL:
            found.append(f"the last mail came after more than {LAST_MAIL} s")
        return found

    def lines(self) -> Iterator[str]:
        """The report."""
        tally = self.tally
        yield (
            f"{self.games:,} games: {tally.moves:,} accepted moves in {self.took:.0f} s,"
            f" {tally.moves / self.took:.1f} a second; {tally.replies:,} mails answered;"
            f" the engine is {self.engine}"
        )
        for kind, seconds in sorted(tally.seconds.items()):
            rate = len(seconds) / self.took
            yield (
                f"  {kind:<9} {len(seconds):>6,} requests, {rate:5.1f} a second,"
                f" p50 {_part(seconds, 0.50):4.0f} ms, p95 {_part(seconds, 0.95):4.0f} ms,"
                f" p99 {_part(seconds, 0.99):4.0f} ms"
            )
        late = "none came" if not self.mails else f"the last {self.last_mail:.0f} s after the end"
        yield f"  mails: {self.mails:,} arrived of {self.expected:,} written, {late}"
        for name, now in self.memory.items():
            before = ", ".join(map(str, self.memory_before[name]))
            yield f"  memory of {name}: {', '.join(map(str, now))} MB (before: {before} MB)"
        spent = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in self.processor.items())
        yield f"  processor time: {spent}, generator {self.generator:.1f} s"
        yield self._shares()
        commits, returned, fetched, written = self.database
        moves = max(1, tally.moves)
        yield (
            f"  database: {commits:,} transactions, {returned:,} rows read, {fetched:,} fetched,"
            f" {written:,} written; a move {commits / moves:.0f}, {returned / moves:.0f},"
            f" {fetched / moves:.0f}, {written / moves:.0f}"
        )
        yield f"  load of the machine at the end: {' '.join(f'{one:.1f}' for one in self.load)}"
        faults = self.faults()
        yield f"  FAILS: {'; '.join(faults)}" if faults else "  passes"

    def _shares(self) -> str:
        """Processor time by accepted move, replies among them, and what two cores bear by it."""
        moves = max(1, self.tally.moves + self.tally.replies)
        shares = ", ".join(
            f"{name} {1000 * seconds / moves:.1f}" for name, seconds in self.processor.items()
        )
        whole = sum(self.processor.values()) / moves
        mail = 1000 * self.processor["worker"] / max(1, self.mails)
        return (
            f"  milliseconds a move or reply: {shares}; all {1000 * whole:.1f}, a mail {mail:.1f}"
            f" of the worker; two cores that did nothing else would bear {2 / whole:.0f} a second"
        )


def _part(seconds: list[float], part: float) -> float:
    """Milliseconds that this part of the requests took at most."""
    return 1000 * sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * part))]


def play(
    *,
    database: str,
    broker: str,
    cache: str,
    seconds: float,
    threads: int,
    rate: float,
    visits: Visits = VISITS,
) -> Run:
    """Start a site on a database made by ``make``, let players play on it, and stop it."""
    sink = Sink()
    site = Site(database=database, broker=broker, cache=cache, smtp=sink.port)
    os.environ.update(site.environment)
    open_site(database)

    from django.utils.timezone import now

    from engine import ENGINE
    from games.tables.models import Game

    sink.start()
    try:
        site.start()
        # Mails that an earlier run left are none of this one.
        _wait_for_mails(sink, LONGEST_WAIT)
        sink.forget()
        turns = turns_now()
        # The first requests of a process take what all later ones have: some turns are for them.
        few = max(1, len(turns) // 5)
        Players(site.port, turns[:few], sink.mails, visits).play(5, threads=threads, rate=0)
        _wait_for_mails(sink, 30)
        players = Players(site.port, turns[few:], sink.mails, visits)
        began_at, arrived = now(), sink.arrived
        before = site.memory(), site.processor_time(), time.process_time(), _counters()
        servers = Servers(database=database, broker=broker, cache=cache)
        servers.start()
        took = players.play(seconds, threads=threads, rate=rate)
        generator = time.process_time() - before[2]
        end = time.monotonic()
        _wait_for_mails(sink, LONGEST_WAIT)
        spent = site.processor_time()
        return Run(
            games=Game.objects.count(),
            tally=players.tally,
            took=took,
            mails=sink.arrived - arrived,
            expected=_written(began_at),
            last_mail=max(0.0, sink.last_at - end),
            memory_before=before[0],
            memory=site.memory(),
            processor={name: spent[name] - before[1][name] for name in spent} | servers.stop(),
            generator=generator,
            engine=str(ENGINE),
            database=tuple(
                after - first for after, first in zip(_counters(), before[3], strict=True)
            ),
            load=os.getloadavg(),
            only_moves=visits is MOVES,
        )
    finally:
        site.stop()
        sink.stop()


def turns_now() -> list[Turn]:
    """People to move in games, each in another game, with sessions of their own."""
    from games.tables.models import GameStatus, Seat

    waiting = Seat.objects.filter(
        decision__isnull=False, person__isnull=False, game__status=GameStatus.RUNNING
    ).filter(kind="turn")
    cookies: dict[int, str] = {}
    turns: dict[int, Turn] = {}
    for seat in waiting.select_related("game", "person")[:MOST_TURNS]:
        person = seat.person
        assert person is not None
        if person.pk not in cookies:
            cookies[person.pk] = _signed_in(person)
        turns[seat.game_id] = Turn(seat.game.code, cookies[person.pk])
    found = list(turns.values())
    random.shuffle(found)
    return found


def _signed_in(person: Person) -> str:
    """The key of a session of somebody who has signed in and posted something before."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.http import HttpRequest, HttpResponse

    from games.accounts.middleware import TracingMiddleware
    from games.accounts.sessions import SessionStore

    request = HttpRequest()
    request.method, request.user, request.session = "POST", person, SessionStore()
    request.session[SESSION_KEY] = str(person.pk)
    request.session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    request.session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    request.session.save(must_create=True)
    TracingMiddleware(lambda request: HttpResponse())(request)
    request.session.save()
    return str(request.session.session_key)


def _wait_for_mails(sink: Sink, longest: float) -> None:
    """Wait until all mails that are due have left, and the last of them has arrived."""
    end = time.monotonic() + longest
    while time.monotonic() < end and _waiting():
        time.sleep(0.5)


def _waiting() -> bool:
    from django.utils.timezone import now

    from games.notifications.models import DeliveryStatus, Mail, Notice

    due = Notice.objects.filter(status=DeliveryStatus.PENDING, not_before__lte=now())
    return due.exists() or Mail.objects.filter(status=DeliveryStatus.PENDING).exists()


def _written(since: datetime) -> int:
    """The mails that were composed since then."""
    from games.notifications.models import Mail

    return Mail.objects.filter(created_at__gte=since).count()


def _counters() -> tuple[int, ...]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {COUNTERS} FROM pg_stat_database WHERE datname = current_database()"  # noqa: S608
        )
        return tuple(map(int, cursor.fetchone()))
