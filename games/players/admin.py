"""Rating changes in the admin, read-only."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

import engine
from games.common.admin_base import ReadOnlyAdmin
from games.players.models import RatingChange


class BoardFilter(admin.SimpleListFilter):
    """The boards by their names; URLs keep their keys."""

    title = "board"
    parameter_name = "of"
    ALL = "all"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        boards = [(key, engine.load_board(key).name) for key in engine.board_names()]
        return [(self.ALL, "all boards"), *boards]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[RatingChange]
    ) -> QuerySet[RatingChange]:
        if self.value() is None:
            return queryset
        return queryset.filter(board="" if self.value() == self.ALL else self.value())


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = fields = (
        "at",
        "game",
        "of_board",
        "number",
        "person",
        "place",
        "mu_before",
        "sigma_before",
        "mu_after",
        "sigma_after",
    )
    list_filter = (BoardFilter,)
    list_select_related = ("game", "person")
    search_fields = ("=game__code", "person__name")

    @admin.display(description="board")
    def of_board(self, change: RatingChange) -> str:
        return engine.load_board(change.board).name if change.board else "all boards"
