"""Base classes of admin pages that show rows and change none."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows to look at."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class WithoutClosedGamesAdmin(ReadOnlyAdmin):
    """Rows about games, without those of running games of which the reader may not know more.

    That somebody was notified there, or when, can be more than a seat may know: with an order, say,
    the notice of a turn comes later. The admin site decides which games those are, as it follows
    from roles that these packages do not know.
    """

    def get_queryset(self, request: HttpRequest) -> Any:
        site: Any = self.admin_site
        closed = site.closed_games(request).values("pk")
        return super().get_queryset(request).exclude(game__in=closed)
