"""The admin site: refuse everything that is not on an allow-list, also for tables of libraries.

Django lets everybody who may list a table filter it by every column, shown or not, and so guess
the contents of hidden columns. Here a list can only be filtered by its `list_filter` and its
`date_hierarchy`, searched by its `search_fields` and sorted by the columns that it shows
(decision 90).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import quote
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.core.exceptions import (
    BadRequest,
    FieldDoesNotExist,
    PermissionDenied,
    ValidationError,
)
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path

from games.moderation.conflicts import games_hidden_from
from games.people.models import Person
from games.tables.models import Game

DATE_PARTS: Final = ("year", "month", "day")
LONGEST_SEARCH: Final = 300
"""Characters of a search that are used; SQLite refuses some tens of thousands."""


class AllowList:
    """Mixin of every ModelAdmin here: lookups, orderings and references only as declared."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in allowed_lookups(self, request)

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return to_field == self.opts.pk.name  # type: ignore[attr-defined]

    def get_sortable_by(self, request: HttpRequest) -> list[str]:
        """The shown columns that hold plain values.

        A related row would be sorted by the order of its own table, which may be hidden.
        """
        shown = super().get_sortable_by(request)  # type: ignore[misc]
        return [column for column in shown if is_plain(self.opts, column)]  # type: ignore[attr-defined]

    def get_search_results(
        self, request: HttpRequest, queryset: models.QuerySet, search_term: str
    ) -> tuple[models.QuerySet, bool]:
        """Search, for a text of a length that databases accept."""
        found: tuple[models.QuerySet, bool] = super().get_search_results(  # type: ignore[misc]
            request, queryset, search_term[:LONGEST_SEARCH]
        )
        return found

    def get_changelist(self, request: HttpRequest, **options: Any) -> type[ChangeList]:
        return AllowListChangeList

    def response_action(
        self, request: HttpRequest, queryset: models.QuerySet
    ) -> HttpResponseBase | None:
        # A text that is no key of a row would be an error of the database.
        key = self.opts.pk  # type: ignore[attr-defined]
        for selected in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                key.run_validators(key.to_python(selected))
            except ValidationError as error:
                raise BadRequest from error
        answer: HttpResponseBase | None = super().response_action(request, queryset)  # type: ignore[misc]
        return answer

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        # Django looks for the row first, and so reveals whether there is one.
        if not self.has_view_or_change_permission(request):  # type: ignore[attr-defined]
            raise PermissionDenied
        answer: HttpResponse = super().history_view(request, object_id, extra_context)  # type: ignore[misc]
        return answer


class AllowListChangeList(ChangeList):
    """A list that refuses to be sorted by a column that is not sortable.

    Of its rows it reads the fields in ``list_only`` of the ModelAdmin, if there are any.
    """

    def url_for_result(self, result: models.Model) -> str:
        """The page of a row, relative to that of the list."""
        return f"{quote(result.pk)}/change/"

    def apply_select_related(self, qs: models.QuerySet) -> models.QuerySet:
        found = super().apply_select_related(qs)
        only = getattr(self.model_admin, "list_only", ())
        return found.only(*only) if only else found

    def get_filters(self, request: HttpRequest) -> Any:
        # Beyond these, Django computes with invalid years, or with numbers that are too large.
        for part, least, most in (("year", 1900, 9000), ("month", 1, 12), ("day", 1, 31)):
            said = self.params.get(f"{self.date_hierarchy}__{part}")
            if said is not None and not (
                said.isdecimal() and len(said) <= 4 and least <= int(said) <= most
            ):
                raise IncorrectLookupParameters
        return super().get_filters(request)

    def get_ordering(self, request: HttpRequest, queryset: models.QuerySet) -> list[Any]:
        for part in self.params.get(ORDER_VAR, "").split("."):
            column = part.rpartition("-")[2]
            if not column.isdecimal() or len(column) > 4:
                continue
            if self._column(int(column)) not in (self.sortable_by or ()):
                raise DisallowedModelAdminLookup(f"Sorting by column {column} is not allowed")
        return super().get_ordering(request, queryset)

    def _column(self, index: int) -> Any:
        return self.list_display[index] if index < len(self.list_display) else None


def allowed_lookups(model_admin: Any, request: HttpRequest | None) -> frozenset[str]:
    """The parameters by which the list of a ModelAdmin can be filtered."""
    filters: Iterable[Any] = model_admin.list_filter
    if request is not None:
        filters = model_admin.get_list_filter(request)
    allowed: set[str] = set()
    for one in filters:
        if isinstance(one, type) and issubclass(one, admin.SimpleListFilter):
            allowed.add(str(one.parameter_name))
            continue
        field, kind = (one, None) if isinstance(one, str) else one
        if kind is admin.EmptyFieldListFilter:
            allowed.add(f"{field}__isempty")
        elif kind is not None and issubclass(kind, admin.RelatedOnlyFieldListFilter):
            allowed |= {f"{field}__id__exact", f"{field}__isnull"}
        else:
            allowed |= {field, f"{field}__exact", f"{field}__isnull"}
    if model_admin.date_hierarchy:
        allowed |= {f"{model_admin.date_hierarchy}__{part}" for part in DATE_PARTS}
    return frozenset(allowed)


def is_plain(opts: Any, column: Any) -> bool:
    """Whether a column of a list is a field of the table itself, and no relation."""
    try:
        field = opts.get_field(getattr(column, "admin_order_field", column))
    except FieldDoesNotExist:
        return False
    return bool(field.concrete and not field.is_relation)


class Autocomplete(AutocompleteJsonView):
    """Suggestions for the fields that a ModelAdmin declares in `autocomplete_fields`."""

    def process_request(self, request: HttpRequest) -> tuple[str, Any, Any, str]:
        term, model_admin, field, to_field = super().process_request(request)
        registry = self.admin_site._registry if self.admin_site else {}
        source = registry.get(field.model)
        if source is None or field.name not in source.get_autocomplete_fields(request):
            raise PermissionDenied
        return term, model_admin, field, to_field


class Site(admin.AdminSite):
    """The admin of Night Mail; it adds `AllowList` to every registered table."""

    site_title = site_header = "Night Mail"

    def register(
        self,
        model_or_iterable: Any,
        admin_class: Any = None,
        **options: Any,
    ) -> None:
        base = admin_class or admin.ModelAdmin
        if not issubclass(base, AllowList):
            base = type(base.__name__, (AllowList, base), {"__module__": base.__module__})
        super().register(model_or_iterable, base, **options)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        ours: list[URLPattern | URLResolver] = [
            # It would reveal to all staff whether a row of any table exists.
            path("r/<path:content_type_id>/<path:object_id>/", self._guarded(_not_found)),
            # Django's own page has neither limits nor the mail about the change.
            path("password_change/", self._guarded(_change_password), name="password_change"),
        ]
        return [*ours, *super().get_urls()]

    def closed_games(self, request: HttpRequest) -> models.QuerySet[Game]:
        """The running games whose hidden facts the user may not see."""
        assert isinstance(request.user, Person)
        return games_hidden_from(request.user)

    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        return Autocomplete.as_view(admin_site=self)(request)  # type: ignore[return-value]

    def _guarded(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        return self.admin_view(view)


def _not_found(request: HttpRequest, content_type_id: str, object_id: str) -> HttpResponse:
    raise Http404


def _change_password(request: HttpRequest) -> HttpResponse:
    return redirect("account_change_password")
