"""Play on a database for a while, and say what it took and whether every mail arrived, once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from queue import Queue
from typing import Final, Self

from django.db import connection
from django.db.models import Q
from django.utils.timezone import now

from engine import ENGINE
from games.notifications.models import DeliveryStatus, Mail, Notice
from tools.load.players import MOVES, VISITS, Players, Tally, Turn
from tools.load.turns import season_turns_now, turns_now
from tools.site.mail_server import MailServer
from tools.site.processes import BEAT, WEB, WORKER, Site
from tools.site.spent import memory_of, processor_times

LONGEST_WAIT: Final = 300
"""Seconds after the last move after which mails that have not arrived count as lost."""
SLOWEST: Final = 250
"""Milliseconds that 95 of 100 moves, or pages of games, may take at most."""
SLOWEST_OF_OTHERS: Final = {"look": 1000, "reply": 1000}
"""The same of pages of lists and of answers by mail: those who never rest take all that the
machine gives, and what costs most of it waits longest. Nothing was promised of these."""
FEWEST_MOVES: Final = 40
LAST_MAIL: Final = 60
"""Seconds after the last move within which all mails of a run of moves arrive."""
MOST_OF_WEB: Final = 150
"""Megabytes that a web process may need, shared ones by their part."""
THREADS: Final = 8
"""Players at a time."""
COUNTERS: Final = "xact_commit, tup_returned, tup_fetched, tup_inserted + tup_updated"


@dataclass(frozen=True, slots=True)
class Mails:
    """The mails of a run by Message-ID.

    ``lost`` were written and never arrived, ``doubled`` arrived more than once; ``untold`` is how
    many notices were due and have no mail.
    """

    written: int
    arrived: int
    lost: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    untold: int = 0

    @classmethod
    def of(cls, written: Iterable[str], arrived: Counter[str], *, untold: int = 0) -> Self:
        """Compare the Message-IDs of what was written with how often each of all arrived.

        >>> Mails.of(["<a>", "<b>"], Counter({"<a>": 2, "<of an earlier run>": 1}))
        Mails(written=2, arrived=1, lost=('<b>',), doubled=('<a>',), untold=0)
        """
        wanted = set(written)
        lost = sorted(wanted - arrived.keys())
        doubled = sorted(one for one, times in arrived.items() if times > 1)
        return cls(len(wanted), len(wanted) - len(lost), tuple(lost), tuple(doubled), untold)

    def faults(self) -> list[str]:
        """What is not as promised: mails that are lost or doubled, the first of each by name."""
        found = []
        if self.lost:
            found.append(f"{len(self.lost):,} mails are lost, such as {self.lost[0]}")
        if self.untold:
            found.append(f"{self.untold:,} notices are lost: no mail tells them")
        if self.doubled:
            found.append(f"{len(self.doubled):,} mails came twice, such as {self.doubled[0]}")
        return found


def wait_for_mails(longest: float) -> None:
    """Wait until all mails that are due have left, for ``longest`` seconds at most."""
    end = time.monotonic() + longest
    while time.monotonic() < end and _waiting():
        time.sleep(0.5)


def last_mail() -> int:
    """The key of the mail that was written last, 0 where none was."""
    return Mail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def mails_since(last: int, arrived: Counter[str], *, until: datetime) -> Mails:
    """The mails written after the one of this key; ``arrived`` counts all by Message-ID.

    Those that were dropped, as somebody had moved before they left, are none. Of notices those
    count that were due ``until`` then, when players had made their last move.
    """
    written = Mail.objects.filter(pk__gt=last).exclude(status=DeliveryStatus.DROPPED)
    # No mail tells these: due and still waiting, or put off as they cannot be rendered.
    untold = Notice.objects.filter(
        Q(not_before__lte=until) | Q(stuck_since__isnull=False),
        status=DeliveryStatus.PENDING,
        mail=None,
    )
    return Mails.of(written.values_list("message_id", flat=True), arrived, untold=untold.count())


def _waiting() -> bool:
    due = Notice.objects.filter(status=DeliveryStatus.PENDING, not_before__lte=now())
    return due.exists() or Mail.objects.filter(status=DeliveryStatus.PENDING).exists()


@dataclass(frozen=True, slots=True)
class Run:
    """What a run took; times in seconds."""

    tally: Tally
    took: float
    mails: Mails
    last_mail: float
    memory: dict[str, list[int]]
    """The megabytes of each process of web and worker, the largest first."""
    processor: dict[str, float]
    """The seconds of each process and server until the last mail had arrived."""
    asked: list[int]
    """What the database counted, as in :data:`COUNTERS`."""
    only_moves: bool

    def faults(self) -> list[str]:
        """What is not as promised: something failed or was lost, or took too long.

        How many moves there are in a second is promised where players do nothing but move.
        """
        found = [f"failed: {dict(self.tally.failures)}"] if self.tally.failures else []
        found += self.mails.faults()
        for kind, seconds in self.tally.seconds.items():
            at_most = SLOWEST_OF_OTHERS.get(kind, SLOWEST)
            if (slow := _part(seconds, 0.95)) > at_most:
                found.append(f"p95 of {kind} is {slow:.0f} ms (at most {at_most} ms)")
        if self.only_moves and self.tally.moves / self.took < FEWEST_MOVES:
            found.append(f"fewer than {FEWEST_MOVES} moves a second")
        if self.only_moves and self.last_mail > LAST_MAIL:
            found.append(f"the last mail came after more than {LAST_MAIL} s")
        if (largest := self.memory[WEB][0]) > MOST_OF_WEB:
            found.append(f"a web process needs {largest} MB (at most {MOST_OF_WEB} MB)")
        return found

    def lines(self) -> Iterator[str]:
        """The report."""
        tally, mails = self.tally, self.mails
        yield (
            f"{tally.moves:,} accepted moves in {self.took:.0f} s,"
            f" {tally.moves / self.took:.1f} a second; {tally.replies:,} mails answered;"
            f" the engine is {ENGINE}"
        )
        for kind, seconds in sorted(tally.seconds.items()):
            p50, p95, p99 = (_part(seconds, part) for part in (0.50, 0.95, 0.99))
            yield (
                f"  {kind:<9} {len(seconds):>6,} requests, p50 {p50:4.0f} ms, p95 {p95:4.0f} ms,"
                f" p99 {p99:4.0f} ms"
            )
        yield (
            f"  mails: {mails.arrived:,} arrived of {mails.written:,} written, the last"
            f" {self.last_mail:.0f} s after the end; {len(mails.doubled):,} came twice;"
            f" {mails.untold:,} notices without a mail"
        )
        for name, sizes in self.memory.items():
            yield f"  memory of {name}: {', '.join(map(str, sizes))} MB"
        moves = max(1, tally.moves + tally.replies)
        shares = (f"{name} {1000 * spent / moves:.1f}" for name, spent in self.processor.items())
        yield f"  ms of processor time a move or reply: {', '.join(shares)}"
        commits, returned, fetched, written = (round(one / moves) for one in self.asked)
        yield (
            f"  database, a move or reply: {commits:,} transactions, {returned:,} rows read,"
            f" {fetched:,} fetched, {written:,} written"
        )
        faults = self.faults()
        yield f"  FAILS: {'; '.join(faults)}" if faults else "  passes"


def _part(seconds: list[float], part: float) -> float:
    """Milliseconds that this part of the requests took at most."""
    return 1000 * sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * part))]


def play(site: Site, post: MailServer, *, seconds: float, only_moves: bool) -> Run:
    """Start the processes of a site on a database of games, and let players play on it.

    ``post`` takes the mails of the site.
    """
    visits = MOVES if only_moves else VISITS
    site.open(WEB, WORKER, BEAT)
    # Mails that an earlier run left are none of this one.
    wait_for_mails(LONGEST_WAIT)
    turns, season = turns_now(), Queue[Turn]()
    for turn in season_turns_now():
        season.put(turn)
    # The first requests of a process take what all later ones have: some turns are for them.
    few = max(1, len(turns) // 5)
    Players(site.port, turns[:few], post.waiting, visits, season).play(5, threads=THREADS)
    wait_for_mails(30)
    post.waiting = Queue()
    players = Players(site.port, turns[few:], post.waiting, visits, season)
    last, processor, asked = last_mail(), processor_times(site), _asked()
    took = players.play(seconds, threads=THREADS)
    end, ended_at = time.monotonic(), now()
    wait_for_mails(LONGEST_WAIT)
    return Run(
        tally=players.tally,
        took=took,
        mails=mails_since(last, Counter(mail.message_id for mail in post.taken), until=ended_at),
        last_mail=max(0.0, post.taken[-1].at - end) if post.taken else 0.0,
        memory={
            name: sorted(map(round, memory_of(site.running[name].pid)), reverse=True)
            for name in (WEB, WORKER)
        },
        processor={name: spent - processor[name] for name, spent in processor_times(site).items()},
        asked=[after - before for after, before in zip(_asked(), asked, strict=True)],
        only_moves=only_moves,
    )


def _asked() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {COUNTERS} FROM pg_stat_database WHERE datname = current_database()"  # noqa: S608
        )
        return list(cursor.fetchone())
