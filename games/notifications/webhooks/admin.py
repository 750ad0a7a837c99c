"""Webhooks in the admin: whether they work, and what became of the deliveries of all channels.

Addresses and secrets are not shown: anybody who knows them can write there.
"""

from __future__ import annotations

from django.contrib import admin

from games.common.admin_base import ReadOnlyAdmin, WithoutClosedGamesAdmin
from games.notifications.models import Delivery
from games.notifications.webhooks.models import Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    list_display = fields = ("person", "style", "failures", "resting_until", "disabled_at")
    list_select_related = ("person",)
    search_fields = ("person__name",)


@admin.register(Delivery)
class DeliveryAdmin(WithoutClosedGamesAdmin):
    list_display = fields = (
        "created_at",
        "channel",
        "person",
        "status",
        "attempts",
        "answer",
        "error",
        "next_attempt_at",
        "sent_at",
    )
    list_filter = ("channel", "status")
    list_select_related = ("person",)
    date_hierarchy = "created_at"
