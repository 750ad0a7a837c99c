"""Keeps the tokens that stand in addresses out of the log: who reads it could use them."""

from __future__ import annotations

import logging
import re

# What comes before a token, in paths and in mail addresses.
TOKENS = re.compile(
    r"(/do/|/inbound/[a-z]+/|/unsubscribe/[a-z]+/|/join/|/enter/|/calendar/|/confirm-email/"
    r"|/reset/key/|invitation=|reply\+|talk\+|bounce\+)[^/@&\s\"'<>\\]{6,}",
    re.IGNORECASE,
)


def redacted(text: str) -> str:
    """Gets a text without tokens.

    >>> redacted("Conflict: /do/eyJwIjoxfQ:abc/"), redacted("RCPT TO:<talk+c0ffee00@host>")
    ('Conflict: /do/…/', 'RCPT TO:<talk+…@host>')
    """
    return TOKENS.sub(r"\1…", text)


class RedactTokens(logging.Filter):
    """Takes the tokens out of every record that passes."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        if TOKENS.search(text):
            record.msg, record.args = redacted(text), None
        return True
