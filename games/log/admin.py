"""The event log in the admin: metadata only, read-only.

Data, actions, salts and hashes are left out. They reveal hands, and staff play too.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from games.common.admin_base import WithoutClosedGamesAdmin
from games.log.models import Event


@admin.register(Event)
class EventAdmin(WithoutClosedGamesAdmin):
    list_display = ("game", "seq", "at", "actor", "type")
    search_fields = ("=game__code",)
    list_select_related = ("game",)
    list_filter = ("type",)
    show_full_result_count = False
    # An allow-list: a field added later stays hidden until somebody adds it here.
    fields = ("game", "seq", "at", "actor", "type", "version")

    def get_queryset(self, request: HttpRequest) -> Any:
        hidden = ("data", "action", "salt", "prev_hash", "hash", "game__secret")
        return super().get_queryset(request).exclude(game__practice=True).defer(*hidden)

    def view_on_site(self, event: Event) -> str:
        return reverse("direct", args=[event.game.code])
