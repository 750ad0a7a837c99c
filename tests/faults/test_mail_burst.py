"""More mails than one run may send, and a worker with a process to spare: two are at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from games.notifications.models import DeliveryStatus, Mail, Notice, Run
from games.people.models import Person
from tests.faults.conftest import Catcher, Machines, until
from tests.faults.test_workers import start

pytestmark = [pytest.mark.services, pytest.mark.brokers]

GAMES = 15
SHORT_RUNS = ("--app", "tests.faults.site_with_short_runs")


def test_a_burst_leaves_by_two_processes_without_a_beat_and_each_mail_arrives_once(
    machines: Machines, people: Callable[..., Person], post: Catcher
) -> None:
    for number in range(GAMES):
        start([people(f"Ann{number}"), people(f"Ben{number}")], bots=0)
    machines.worker(app=SHORT_RUNS)
    machines.ask("games.send_waiting_notices")
    until(lambda: len(post.taken) >= 2 * GAMES)
    until(lambda: not Mail.objects.filter(status=DeliveryStatus.PENDING).exists())
    assert not Notice.objects.filter(status=DeliveryStatus.PENDING).exists()
    assert set(Counter(mail["Message-ID"] for mail in post.mails()).values()) == {1}
    assert len({mail["To"] for mail in post.mails()}) == 2 * GAMES
    assert Run.objects.filter(job="mail: help").exists(), "nobody helped"
