"""A mail server on this machine: it delivers nothing, and fails where it is asked to."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import localtime
from queue import Queue

from aiosmtpd.smtp import SMTP, Envelope, Session

from tools.site.processes import free_port
from tools.site.wires import Loop


def message_id(raw: bytes) -> str:
    """The Message-ID of a mail, "" where its header has none.

    >>> message_id(b"Subject: A\\r\\nMessage-ID:\\r\\n <b@c>\\r\\n\\r\\nMessage-ID: <d>")
    '<b@c>'
    """
    return str(BytesHeaderParser().parsebytes(raw)["Message-ID"] or "").strip()


@dataclass(slots=True)
class Taken:
    """A mail that was taken, and when, on the clock of ``time.monotonic``."""

    at: float
    to: str
    raw: bytes
    message_id: str = field(init=False)

    def __post_init__(self) -> None:
        self.message_id = message_id(self.raw)

    @property
    def message(self) -> EmailMessage:
        read = message_from_bytes(self.raw, policy=policy.default)
        assert isinstance(read, EmailMessage)
        return read

    def answered(self, text: str, name: str) -> EmailMessage:
        """The answer with this text and Message-ID, for a mail with a Reply-To."""
        mail, answer = self.message, EmailMessage(policy=policy.SMTP)
        (recipient,) = mail["Reply-To"].addresses
        answer["From"], answer["To"] = self.to, recipient.addr_spec
        answer["Subject"] = f"Re: {mail['Subject']}"
        answer["Message-ID"], answer["In-Reply-To"] = name, self.message_id
        answer["Date"] = localtime()
        answer.set_content(f"{text}\n")
        return answer


class MailServer:
    """Knows all mails that it took, and the text of those that fit among ``keep`` which wait."""

    def __init__(self, loop: Loop | None = None, *, keep: int | None = None) -> None:
        self.taken: list[Taken] = []
        self.waiting = Queue[Taken]()
        """Those that nobody has answered."""
        self.greylist_seconds = 0.0
        self.later = ""
        """What every sender is answered; "" takes the mail."""
        self._keep = keep
        self._first_seen: dict[str, float] = defaultdict(time.monotonic)
        self.port = free_port()
        loop = loop or Loop()
        loop.run(self._listen(loop))

    async def _listen(self, loop: Loop) -> None:
        await loop.loop.create_server(
            lambda: SMTP(self, hostname="post.example", loop=loop.loop), "127.0.0.1", self.port
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
        raw = envelope.original_content or b""
        mail = Taken(time.monotonic(), envelope.rcpt_tos[0], raw)
        if self._keep is None or self.waiting.qsize() < self._keep:
            self.waiting.put(mail)
        else:
            mail.raw = b""
        self.taken.append(mail)
        return "250 OK"

    def greylist(self, seconds: float) -> None:
        """Ask every recipient's mails to come again later, for so long after the first of them."""
        self._first_seen.clear()
        self.greylist_seconds = seconds
