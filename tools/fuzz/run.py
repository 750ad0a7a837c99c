"""A run: everybody signs in, a walk finds what there is, and then come the requests."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from tools.fuzz.cases import Cases
from tools.fuzz.crawl import walk
from tools.fuzz.report import Report
from tools.fuzz.sending import Sender
from tools.fuzz.site import callers

Tell = Callable[[str, int], None]


def fuzz(numbers: Iterable[int], *, seed: str, each: int, tell: Tell = lambda *_at: None) -> Report:
    """Send the requests of these numbers to the site that is set up, and report.

    The walk before reads ``each`` pages of a view in each role. ``tell`` gets what is done and
    how often.
    """
    who = callers()
    sender = Sender(who)
    report = Report()
    with _quiet():
        try:
            found = walk(sender, each=each, roles=[*who], tell=lambda count: tell("pages", count))
            cases = Cases(found, [*who], seed)
            for done, number in enumerate(numbers, 1):
                request = cases.request(number)
                report.add(number, request, sender.send(request))
                tell("requests", done)
        except KeyboardInterrupt:
            report.stopped = True
        finally:
            sender.close()
    return report


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the lines that the site writes about requests which it refuses."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
