"""What a few lines of a mail have of the shape that programs give to what introduces a quote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.utils import parseaddr
from functools import cache, cached_property
from typing import Final

from django.conf import settings

from games.inbound.phrases import OPENINGS, WROTE

LONGEST: Final = 400
"""So many characters are looked at."""
ADDRESS: Final = re.compile(r"[^\s<>@]@[^\s<>@,;:()\[\]\"']{3}")
WHOLE_ADDRESS: Final = re.compile(r"[^\s<>@]++@[^\s<>@]+")
ADDRESS_FIRST: Final = re.compile(r"[<(\[]?(?:mailto:)?[^\s<>@]+@[^\s<>@]|<$")
DATE: Final = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,4}(?!\d)"
)
TIME: Final = re.compile(
    r"(?<!\d)\d{1,2}\s?[:.h時时시点點]\s?\d{2}(?!\d)|\d\s?(?:[AP]M\b|시)", re.IGNORECASE
)


class Traits:
    """Finds in lines, each when first asked for, what tells a quote from words of a person."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.text = " ".join(lines)[:LONGEST]
        self.lower = self.text.lower()
        # In the token of an address any number may stand.
        self.bare = WHOLE_ADDRESS.sub(" ", self.text) if "@" in self.text else self.text

    @cached_property
    def is_ours(self) -> bool:
        return any(address in self.lower for address in _ours()[0])

    @cached_property
    def is_named(self) -> bool:
        return any(name in self.lower for name in _ours()[1])

    @cached_property
    def has_address(self) -> bool:
        return "@" in self.text and ADDRESS.search(self.text) is not None

    @cached_property
    def has_date(self) -> bool:
        return DATE.search(self.bare) is not None

    @cached_property
    def has_time(self) -> bool:
        return TIME.search(self.bare) is not None

    @cached_property
    def says_wrote(self) -> bool:
        return WROTE.search(self.bare) is not None

    @cached_property
    def opens(self) -> bool:
        return OPENINGS.match(self.text.lstrip("- ")) is not None

    def is_sure(self, *, followed: bool) -> bool:
        """Whether no person says such a thing; ``followed``: a quote stands below."""
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

    @property
    def is_whole(self) -> bool:
        """Whether it tells when, and who: then nothing of it stands above."""
        return self.has_date and (self.opens or self.is_ours or self.is_named or self.has_address)

    @property
    def may_begin(self) -> bool:
        """Whether it is a part of one."""
        return self.has_date or self.is_ours or self.is_named or self.has_address or self.opens


def _ours() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Gets what addresses and names of ours hold, in lower case."""
    return _known(settings.DEFAULT_FROM_EMAIL, settings.MAIL_DOMAIN, settings.SITE_NAME)


@cache
def _known(sender: str, domain: str, site: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    name, address = parseaddr(sender.lower())
    addresses, names = (f"@{domain.lower()}", address), (name, site.lower())
    return tuple(filter(None, addresses)), tuple(filter(None, names))
