"""A mail server that takes three seconds over each mail, beside deadlines that run out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

import pytest

from games.notifications.models import DeliveryStatus, Mail
from games.people.models import Person
from tests.faults.conftest import Catcher, Machines, until
from tests.faults.test_workers import choose, run_out, start, types, waits_for

pytestmark = [pytest.mark.services, pytest.mark.brokers]

SECONDS = 3


def test_slow_mail_delays_no_deadline_and_each_mail_arrives_once(
    machines: Machines, people: Callable[..., Person], post: Catcher
) -> None:
    """One worker of two processes serves all queues, as on a small machine."""
    late = start([people("Alice"), people("Bob")])
    choose(late, 0, 1)
    post.on_mail = lambda count: time.sleep(SECONDS)
    for number in range(6):
        start([people(f"Ann{number}"), people(f"Ben{number}")])
    machines.worker()
    machines.beat()
    until(lambda: post.taken)
    until(waits_for(late, 0))  # the bot has chosen its tickets: only now has Alice a deadline
    for _ in range(20):  # as many moves would
        machines.ask("games.send_waiting_notices")
    run_out(late)
    began = time.monotonic()
    until(waits_for(late, 1), soon=15)
    waited, taken = time.monotonic() - began, len(post.taken)
    assert types(late)["table.deadline_missed"] == 1
    assert taken < 10, f"the mails were all sent in {waited} seconds: nothing was slow"
    until(lambda: not Mail.objects.filter(status=DeliveryStatus.PENDING).exists(), soon=90)
    assert set(Counter(mail["Message-ID"] for mail in post.mails()).values()) == {1}
