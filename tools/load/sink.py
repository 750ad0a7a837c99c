"""A mail server on this machine that takes every mail and delivers none."""

from __future__ import annotations

import time
from queue import Queue

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tools.local_site import free_port


class Sink:
    """Counts the mails that arrive, and keeps so many for players to answer."""

    def __init__(self, *, keep: int = 500) -> None:
        self._keep = keep
        self.port = free_port()
        self.arrived = 0
        self.last_at = time.monotonic()
        self.mails = Queue[bytes]()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.arrived += 1
        self.last_at = time.monotonic()
        if isinstance(envelope.content, bytes) and self.mails.qsize() < self._keep:
            self.mails.put(envelope.content)
        return "250 OK"

    def forget(self) -> None:
        """Leave what has arrived so far unanswered."""
        while not self.mails.empty():
            self.mails.get()

    def start(self) -> None:
        self._controller.start()

    def stop(self) -> None:
        self._controller.stop()
