"""Lists by cursors: the last row of a page says where the next one begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.core.exceptions import ValidationError as InvalidValue
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.views import APIView

from games.api.answers import Answer
from games.api.base import Strict

MOST: Final = 100
USUAL: Final = 50


class PageQuery(Strict):
    """The query of a list."""

    cursor = serializers.CharField(
        required=False, max_length=400, help_text="From `next` of the page before."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST, help_text=f"Rows of a page, {USUAL} usually."
    )


class Page(Answer):
    """A page of a list."""

    next = serializers.CharField(allow_null=True)


class Pages(CursorPagination):
    """Pages of a list; ``next`` is the address of the page that follows, None after the last."""

    page_size = USUAL
    page_size_query_param = "limit"
    max_page_size = MOST

    def __init__(self, ordering: tuple[str, ...]) -> None:
        self.ordering = ordering

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> tuple[str, ...]:
        return self.ordering


def page_of(
    view: APIView,
    rows: QuerySet[Any],
    ordering: tuple[str, ...],
    prepare: Callable[[list[Any]], list[Any]] = list,
) -> dict[str, Any]:
    """One page of some rows, in an order in which the last field is unique.

    ``prepare`` makes of the rows of the page what is shown of them.

    :raises ValidationError: if the cursor is none of ours.
    """
    pages = Pages(ordering)
    try:
        found = pages.paginate_queryset(rows, view.request, view)
    except (NotFound, InvalidValue, ValueError, OverflowError) as error:
        raise ValidationError({"cursor": [_("This cursor leads nowhere.")]}) from error
    return {"next": pages.get_next_link(), "results": prepare(list(found or []))}
