"""The delivery log of incoming mail in the admin: to read, and without what was written."""

from __future__ import annotations

from django.contrib import admin

from games.common.admin_base import WithoutClosedGamesAdmin
from games.inbound.models import InboundMail


@admin.register(InboundMail)
class InboundMailAdmin(WithoutClosedGamesAdmin):
    list_display = ("at", "outcome", "detail", "person", "game", "size")
    list_filter = ("outcome",)
    search_fields = ("person__name", "game__code")
    list_select_related = ("person", "game")
    date_hierarchy = "at"
    # An allow-list: a field added later is not shown before somebody thought about it.
    fields = ("at", "outcome", "detail", "size", "person", "game")
