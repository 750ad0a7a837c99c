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
from typing import Final

import redis

from games.management.progress import Progress
from tools.load.visitors import Visitors
from tools.site.processes import WEB, WORKER, Site
from tools.site.spent import Memory, memory_of
from ttr_site.celery import app

MOST_OF_WEB: Final = 150
"""Megabytes."""
MOST_GROWTH: Final = 1.03
"""Of the median of the last fifth against that of the second one."""
THREADS: Final = 4
EVERY: Final = 1_000
"""Memory is measured after this many pieces of work."""
AHEAD: Final = 100
"""Tasks that wait for the worker at most."""
TASKS: Final = (
    *["sweep_deadlines", "send_waiting_notices", "play_waiting_bots", "carry_out_orders"] * 4,
    *["count_results", "send_account_mails", "send_deliveries", "raise_alarm"] * 2,
    *["think_for_bots", "make_hints", "make_reviews", "make_animations", "tell_operators"],
    *["count_conduct", "run_seasons", "measure_paces", "expire_lobbies", "send_invitations"],
    "pair_waiting",
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


def measure_memory(asked: Namespace, site: Site, shown: Progress) -> Outcome:
    """Start a web process and a worker of a site, let them work, and return what they needed.

    ``asked`` says how many ``requests`` and ``tasks``, in how many ``minutes``, and where.
    """
    site.open(WEB, WORKER)
    visitors = Visitors(site.port, most=asked.requests)
    web = Samples(WEB, MOST_OF_WEB, asked.requests)
    worker = Samples(WORKER, None, asked.tasks)
    end = time.monotonic() + 60 * asked.minutes
    visiting = threading.Thread(
        target=visitors.play, args=(60 * asked.minutes,), kwargs={"threads": THREADS}
    )
    visiting.start()
    names, done = cycle(TASKS), Counter[str]()
    while time.monotonic() < end:
        requests, done = visitors.count, _done() or done
        tasks = done.total()
        _look(site, web, requests)
        _look(site, worker, tasks)
        shown("Tasks", min(tasks, asked.tasks), asked.tasks)
        if requests >= asked.requests and tasks >= asked.tasks:
            break
        # The site sends tasks of its own, so that more may be done than were sent from here.
        for _number in range(min(AHEAD, asked.tasks - tasks) - _waiting(asked.broker)):
            app.send_task(f"games.{next(names)}")
        time.sleep(0.2)
    visiting.join()
    return Outcome(web, worker, visitors.answers, done)


def _look(site: Site, samples: Samples, count: int) -> None:
    """Note the memory of a process, if it has done enough since the last time."""
    reached = count - count % EVERY
    last = samples.taken[-1][0] if samples.taken else -EVERY
    if reached > last and count <= samples.wanted + EVERY:
        # Of the processes of both the largest one works, and the other waits for it.
        memory = max(memory_of(site.running[samples.work].pid), key=lambda one: one.rss)
        samples.taken.append((reached, memory))


def _waiting(broker: str) -> int:
    """The tasks that wait in the queues of the worker."""
    with redis.Redis.from_url(broker) as line:
        return sum(int(line.llen(queue.name)) for queue in app.conf.task_queues)


def _done() -> Counter[str]:
    """How many tasks of each name the worker has begun; none where it does not answer."""
    answer = app.control.inspect(timeout=5, limit=1).stats() or {}
    return Counter(
        {
            name.removeprefix("games."): count
            for stats in answer.values()
            for name, count in stats["total"].items()
        }
    )
