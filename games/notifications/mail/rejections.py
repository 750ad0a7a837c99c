"""The reason why a server rejected a mail: for now, because of us, or a dead address (decision 52).

A basic code says little: 550 is an unknown mailbox, a relay that is closed to us and a list of
senders with a bad name alike. Enhanced codes (RFC 3463, RFC 5248) and the words beside them decide,
and where they do not say that the address is dead, it is not.
"""

from __future__ import annotations

import re
import smtplib
import socket
from dataclasses import dataclass
from enum import Enum
from typing import Final

LONGEST: Final = 300
LONGEST_ANSWER: Final = 2000
ENHANCED: Final = re.compile(r"(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
# The mailbox or its host does not exist, has moved away, takes no mail or is switched off.
GONE_ENHANCED: Final = frozenset({(1, 1), (1, 2), (1, 3), (1, 6), (1, 10), (2, 1)})
# Codes that say nothing about why: "other", "other address status", "invalid command".
VAGUE_ENHANCED: Final = frozenset({(0, 0), (1, 0), (5, 0)})
# Of these the sender, the message, its way or the policy of a server are the subject.
OURS_SUBJECTS: Final = frozenset({3, 6, 7})
OURS_ENHANCED: Final = frozenset({(1, 7), (1, 8), (2, 2), (2, 3), (2, 4)})
# Answers to RCPT that may speak of the mailbox (RFC 5321, section 4.2.3; RFC 7504).
OF_MAILBOX: Final = frozenset({550, 551, 553, 556})
AWAY: Final = 421
"""The server ends the conversation: no other mail will fare better."""

OURS: Final = re.compile(
    r"relay(ing)?\b[^.;]{0,30}\b(denied|prohibited|forbidden|disallowed|(not|n't) \w+|reject)"
    r"|\b(unable|unwilling|refus\w+|not( \w+)?|cannot|won't|don't) (to )?relay"
    r"|authenticat|\bauth\b|log ?in\b|credential|\b(spf|dkim|dmarc|arc|ptr|helo|ehlo|tls)\b"
    r"|reverse dns|polic(y|ies)\b|spam|\bjunk\b|unsolicited|virus|malware|phish|suspicious|content"
    r"|(black|block|gr[ae]y|deny) ?-?list|\bblocked\b|\b(rbl|dnsbl)\b|reputation|\blisted\b"
    r"|\brate\b|too (many|much|fast|quickly|large|big)|\blimit|quota|\bfull\b|storage|exceed"
    r"|\bsize\b|try (it )?again|temporar|access denied|permission|not (allowed|permitted)"
    r"|not authori[sz]ed|\bsender|\bmail from\b|unauthori[sz]ed|\bbanned\b|prohibited"
    r"|administrative",
    re.IGNORECASE,
)
"""Words about relaying, authentication, policy, content, reputation, quota or greylisting."""
NO_SUCH_USER: Final = re.compile(
    r"(no|unknown|invalid|bad|non-?existent|unrouteable|unrecogni[sz]ed|undeliverable) "
    r"(such )?(local )?(user|recipient|mailbox|address|account|person|rcpt|destination)\b"
    r"|(user|recipient|mailbox|address|account|person)( (<[^>]{0,320}>|[^\s@]{1,64}@\S{1,255}))?"
    r"( name)?( is| was| has been| that you tried to reach)*"
    r" (unknown|invalid|not (found|known|exist|local|here|valid|listed|recogni[sz]ed)"
    r"|(does|do|did)(n't| not) exist|disabled|inactive|closed"
    r"|deactivated|suspended|discontinued|deleted|no longer \w+)"
    r"|(user|recipient|mailbox|address) (lookup|verification) failed|recipnotfound|unknown in \w+"
    r"|(does|do|did)(n't| not) (exist|have an? (\S+ )?account)|no mailbox (here|by that name)"
    r"|not listed in (public|domino)"
    r"|no longer (in use|available|valid|exists|works)|not our (customer|user)|null mx",
    re.IGNORECASE,
)
"""Words that say that nobody lives at the address."""
MICROSOFT: Final = re.compile(r"5\.4\.1\b.{0,200}recipient address rejected: access denied", re.I)
"""Of Exchange Online, about an address that its customer does not have."""
LINK: Final = re.compile(r"https?://\S+")
BLOCK_LIST: Final = re.compile(
    r"block-?list|blacklist|spamhaus|spamcop|reputation|delist|unblock|\b(?:rbl|dnsbl)\b|[/?]bl\b",
    re.IGNORECASE,
)
"""Words in links to lists of senders with a bad name."""


class Verdict(Enum):
    """The meaning of an answer for the address: dead, in doubt, or not spoken of at all."""

    GONE = "gone"
    DOUBTFUL = "doubtful"
    OURS = "ours"
    PASSING = "passing"


@dataclass(frozen=True, slots=True)
class Rejection:
    """The reason why a mail was not taken.

    ``verdict`` is what follows for the address. ``server_is_away``: no other mail will fare better.
    ``hangs``: the server, or a filter behind it, fell silent over this mail. ``code`` is the
    enhanced status or "".
    """

    text: str
    verdict: Verdict
    server_is_away: bool = False
    hangs: bool = False
    code: str = ""

    @property
    def address_is_gone(self) -> bool:
        return self.verdict == Verdict.GONE


def classify(code: int, answer: str) -> Verdict:
    """Classify an answer of a mail server; ``code`` is the basic one, 0 where it is not known.

    >>> classify(550, "5.1.1 no such user").value, classify(550, "no such user").value
    ('gone', 'gone')
    >>> classify(550, "5.7.1 relaying denied").value, classify(550, "Relaying denied").value
    ('ours', 'ours')
    >>> classify(550, "Mailbox unavailable").value, classify(451, "4.7.1 greylisted").value
    ('doubtful', 'passing')
    """
    links = " ".join(LINK.findall(answer[:LONGEST_ANSWER]))
    answer = LINK.sub(" ", answer[:LONGEST_ANSWER])
    found = ENHANCED.search(answer)
    class_ = int(found[1]) if found else code // 100
    if code // 100 == 4 or class_ == 4:
        return Verdict.PASSING
    nobody = NO_SUCH_USER.search(answer) is not None
    # "User unknown: blocked" is about the user; "5.1.1 relaying denied" is not.
    ours = OURS.search(NO_SUCH_USER.sub(" ", answer)) or BLOCK_LIST.search(links)
    if MICROSOFT.search(answer):
        return Verdict.GONE
    if found:
        detail = int(found[2]), int(found[3])
        if detail in OURS_ENHANCED or detail[0] in OURS_SUBJECTS:
            return Verdict.DOUBTFUL if nobody and not ours else Verdict.OURS
        if detail in GONE_ENHANCED:
            return Verdict.OURS if ours and not nobody else Verdict.GONE
        if detail not in VAGUE_ENHANCED:
            return Verdict.OURS if ours else Verdict.DOUBTFUL
    if ours:
        return Verdict.OURS
    if nobody and (found or code in OF_MAILBOX or not code):
        return Verdict.GONE
    return Verdict.DOUBTFUL


def read_rejection(error: Exception, *, open_: bool = True) -> Rejection:
    """Classify an exception of the mail connection; ``open_`` says whether there was one by then.

    >>> refused = smtplib.SMTPRecipientsRefused({"a@b.example": (550, b"5.1.1 no such user")})
    >>> read_rejection(refused).address_is_gone, read_rejection(refused).text
    (True, '550 5.1.1 no such user')
    >>> read_rejection(ConnectionRefusedError("nobody listens")).server_is_away
    True
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, answer = next(iter(error.recipients.values()), (450, b""))
        return _answered(code, answer, of_recipient=True)
    if isinstance(error, smtplib.SMTPResponseException):
        # Answers to the greeting, a log-in, the sender or the message are not about the address.
        said = _answered(error.smtp_code, error.smtp_error, of_recipient=False)
        return Rejection(said.text, said.verdict, said.server_is_away or not open_, code=said.code)
    hangs = open_ and isinstance(error, TimeoutError | smtplib.SMTPServerDisconnected)
    refused = isinstance(error, ConnectionRefusedError | socket.gaierror)
    return Rejection(
        f"{type(error).__name__}: {error}"[:LONGEST],
        Verdict.PASSING,
        server_is_away=refused or not open_,
        hangs=hangs,
    )


def _answered(code: int, answer: bytes | str, *, of_recipient: bool) -> Rejection:
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    verdict = classify(code, text)
    if verdict in (Verdict.GONE, Verdict.DOUBTFUL) and not of_recipient:
        verdict = Verdict.OURS
    found = ENHANCED.search(text)
    return Rejection(
        f"{code} {text}"[:LONGEST],
        verdict,
        server_is_away=code == AWAY,
        code=found[0] if found else "",
    )
