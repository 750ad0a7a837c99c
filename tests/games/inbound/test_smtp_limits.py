"""A flood at the mail gate: connections and messages that are refused early."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from aiosmtpd.controller import Controller
from pytest_django import Settings

from games.inbound.smtp_server import listen
from tests.games.inbound.test_smtp_server import free_port
from ttr_site.env import Env
from ttr_site.limit_settings import rate_limits

pytestmark = pytest.mark.django_db(transaction=True)

Gate = Callable[..., Controller]
PATIENCE = 60


@pytest.fixture
def gate() -> Iterator[Gate]:
    """Open a mail gate: `gate()`, `gate(lmtp=True)`."""
    opened = []

    def open_gate(*, lmtp: bool = False) -> Controller:
        opened.append(listen(host="127.0.0.1", port=free_port(), lmtp=lmtp))
        return opened[-1]

    yield open_gate
    for controller in opened:
        controller.stop()


@pytest.mark.parametrize("kind", [smtplib.SMTP, smtplib.LMTP])
def test_one_connection_too_many_is_refused_at_once_and_a_closed_one_makes_room(
    gate: Gate, settings: Settings, kind: type[smtplib.SMTP]
) -> None:
    settings.SMTP_CONNECTIONS = 2
    port = gate(lmtp=kind is smtplib.LMTP).port
    lines = [kind("127.0.0.1", port) for _number in range(2)]
    with pytest.raises(smtplib.SMTPConnectError) as refused:
        kind("127.0.0.1", port)
    assert refused.value.smtp_code == 421
    assert lines[0].noop()[0] == 250
    lines[0].quit()
    again = connect_in_time(kind, port)
    assert again.noop()[0] == 250
    for line in (lines[1], again):
        line.close()


def connect_in_time(kind: type[smtplib.SMTP], port: int) -> smtplib.SMTP:
    """Connect as soon as the gate has seen that another connection has gone."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return kind("127.0.0.1", port)
        except smtplib.SMTPConnectError:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_more_messages_than_a_network_may_send_are_told_to_come_later(
    gate: Gate, settings: Settings
) -> None:
    settings.DOOR_LIMITS = rate_limits(Env({"NIGHT_MAIL_DOOR_LIMITS": "smtp=3/h"}))
    with time_machine.travel(datetime(2026, 11, 23, 9, 30, tzinfo=UTC), tick=False):
        line = smtplib.SMTP("127.0.0.1", gate().port)
        line.ehlo()
        codes = []
        for _message in range(5):
            codes.append(line.mail("a@example.org")[0])
            line.rset()
    assert codes == [250, 250, 250, 451, 451]
    line.close()
