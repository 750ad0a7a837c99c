"""Reads why a mail was not taken: for now, or because nobody lives at the address."""

from __future__ import annotations

import re
import smtplib
from dataclasses import dataclass

LONGEST = 300
# Answers to RCPT that speak of the mailbox (RFC 5321, section 4.2.3) ...
GONE = frozenset({550, 551, 553, 556})
# ... unless an enhanced code (RFC 3463) says it is about us, our mail or a full mailbox.
ENHANCED = re.compile(r"\b5\.(\d{1,3})\.(\d{1,3})\b")
GONE_ENHANCED = frozenset({(1, 1), (1, 2), (1, 3), (1, 6), (1, 10), (2, 1)})


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a mail was not taken.

    ``address_is_gone``: no later try will help. ``server_is_away``: no other mail will fare better.
    """

    text: str
    address_is_gone: bool = False
    server_is_away: bool = False


def read_refusal(error: Exception) -> Refusal:
    """Gets what an exception of the mail connection means.

    >>> refused = smtplib.SMTPRecipientsRefused({"a@b.example": (550, b"5.1.1 no such user")})
    >>> read_refusal(refused)
    Refusal(text='550 5.1.1 no such user', address_is_gone=True, server_is_away=False)
    >>> read_refusal(ConnectionRefusedError("nobody listens")).server_is_away
    True
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, answer = next(iter(error.recipients.values()), (450, b""))
        return Refusal(_line(code, answer), address_is_gone=_is_gone(code, _text(answer)))
    if isinstance(error, smtplib.SMTPServerDisconnected | smtplib.SMTPConnectError):
        return Refusal(_name(error), server_is_away=True)
    if isinstance(error, smtplib.SMTPResponseException):
        return Refusal(_line(error.smtp_code, error.smtp_error))
    return Refusal(_name(error), server_is_away=isinstance(error, OSError))


def _is_gone(code: int, answer: str) -> bool:
    enhanced = ENHANCED.search(answer)
    if enhanced and 500 <= code < 600:
        return (int(enhanced[1]), int(enhanced[2])) in GONE_ENHANCED
    return code in GONE


def _line(code: int, answer: bytes | str) -> str:
    return f"{code} {_text(answer)}"[:LONGEST]


def _text(answer: bytes | str) -> str:
    return answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer


def _name(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST]
