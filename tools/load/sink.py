"""A mail server on this machine that takes every mail and delivers none."""

from __future__ import annotations

import re
import time
from collections import Counter
from queue import Queue
from typing import Final

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tools.local_site import free_port

MESSAGE_ID: Final = re.compile(rb"^Message-ID:\s*(<[^>]*>)", re.IGNORECASE | re.MULTILINE)


def message_id(raw: bytes) -> str:
    """The Message-ID of a mail, "" where its header has none.

    >>> message_id(b"Subject: A\\r\\nMessage-ID:\\r\\n <b@c>\\r\\n\\r\\nMessage-ID: <d>")
    '<b@c>'
    """
    head = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]
    found = MESSAGE_ID.search(head)
    return found[1].decode(errors="replace") if found else ""


class Sink:
    """Counts the mails that arrive by Message-ID, and keeps so many for players to answer."""

    def __init__(self, *, keep: int = 500) -> None:
        self._keep = keep
        self.port = free_port()
        self.ids: Counter[str] = Counter()
        """How often each mail arrived, by its Message-ID."""
        self.last_at = time.monotonic()
        self.mails = Queue[bytes]()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        raw = envelope.original_content or b""
        self.ids[message_id(raw)] += 1
        self.last_at = time.monotonic()
        if self.mails.qsize() < self._keep:
            self.mails.put(raw)
        return "250 OK"

    def forget(self) -> None:
        """Leave what has arrived so far unanswered."""
        while not self.mails.empty():
            self.mails.get()

    def start(self) -> None:
        self._controller.start()

    def stop(self) -> None:
        self._controller.stop()
