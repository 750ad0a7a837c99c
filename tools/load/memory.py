"""Whether a site that works for long needs more and more memory, after many requests and tasks.

One process of gunicorn and one of Celery are looked at while they work. Both run as in production,
but for what would hide a leak: nobody renews them meanwhile. The broker has to be Redis.
"""

from __future__ import annotations

import threading
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle, zip_longest
from statistics import median
from typing import Any, Final

from kombu.transport.redis import Channel

from games.management.progress import Stream, bar
from tools.site.mail_server import MailServer
from tools.site.processes import WEB, WORKER, Site, site_in_use
from tools.site.spent import Memory, memory_of

MOST_OF_WEB: Final = 150
"""Megabytes."""
MOST_GROWTH: Final = 1.03
"""Of the median of the last fifth against that of the second one."""
THREADS: Final = 4
AHEAD: Final = 100
"""Tasks that wait for the worker at most."""
TASKS: Final = (
    *["sweep_deadlines", "send_waiting_notices", "play_waiting_bots", "carry_out_orders"] * 4,
    *["count_results", "send_account_mails", "send_deliveries", "raise_alarm"] * 2,
    *["think_for_bots", "make_hints", "make_reviews", "make_animations", "tell_operators"],
    *["count_conduct", "run_seasons", "measure_paces", "expire_lobbies", "send_invitations"],
)
"""What beat sends, the frequent ones more often; mails, bots and moves of the clock follow."""


@dataclass(slots=True)
class Samples:
    """The memory of a process after pieces of work."""

    work: str
    most: int | None
    """The megabytes that it may have, None for any number."""
    wanted: int
    """How many pieces of work there should be."""
    taken: list[tuple[int, Memory]] = field(default_factory=list)

    def growth(self) -> float:
        """How the median of the last fifth compares with that of the second; 1.0 of too few."""
        sizes = [memory.pss for _count, memory in self.taken]
        part = len(sizes) // 5
        if not part:
            return 1.0
        return median(sizes[-part:]) / median(sizes[part : 2 * part])

    def faults(self) -> Iterator[str]:
        """What is wrong, as sentences; a run that ended early has shown nothing."""
        if not self.taken or self.taken[-1][0] < self.wanted:
            yield f"{self.work}: not done with {self.wanted:,} in time"
        largest = max((memory.pss for _count, memory in self.taken), default=0.0)
        if self.most is not None and largest > self.most:
            yield f"{self.work}: {largest:.0f} MB, more than {self.most}"
        if self.growth() > MOST_GROWTH:
            yield f"{self.work}: grows by {100 * (self.growth() - 1):.1f} %"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run has found."""

    web: Samples
    worker: Samples
    answers: Counter[str]
    tasks: Counter[str]

    def faults(self) -> list[str]:
        """What is wrong, as sentences; none where all is well."""
        failed = [
            f"{count} x {answer}"
            for answer, count in self.answers.items()
            if (status := int(answer.rpartition(" ")[2])) in (0, 429) or status >= 500
        ]
        return [*self.web.faults(), *self.worker.faults(), *failed]

    def lines(self) -> Iterator[str]:
        """The report."""
        yield f"{'requests':>9} {'RSS':>7} {'PSS':>7}   {'tasks':>9} {'RSS':>7} {'PSS':>7}"
        for pair in zip_longest(self.web.taken, self.worker.taken):
            yield "   ".join(_cells(*one) if one else " " * 25 for one in pair).rstrip()
        for samples in (self.web, self.worker):
            change = 100 * (samples.growth() - 1)
            yield f"{samples.work}: {change:+.1f} % from the second fifth to the last"
        yield "answers: " + ", ".join(
            f"{count:,} {what}" for what, count in sorted(self.answers.items())
        )
        yield "tasks: " + ", ".join(f"{count:,} {name}" for name, count in self.tasks.most_common())
        faults = self.faults()
        yield from faults
        yield "FAIL" if faults else "PASS"


def _cells(count: int, memory: Memory) -> str:
    return f"{count:>9,} {memory.rss:7.1f} {memory.pss:7.1f}"


def measure_memory(asked: Namespace, *, screen: Stream) -> Outcome:
    """Start a site on a database made by ``make``, let it work, stop it; return what it needed.

    ``asked`` says how many ``requests`` and ``tasks``, how often to look (``every``), in how many
    ``minutes``, and where.
    """
    with site_in_use(
        "load",
        database=asked.database,
        broker=asked.broker,
        cache=asked.cache,
        smtp=MailServer(keep=0).port,
        web=("--workers", "1", "--max-requests", "0", "--max-requests-jitter", "0"),
        queues=None,
    ) as site:
        from tools.load.visitors import Visitors

        site.open(WEB, WORKER)
        visitors = Visitors(site.port, most=asked.requests)
        return _Run(asked, site, visitors, screen).measured()


class _Run:
    def __init__(self, plan: Namespace, site: Site, visitors: Any, screen: Stream) -> None:
        self._plan = plan
        self._site = site
        self._visitors = visitors
        self._screen = screen
        self._tasks: Counter[str] = Counter()

    def measured(self) -> Outcome:
        """Send requests and tasks at the same time, and look at the memory now and then."""
        plan = self._plan
        end = time.monotonic() + 60 * plan.minutes
        web, worker = (
            Samples("web", MOST_OF_WEB, plan.requests),
            Samples("worker", None, plan.tasks),
        )
        visiting = threading.Thread(
            target=self._visitors.play,
            args=(60 * plan.minutes,),
            kwargs={"threads": THREADS, "rate": 0},
        )
        visiting.start()
        names = cycle(TASKS)
        while time.monotonic() < end:
            requests, tasks = self._visitors.count, self._done()
            self._look(web, requests, "web")
            self._look(worker, tasks, "worker")
            self._show(requests, tasks)
            if requests >= plan.requests and tasks >= plan.tasks:
                break
            if tasks < plan.tasks:
                self._send(names, tasks)
            time.sleep(0.2)
        visiting.join()
        if self._screen.isatty():
            self._screen.write()
        return Outcome(web, worker, self._visitors.answers, self._tasks)

    def _look(self, samples: Samples, count: int, name: str) -> None:
        last = samples.taken[-1][0] if samples.taken else -self._plan.every
        if count - count % self._plan.every > last and count <= self._most(name) + self._plan.every:
            # Of the processes of both the largest one works, and the other waits for it.
            memory = max(memory_of(self._site.running[name].pid), key=lambda one: one.rss)
            samples.taken.append((count - count % self._plan.every, memory))

    def _most(self, name: str) -> int:
        return int(self._plan.requests if name == "web" else self._plan.tasks)

    def _send(self, names: Iterator[str], done: int) -> None:
        from ttr_site.celery import app

        # The site sends tasks of its own, so that more may be done than were sent from here.
        wanted = min(AHEAD, self._plan.tasks - done)
        for _number in range(wanted - self._waiting()):
            app.send_task(f"games.{next(names)}")

    def _waiting(self) -> int:
        """The tasks that wait in the queues of the worker."""
        from ttr_site.celery import app

        with app.connection_for_write() as connection:
            channel = connection.default_channel
            assert isinstance(channel, Channel)
            return sum(channel.client.llen(queue.name) for queue in app.conf.task_queues)

    def _done(self) -> int:
        """How many tasks the worker has begun."""
        from ttr_site.celery import app

        answer = app.control.inspect(timeout=5, limit=1).stats() or {}
        for stats in answer.values():
            self._tasks = Counter(
                {name.removeprefix("games."): count for name, count in stats["total"].items()}
            )
        return self._tasks.total()

    def _show(self, requests: int, tasks: int) -> None:
        if self._screen.isatty():
            shown = f"requests {bar(min(requests, self._plan.requests), self._plan.requests)}"
            shown += f"  tasks {bar(min(tasks, self._plan.tasks), self._plan.tasks)}"
            self._screen.write(f"\r{shown}", ending="")
            self._screen.flush()
