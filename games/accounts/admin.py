"""API tokens in the admin: their existence and their end."""

from __future__ import annotations

from django.contrib import admin

from games.accounts.models import ApiToken
from games.common.admin_base import ReadOnlyAdmin


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    list_display = fields = ("person", "created_at", "expires_at", "last_used_at")
    list_select_related = ("person",)
    search_fields = ("person__name",)
