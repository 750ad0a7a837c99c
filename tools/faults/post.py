"""The mail server of the site under test: it keeps what it takes, and fails as it is told to."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.smtp import SMTP, Envelope, Session

from tools.faults.loop import Loop
from tools.faults.wires import Fate, Line, Wire
from tools.local_site import free_port


@dataclass(frozen=True, slots=True)
class Taken:
    """A mail that was taken, and when, on the clock of ``time.monotonic``."""

    at: float
    to: str
    raw: bytes

    @property
    def message(self) -> EmailMessage:
        read = message_from_bytes(self.raw, policy=policy.default)
        assert isinstance(read, EmailMessage)
        return read

    @property
    def message_id(self) -> str:
        head = self.raw.partition(b"\r\n\r\n")[0].replace(b"\r\n ", b" ")
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"message-id:"):
                return line.partition(b":")[2].strip().decode()
        return ""


class Post:
    """A mail server behind a wire."""

    def __init__(self, loop: Loop) -> None:
        self.taken: list[Taken] = []
        self.greylist_seconds = 0.0
        self.later = ""
        """What every sender is answered; "" takes the mail."""
        self._first_seen: dict[str, float] = defaultdict(time.monotonic)
        port = free_port()
        loop.run(self._listen(loop, port))
        self.wire = Wire(loop, "127.0.0.1", port)

    async def _listen(self, loop: Loop, port: int) -> None:
        await loop.loop.create_server(
            lambda: SMTP(self, hostname="post.example", loop=loop.loop), "127.0.0.1", port
        )

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.later:
            return self.later
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        first = self._first_seen[address]
        if time.monotonic() - first < self.greylist_seconds:
            return "451 4.7.1 Greylisted, please try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        self.taken.append(Taken(time.monotonic(), envelope.rcpt_tos[0], raw))
        return "250 OK"

    def greylist(self, seconds: float) -> None:
        """Ask every recipient's mails to come again later, for so long after the first of them."""
        self._first_seen.clear()
        self.greylist_seconds = seconds


def dies_before_the_dot(line: Line, piece: bytes) -> Fate:
    """Cut the connection in the middle of the text of a mail."""
    if "data" in line.notes:
        return Fate.CUT_BEFORE
    if piece.upper().startswith(b"DATA"):
        line.notes.add("data")
    return Fate.ON


def dies_after_the_dot(line: Line, piece: bytes) -> Fate:
    """Take the whole mail, and cut the connection before saying so."""
    return Fate.CUT_AFTER if piece.endswith(b"\r\n.\r\n") else Fate.ON
