"""Texts for the log, without tokens, passwords and mail addresses.

A reader of the log could use the tokens, and must not see the addresses. Both also occur in errors,
deep in a traceback, so they are removed from the finished text.
"""

from __future__ import annotations

import re

# The texts before a token, in paths and in mail addresses.
TOKENS = re.compile(
    r"(/do/|/continue/|/end-session/|/inbound/[a-z]+/|/unsubscribe/[a-z]+/|/appeal/|/confirm/|/join/|/invited/|/enter/|/calendar/"
    r"|/shared/|/confirm-email/|/reset/key/|/api/webhooks/|hooks\.slack\.com/services/"
    r"|\bnm_|invitation=|sessionid=|csrftoken=|csrfmiddlewaretoken=|reply\+|talk\+|bounce\+|account\+"
    r"|invitation\+|undelivered\+|season\+)"
    r"[^/@&\s\"'<>\\]{6,}(?:/[\w-]{20,})*",
    re.IGNORECASE,
)
# The credentials in a server's URL, as in redis://user:password@host.
LOGINS = re.compile(r"(://)[^/\s\"'@]*@")
# Texts that contain an address, from their first character to their last letter or digit.
_LETTERS = r"[^\s\"'<>()\[\]{},;:=|\\/@…]"
_WHOLE = r"[^\s\"'<>()\[\]{},;:=|\\/…]"
ADDRESSES = re.compile(rf"(?<!{_WHOLE})@*{_LETTERS}+(?:@|%40){_WHOLE}*\w")
# Message-IDs of our mails look like addresses, and connect the log with the mail in the admin.
MESSAGE_ID = re.compile(r"\.p[0-9a-f]{8,}@")


def redacted(text: str) -> str:
    """Remove tokens, passwords and mail addresses from a text.

    >>> redacted("Conflict: /do/eyJwIjoxfQ:abc/"), redacted("RCPT TO:<talk+c0ffee00@host>")
    ('Conflict: /do/…/', 'RCPT TO:<talk+…@host>')
    >>> redacted("Authorization: Bearer nm_0123456789abcdefghijklmnopqrst3jZzpC")
    'Authorization: Bearer nm_…'
    >>> redacted("Key (email)=(ann@example.org) exists; postgres://ann:pass@db/x is away")
    'Key (email)=(…@…) exists; postgres://…@db/x is away'
    """
    text = LOGINS.sub(r"\1…@", TOKENS.sub(r"\1…", text))
    return ADDRESSES.sub(_address, text)


def _address(found: re.Match[str]) -> str:
    text = found[0]
    alone = text.count("@") + text.count("%40") == 1
    return text if alone and MESSAGE_ID.search(text) else "…@…"
