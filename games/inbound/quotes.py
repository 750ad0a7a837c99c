"""Cut a reply down to what its writer wrote: no quote, no signature, no sign-off of a program.

The introduction of a quote is known by its shape rather than by its words: a line that ends in a
colon and names an address of ours, or a writer, a word for writing and a date. The words of many
languages, in `locale/`, settle what has no such shape. A line that only looks like it stays: a
person may well say who wrote what, and when. Decision 104 says why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.inbound import languages
from games.inbound.links import is_linked, is_picture, without_links
from games.inbound.quote_introductions import ADDRESS_FIRST, IntroductionTraits, is_header_block

MAX_LINES: Final = 200
"""Commands are looked for in this many lines."""
LONGEST_TEXT: Final = 5000
"""Only this many characters above a quote are read: more is no move, and too long to be posted."""
WRAPPED: Final = 4
"""The introduction of a quote has at most this many lines."""
LONGEST_SIGN_OFF: Final = 120
LONGEST_LINKED_SIGN_OFF: Final = 50
"""Without the link. Programs of any name link to themselves."""

MARKER: Final = re.compile(r"={3}[^=]{5,80}={3}")
"""The line that our mails begin with, in whatever language."""
UNSEEN: Final = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\xad]")
QUOTED: Final = re.compile(r"[>|│┃]")
SIGNATURE: Final = re.compile(r"--\s*$")
# Drawn above a quote by some programs, and by people between paragraphs.
LINE: Final = re.compile(r"[-_=*~#]{4,}")
# The end of a line that was broken before the ">" of an address.
OPEN_ADDRESS: Final = re.compile(r"<[^\s<>@]*@[^\s<>@]+$")
# The end of an introduction without a colon: an address, and perhaps a word for writing.
WRITER_LAST: Final = re.compile(r"@[^\s<>@]+[>)\]]*(?:\s[^\W\d_]+){0,2}$")
# An address to answer to, which no person types.
KEY: Final = re.compile(
    r"\b(?:(?:reply|talk)\+|invitation\+\d{1,18}-|season\+\d{1,9}-\d{1,9}-)[0-9a-f]{32}@",
    re.IGNORECASE,
)


def lines_above_quote(text: str, most: int = MAX_LINES) -> list[str]:
    """The lines above the quote, without spaces around them; blank ones are kept as "".

    At most n lines are looked at.

    >>> quoted = "Op vr 20 nov 2026 om 10:00 schreef Night\\nMail <a@b.nl>:\\n> pas"
    >>> lines_above_quote("draw red\\n\\n" + quoted)
    ['draw red']
    >>> lines_above_quote("On Friday you wrote:\\nnever again!")
    ['On Friday you wrote:', 'never again!']
    """
    lines = _lines(text, most)
    begins = _first_quote(lines)
    if begins is not None:
        while begins > 0 and (not lines[begins - 1] or LINE.fullmatch(lines[begins - 1])):
            begins -= 1
    lines = _without_sign_off(lines[:begins])
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def lines_below_quote(text: str, most: int = MAX_LINES) -> list[str] | None:
    """The lines below a quote with ">"; None where some may belong to it.

    >>> lines_below_quote("Hi,\\n\\n> Shall we?\\n\\nYes!")
    ['Yes!']
    """
    lines = _lines(text, most)
    begins = _first_quote(lines)
    marked = [place for place in range(begins or 0, len(lines)) if lines[place].startswith(">")]
    if begins is None or not marked:
        return []
    quote, below = lines[marked[0] : marked[-1] + 1], lines[marked[-1] + 1 :]
    if below[:1] not in ([], [""]) or any(line[:1] not in ("", ">") for line in quote):
        return None
    return lines_above_quote("\n".join(below), most)


def _lines(text: str, most: int) -> list[str]:
    lines: list[str] = []
    room = LONGEST_TEXT
    for line in text.splitlines()[:most]:
        seen = UNSEEN.sub("", line[:room]).replace("\xa0", " ").replace("\u202f", " ").strip()
        lines.append(seen)
        room -= len(seen)
        if room <= 0:
            break
    return lines


def _first_quote(lines: Sequence[str]) -> int | None:
    found = (_quote(lines, place) for place in range(len(lines)))
    return next((begins for begins in found if begins is not None), None)


def _quote(lines: Sequence[str], place: int) -> int | None:
    """Find where a quote begins that shows itself at this line; None where none does.

    Its introduction may have begun some lines above.
    """
    line = lines[place]
    if not line:
        return None
    if line.startswith(">") and place > 0 and OPEN_ADDRESS.search(lines[place - 1]):
        return _beginning(lines, place - 1, place)
    if _is_mark(line) or SIGNATURE.match(line):
        return place
    if KEY.search(line):
        return _beginning(lines, place, place)
    may_end = line.endswith(languages.ENDINGS) or WRITER_LAST.search(line)
    introduction = _introduction(lines, place) if may_end else None
    if introduction is None and is_header_block(lines, place):
        return place
    return introduction


def _introduction(lines: Sequence[str], place: int) -> int | None:
    """Find where the lines begin that introduce a quote and end at this one."""
    followed = _is_followed(lines, place)
    colon = lines[place].endswith(languages.ENDINGS)
    above_quote = next(filter(None, lines[place + 1 :]), "").startswith(">")
    for begins in range(place, max(place - WRAPPED, -1), -1):
        if not lines[begins]:
            return None
        known = IntroductionTraits(lines[begins : place + 1])
        if known.is_sure(followed=followed) if colon else known.is_dated(above_quote=above_quote):
            return _beginning(lines, begins, place)
    return None


def _is_mark(line: str) -> bool:
    """Whether a line belongs to a quote, or is between it and what was written."""
    return (
        QUOTED.match(line) is not None
        or MARKER.search(line) is not None
        or any(rule.match(line) for rule in languages.RULES)
    )


def _is_followed(lines: Sequence[str], place: int) -> bool:
    """Whether a quote follows this line, or nothing: of a page the quote has been cut off."""
    for after in range(place + 1, len(lines)):
        if lines[after]:
            return _is_mark(lines[after]) or is_header_block(lines, after)
    return True


def _beginning(lines: Sequence[str], begins: int, ends: int) -> int:
    """Find the first line of what introduces a quote, whose last lines are known."""
    while begins > 0 and ends - begins < WRAPPED and lines[begins - 1]:
        known, above = IntroductionTraits(lines[begins : ends + 1]), lines[begins - 1]
        # Before an address there is a name, whatever it is; but no sentence.
        named = ADDRESS_FIRST.match(lines[begins]) and not above.endswith((".", "!", "?", "…"))
        if not named and (known.is_whole or not IntroductionTraits([above]).may_begin):
            break
        begins -= 1
    return begins


def _without_sign_off(lines: list[str]) -> list[str]:
    """Leave out what a program or telephone wrote below the text, and all that follows it.

    Above everything else, only that line goes: somebody began with it.
    """
    for place, line in enumerate(lines):
        if line and _is_sign_off(line):
            above = lines[:place]
            while above and is_picture(above[-1]):
                above.pop()
            return above or _without_sign_off(lines[place + 1 :])
    return lines


def _is_sign_off(line: str) -> bool:
    text = " ".join(without_links(line).split())
    if len(text) > LONGEST_SIGN_OFF or "?" in text:
        return False
    if languages.CHECKED.match(text):
        return True
    linked = len(text) <= LONGEST_LINKED_SIGN_OFF and is_linked(line)
    return languages.SENT.search(text) is not None and (
        linked or languages.DEVICES.search(text) is not None
    )
