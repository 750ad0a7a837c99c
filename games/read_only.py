"""Tables that the admin shows and does not change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.tables.models import GameStatus, Seat


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows to look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class NotOfOwnTables(ReadOnlyAdmin):
    """Rows about games, without those of running games in which the reader plays.

    That somebody was told something there, or when, can be more than a seat may know: who left an
    order, say, is told later that it is their turn.
    """

    def get_queryset(self, request: HttpRequest) -> Any:
        own = Seat.objects.filter(person=request.user.pk, game__status=GameStatus.RUNNING)
        return super().get_queryset(request).exclude(game__in=own.values("game"))
