"""Pages of long lists: what a page needs is read, and not how many pages follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest

from games.web.parts.requests import parse_number

MOST_PAGES: Final = 500
"""The last page that can be asked for: the rows of all before it are passed over."""


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of a list; templates/parts/pages.html shows the way to its neighbours.

    ``count`` is how many pages there are, None where this one is not the last.
    """

    object_list: list[Any]
    number: int
    has_next: bool
    start_index: int
    """The place of its first row in the list, from 1."""

    @property
    def count(self) -> int | None:
        return None if self.has_next else self.number


def page_of(request: HttpRequest, rows: Any, size: int) -> ListPage:
    """The page of a list that the address names: the first if it names none, or one that is none.

    ``rows`` are a query, or what gives a list for a slice.
    Behind the last one the list ends with it: an old address still leads somewhere.
    """
    number = parse_number(request.GET.get("page", ""), 4) or 1
    number = min(number, MOST_PAGES)
    found = _rows(rows, number, size)
    if not found and number > 1:
        before = rows[: number * size]
        count = before.count() if isinstance(before, QuerySet) else len(before)
        number = max(1, -(-count // size))
        found = _rows(rows, number, size)
    has_next = len(found) > size and number < MOST_PAGES
    return ListPage(found[:size], number, has_next, (number - 1) * size + 1)


def _rows(rows: Any, number: int, size: int) -> list[Any]:
    first = (number - 1) * size
    return list(rows[first : first + size + 1])
