"""Answers to an invitation by reply: join, join under a name, no, or stop.

The first line that is no greeting has to be such an answer and nothing else. What is below it
is not looked at: no word there makes a yes of a no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.inbound import languages
from games.inbound.courtesy import after_greeting


class Says(StrEnum):
    JOIN = "join"
    DECLINE = "decline"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class InvitationAnswer:
    """An answer, with the name under which somebody would like to join, or ""."""

    says: Says
    name: str = ""


DECORATION: Final = re.compile(r"[*_`\ufe0f\u200d]")
QUOTES: Final = " \"'“”„‘’«»<>"
ENDS: Final = " .!,;:"
LONGEST: Final = 120


def read_answer(lines: Sequence[str]) -> InvitationAnswer | None:
    """The answer in the lines that somebody wrote above the quote; None where there is none.

    >>> read_answer(["Hi,", "", "Join as “Anna B.”!", "See you"])
    InvitationAnswer(says=<Says.JOIN: 'join'>, name='Anna B')
    >>> read_answer(["no problem, I shall join"]) is None
    True
    """
    first, _rest = split_first(lines)
    if not first:
        return None
    if languages.STOP.fullmatch(first):
        return InvitationAnswer(Says.STOP)
    if languages.DECLINE.fullmatch(first):
        return InvitationAnswer(Says.DECLINE)
    found = languages.JOIN.fullmatch(first)
    if found is None and languages.YES.fullmatch(first) is None:
        return None
    name = (found["name"] or "") if found else ""
    return InvitationAnswer(Says.JOIN, name.strip(QUOTES + ENDS))


def split_first(lines: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the first line that is no greeting, plain, and the lines below; "" if it is too long.

    >>> split_first(["Hi,", "**Join**!", "", "See you"])
    ('Join', ['', 'See you'])
    """
    for place, line in enumerate(lines):
        if first := plain(line):
            return first if len(first) <= LONGEST else "", lines[place + 1 :]
    return "", []


def plain(line: str) -> str:
    """Return a line without greetings, decoration, quotes and full stops around it."""
    return after_greeting(DECORATION.sub("", line)).strip(QUOTES + ENDS)
