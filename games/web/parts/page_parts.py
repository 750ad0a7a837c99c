"""A page asked for in parts: a script that has most of it names the parts that it has.

The header ``X-Parts`` holds the number of the last event that the page shows, and after it each
part with its mark: ``143 players:1f2e3d4c bar:9a8b7c6d``. Decision 126 says why.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from games.web.parts.requests import parse_number

HEADER = "X-Parts"
LONGEST = 2000
"""The most characters of the header that are read."""


@dataclass(frozen=True, slots=True)
class PageParts:
    """Parts of a page that a script has; ``wanted`` is False for a request of the whole page."""

    wanted: bool = False
    seq: int | None = None
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def context(self) -> dict[str, Any]:
        """The names that templates with parts use."""
        return {
            "layout": "parts/page_parts.html" if self.wanted else "base.html",
            "whole": not self.wanted,
            "known_parts": self.marks,
        }


def page_parts(request: HttpRequest) -> PageParts:
    """Read the header of a request."""
    words = request.headers.get(HEADER, "")[:LONGEST].split()
    if not words:
        return PageParts()
    pairs = (word.partition(":") for word in words[1:])
    return PageParts(True, parse_number(words[0], 8), {name: mark for name, _colon, mark in pairs})


def in_parts(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Say of an answer whether it is a page in parts; nobody keeps those."""
    patch_vary_headers(response, [HEADER])
    if page_parts(request).wanted:
        response[HEADER] = "1"
        response["Cache-Control"] = "private, no-store"
    return response
