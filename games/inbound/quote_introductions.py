"""Recognise the lines with which mail programs introduce a quote: a sentence, or a block of
headers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.utils import parseaddr
from typing import Final

from django.conf import settings

from games.inbound import languages
from games.inbound.languages import COLON

LONGEST: Final = 400
"""Only this many characters are read."""
ADDRESS: Final = re.compile(r"[^\s<>@]@[^\s<>@,;:()\[\]\"']{3}")
WHOLE_ADDRESS: Final = re.compile(r"(?<![^\s<>@])[^\s<>@]+@[^\s<>@]+")
ADDRESS_FIRST: Final = re.compile(r"[<(\[]?(?:mailto:)?[^\s<>@]+@[^\s<>@]|<$")
DATE: Final = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,4}(?!\d)"
)
TIME: Final = re.compile(
    r"(?<!\d)\d{1,2}\s?[:.h時时시点點]\s?\d{2}(?!\d)|\d\s?(?:[AP]M\b|시)", re.IGNORECASE
)


class IntroductionTraits:
    """What tells a quote from words of a person, in some lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.text = " ".join(lines)[:LONGEST]
        lower = self.text.lower()
        addresses, names = _ours()
        self.is_ours = any(address in lower for address in addresses)
        self.is_named = any(name in lower for name in names)
        self.has_address = ADDRESS.search(self.text) is not None
        # In the token of an address any number may stand.
        bare = WHOLE_ADDRESS.sub(" ", self.text)
        self.has_date = DATE.search(bare) is not None
        self.has_time = TIME.search(bare) is not None
        self.says_wrote = languages.WROTE.search(bare) is not None
        self.opens = languages.OPENINGS.match(self.text.lstrip("- ")) is not None

    def is_sure(self, *, followed: bool) -> bool:
        """Whether no person says such a thing; ``followed``: a quote follows."""
        if self.is_ours:
            return True
        dated, timed = self.has_date and self.has_time, self.has_date or self.has_time
        if self.is_named:
            return dated or ((timed or followed) and self.says_wrote)
        if self.has_address:
            return (
                dated or (followed and self.has_date) or ((timed or followed) and self.says_wrote)
            )
        return dated and followed and self.says_wrote

    def is_dated(self, *, above_quote: bool) -> bool:
        """Whether it has a date, a time, and an address: of ours, or in brackets above ">"."""
        address = self.is_ours or (above_quote and self.has_address and "<" in self.text)
        return address and self.has_date and self.has_time

    @property
    def is_whole(self) -> bool:
        """Whether it tells when, and who: then nothing of it is above."""
        return self.has_date and (self.opens or self.is_ours or self.is_named or self.has_address)

    @property
    def may_begin(self) -> bool:
        """Whether it is a part of one."""
        return self.has_date or self.is_ours or self.is_named or self.has_address or self.opens


def _ours() -> tuple[list[str], list[str]]:
    """Return what addresses and names of ours hold, in lower case."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL.lower())
    addresses, names = (
        (f"@{settings.MAIL_DOMAIN.lower()}", address),
        (name, settings.SITE_NAME.lower()),
    )
    return [*filter(None, addresses)], [*filter(None, names)]


BLOCK: Final = 8
"""A block of headers is looked for in this many lines."""
BROKEN_OFF: Final = 2
"""How many of these lines may belong to no header: long ones are broken."""
ANY_HEADER: Final = re.compile(rf"\*{{0,2}}[^\W\d][^:：\d]{{0,30}}{COLON}\s*\S")


def is_header_block(lines: Sequence[str], place: int) -> bool:
    """Whether headers of a mail stand here, one below the other or all in a line."""
    if languages.HEADER.match(lines[place]) is None:
        return _is_block_in_another_language(lines, place)
    for pattern in languages.HEADERS:
        if pattern.match(lines[place]) is None:
            continue
        kinds, text = _headers(lines, place, pattern)
        if len(kinds) < 2:
            continue
        about = IntroductionTraits([text])
        sure = about.is_ours or about.is_named or about.has_address
        if (
            sure
            or {"from", "subject"} <= kinds
            or ("subject" in kinds and len(kinds) >= 3)
            or ({"from", "date"} <= kinds and about.has_date and about.has_time)
        ):
            return True
    return False


def _headers(lines: Sequence[str], place: int, pattern: re.Pattern[str]) -> tuple[set[str], str]:
    """The kinds of headers of one language that stand here, and the lines with them."""
    kinds: set[str] = set()
    found: list[str] = []
    missed, dense, roomy, before = 0, False, False, ""
    for line in lines[place : place + BLOCK]:
        labels = {str(label.lastgroup) for label in pattern.finditer(line)}
        if labels and roomy and before == "label":
            return set(), ""  # The block begins farther down, below something else.
        # An empty line ends a block, unless each line has one below; and so does the next block.
        if labels & kinds - {"more"} or (not line and (dense or before == "missed")):
            break
        kinds |= labels
        if labels or (before == "label" and ADDRESS_FIRST.match(line)):
            dense = dense or before == "label"
            before = "label"
            found.append(line)
            continue
        missed, roomy = missed + bool(line), roomy or not line
        if missed > BROKEN_OFF:
            break
        before = "missed" if line else ""
    return kinds - {"more"}, " ".join(found)


def _is_block_in_another_language(lines: Sequence[str], place: int) -> bool:
    """Whether three headers seem to stand here, with an address in brackets and a time.

    The first of them is the writer, the reader, or the time: what people put a colon into is not.
    """
    if ANY_HEADER.match(lines[place]) is None:
        return False
    first = IntroductionTraits(lines[place : place + 1])
    wrapped = ADDRESS_FIRST.match((*lines, "")[place + 1])
    if not (wrapped or first.is_ours or first.has_address or (first.has_date and first.has_time)):
        return False
    block = [line for line in lines[place : place + BLOCK] if line]
    labelled = sum(ANY_HEADER.match(line) is not None for line in block[: 3 + BROKEN_OFF])
    about = IntroductionTraits(block)
    addressed = about.is_ours or (about.has_address and any("<" in line for line in block))
    return labelled >= 3 and addressed and about.has_date and about.has_time
