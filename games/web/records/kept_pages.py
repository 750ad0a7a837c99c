"""Pages of checked records, kept by position: few for each record, however many are asked for."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final

from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

PLACES: Final = 4
"""Positions of one record that are kept in one language: those around the last one."""
KEEP: Final = 60 * 60


def kept_page(record: str, seq: int, make: Callable[[], str]) -> SafeString:
    """The replay of a record at an event as HTML, which ``make`` makes where it is not kept."""
    key = f"checked-record:{record}:{get_language()}:{seq % PLACES}"
    at, page = cache.get(key) or (None, b"")
    if at == seq:
        html = zlib.decompress(page).decode()
    else:
        html = make()
        cache.set(key, [seq, zlib.compress(html.encode())], KEEP)
    return mark_safe(html)  # noqa: S308 - rendered by a template
