"""The state of the broker: whether it answers, and how many messages wait in each queue."""

from __future__ import annotations

from typing import Any, Final

from celery import current_app
from kombu.exceptions import ChannelError

from games.common.jobs import impatient

PATIENCE: Final = 2
"""Seconds after which a silent broker counts as down."""


def queue_lengths() -> dict[str, int] | None:
    """The number of messages that wait in each of our queues; None if the broker is down."""
    names = [queue.name for queue in current_app.conf.task_queues or ()]
    options = impatient(current_app.conf.broker_url, PATIENCE, retries=0)
    try:
        with current_app.connection_for_read(
            connect_timeout=PATIENCE, transport_options=options
        ) as connection:
            connection.ensure_connection(max_retries=1, timeout=PATIENCE)
            return {name: _length(connection, name) for name in names}
    except Exception:  # noqa: BLE001 (each transport has errors of its own)
        return None


def _length(connection: Any, name: str) -> int:
    # A refusal closes a channel of RabbitMQ, so each query has one of its own.
    try:
        with connection.channel() as channel:
            return int(channel.queue_declare(queue=name, passive=True).message_count)
    except ChannelError:
        return 0  # nobody has used it yet; Redis keeps no empty ones
