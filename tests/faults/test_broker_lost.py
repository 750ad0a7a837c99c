"""A broker that refuses while a worker has tasks in hand: the worker stays, and goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from games.people.models import Person
from tests.conftest import PeopleFactory
from tests.faults.conftest import Catcher, Machines, until
from tests.faults.rabbitmq import close_connections
from tests.faults.test_workers import choose, start
from tools.site.wires import Loop, Wire
from ttr_site.broker import ForgettingQoS, is_lost

pytestmark = pytest.mark.services
PORTS = {"redis": 6379, "amqp": 5672}


@pytest.fixture
def wire(machines: Machines) -> Iterator[Wire]:
    """The way of the processes to their broker, which can be cut."""
    at = urlsplit(machines.environment["NIGHT_MAIL_BROKER_URL"])
    wire = Wire(Loop(), at.hostname or "127.0.0.1", at.port or PORTS[at.scheme])
    user, _sign, _host = at.netloc.rpartition("@")
    near = at._replace(netloc=f"{user}@127.0.0.1:{wire.port}" if user else f"127.0.0.1:{wire.port}")
    machines.environment["NIGHT_MAIL_BROKER_URL"] = near.geturl()
    yield wire
    wire.refuse()


@pytest.fixture
def players(machines: Machines, people: PeopleFactory) -> list[Person]:
    return [people("Alice"), people("Bob")]


@pytest.mark.brokers
def test_a_worker_that_loses_its_broker_in_the_middle_of_a_task_lives_on(
    machines: Machines, wire: Wire, players: list[Person], post: Catcher
) -> None:
    games = [start(players) for _ in range(3)]
    worker = machines.worker()
    machines.beat()

    until(lambda: post.taken)
    for _time in range(4):
        # Beat asks for twenty tasks a second: some are in hand at any moment.
        wire.refuse()
        time.sleep(2)
        wire.accept()
        time.sleep(3)
    for game in games:
        choose(game, 0, 1)
    until(lambda: len(post.mails("alice@")) >= 6)
    assert worker.poll() is None


@pytest.mark.parametrize("broker", ["rabbitmq"], indirect=True)
def test_a_worker_goes_on_after_rabbitmq_has_closed_all_connections(
    machines: Machines, broker: str, wire: Wire, players: list[Person], post: Catcher
) -> None:
    games = [start(players) for _ in range(3)]
    worker, beat = machines.worker(), machines.beat()

    until(lambda: post.taken)
    for _time in range(3):
        # Where its tool cannot be called, the network does it.
        assert close_connections(broker) or wire.cut()
        time.sleep(2)
    for game in games:
        choose(game, 0, 1)
    until(lambda: len(post.mails("alice@")) >= 6)
    assert worker.poll() is None
    assert beat.poll() is None


def test_channels_to_redis_forget_what_was_in_hand_on_a_lost_line() -> None:
    class Channel:
        connection = None
        do_restore = True

    qos = ForgettingQoS(Channel())
    assert is_lost(qos.channel)
    qos._delivered["a tag"] = object()
    qos.ack("a tag")
    qos.restore_unacked_once()
    assert "a tag" not in qos._delivered
