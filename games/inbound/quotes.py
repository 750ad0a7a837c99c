"""Cuts a reply down to what its writer wrote: no quote, no signature, no sign-off of a program."""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST_LINES = 200
"""So many lines are looked at for commands."""

MARKER = re.compile(r"={3}[^=]{5,80}={3}")
"""The line that our mails begin with, in whatever language."""

# What programs write before the mail that they quote. These get long, and are broken into lines.
INTRODUCTIONS = (
    # Gmail, Apple Mail, Thunderbird: "On Fri, 20 Nov 2026 at 10:00, Night Mail <…> wrote:"
    re.compile(r"^On\b.{6,240}\bwrote:$"),
    # Gmail and Thunderbird: "Op vr 20 nov 2026 om 10:00 schreef Night Mail <…>:"
    re.compile(r"^Op\b.{4,240}\bschreef\b.{0,160}:$"),
    # Apple Mail: "Op 20 nov. 2026, om 10:00 heeft Night Mail <…> het volgende geschreven:"
    re.compile(r"^Op\b.{4,240}\bgeschreven:$"),
)
RULES = (
    # Outlook, and whoever forwards
    re.compile(
        r"^-{2,}\s*(?:Original (?:Message|Appointment)|Oorspronkelijk bericht|Forwarded message"
        r"|Doorgestuurd bericht)\s*-{2,}$",
        re.IGNORECASE,
    ),
    re.compile(r"^Begin (?:forwarded message|doorgestuurd bericht):$", re.IGNORECASE),
    re.compile(r"^_{20,}$"),
    # "Night Mail <…> schreef op 20 nov. 2026 om 10:00:"
    re.compile(r"^.{1,120}\b(?:schreef op|wrote on|schreef het volgende op)\b.{4,80}:$"),
    # "20 Nov 2026 10:00, Night Mail <…>:"
    re.compile(r"^.{0,40}\b20\d\d\b.{0,120}<[^<>\s@]++@[^<>\s]++>.{0,20}:$"),
)
# The block of headers with which Outlook begins a quote; two of them must follow each other.
HEADER = re.compile(
    r"^\*?(From|Sent|To|Subject|Date|Cc|Reply-To|Van|Verzonden|Aan|Onderwerp|Datum|CC"
    r"|Beantwoorden)\s*:\*?(?:\s|$)",
    re.IGNORECASE,
)
SIGNATURES = (
    re.compile(r"^--\s*$"),
    re.compile(
        r"^(?:Sent|Verstuurd|Verzonden|Get|Download) (?:from|vanaf|vanuit|via|met|with|Outlook)\b",
        re.IGNORECASE,
    ),
    re.compile(r"^Outlook (?:for|voor) \w+", re.IGNORECASE),
)


def written(text: str, most: int = MOST_LINES) -> list[str]:
    """Gets the lines above the quote, without spaces around them; blank ones are kept as "".

    At most so many lines are looked at.

    >>> written("draw red\\n\\nOp vr 20 nov 2026 om 10:00 schreef Night\\nMail <a@b.nl>:\\n> pas")
    ['draw red']
    """
    lines = [_clean(line) for line in text.splitlines()[:most]]
    end = next((place for place in range(len(lines)) if _ends(lines, place)), len(lines))
    lines = lines[:end]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def _clean(line: str) -> str:
    return line[:2000].replace("\xa0", " ").replace("\u200b", "").replace("\ufeff", "").strip()


def _ends(lines: Sequence[str], place: int) -> bool:
    """Whether what the writer wrote ends before this line."""
    line = lines[place]
    if line.startswith(">") or MARKER.search(line):
        return True
    if any(sign.search(line) for sign in (*SIGNATURES, *RULES)):
        return True
    for more in (1, 2, 3):
        joined = " ".join(lines[place : place + more])[:400]
        if any(quote.search(joined) for quote in INTRODUCTIONS):
            return True
    return _is_header_block(lines, place)


def _is_header_block(lines: Sequence[str], place: int) -> bool:
    found = [HEADER.match(line) for line in [*lines[place : place + 3]]]
    names = {match[1].lower() for match in found if match}
    return found[0] is not None and len(names) >= 2
