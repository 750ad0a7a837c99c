"""A worker that survives the loss of its connection to Redis.

Kombu keeps each message until its task is done. When the connection breaks, it would put these
messages back, and later acknowledge them, on a channel without a connection. Celery does not take
that error for a lost connection, and the worker ends (Celery 5.7, kombu 5.7). Messages are hints
here: none needs to come back, as sweeps find all due work (decision 97).
"""

from __future__ import annotations

from typing import Any

from kombu.transport import redis, virtual


class ForgettingQoS(redis.QoS):
    """Drops the messages of a lost connection."""

    restore_at_shutdown = False

    def ack(self, delivery_tag: str) -> None:
        if is_lost(self.channel):
            virtual.QoS.ack(self, delivery_tag)
        else:
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        if is_lost(self.channel):
            virtual.QoS.ack(self, delivery_tag)
        else:
            super().reject(delivery_tag, requeue)


def is_lost(channel: Any) -> bool:
    """Whether the connection of a channel is gone for good."""
    return getattr(channel.connection, "client", None) is None


def outlive_lost_lines() -> None:
    """Make the Redis channels of this process drop their messages after a lost connection."""
    redis.Channel.QoS = ForgettingQoS
