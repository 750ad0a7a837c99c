"""A worker that outlives its line to Redis.

Kombu keeps each message until its task is done. When the line breaks, it would put the messages in
hand back, and later acknowledge them, on a channel that has no connection any more; that raises
what Celery does not take for a broken line, and the worker ends (Celery 5.7, kombu 5.7). Messages
are hints here: none needs to come back, as sweeps find all that is due (decision 97).
"""

from __future__ import annotations

from typing import Any

from kombu.transport import redis, virtual


class ForgettingQoS(redis.QoS):
    """Forgets the messages of a line that is gone."""

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
    """Let the channels to Redis of this process forget what was in hand on a lost line."""
    redis.Channel.QoS = ForgettingQoS
