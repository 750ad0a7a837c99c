"""Invitations in the admin, read only. The address stays private to inviter and invited."""

from __future__ import annotations

from django.contrib import admin

from games.common.admin_base import ReadOnlyAdmin
from games.lobby.invitations.models import EmailInvitation


@admin.register(EmailInvitation)
class EmailInvitationAdmin(ReadOnlyAdmin):
    list_display = fields = ("created_at", "game", "inviter", "status", "sent_at", "answered_at")
    list_filter = ("status",)
    search_fields = ("inviter__name", "game__code")
    list_select_related = ("game", "inviter")
    date_hierarchy = "created_at"
