"""The outbox in the admin, read only: notices, mails, deliveries, bounces, and why they failed.

Nothing can be changed here, and the mails themselves are not shown: they tell hands.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.common.admin_base import ReadOnlyAdmin, WithoutClosedGamesAdmin
from games.notifications.models import AccountMail, Bounce, Delivery, Mail, Notice, NoticeKind
from games.notifications.webhooks.models import Webhook


@admin.register(Mail)
class MailAdmin(WithoutClosedGamesAdmin):
    list_display = (
        "created_at",
        "person",
        "game",
        "status",
        "attempts",
        "next_attempt_at",
        "error",
    )
    list_filter = ("status",)
    search_fields = ("person__name", "recipient", "message_id", "game__code")
    list_select_related = ("person", "game")
    date_hierarchy = "created_at"
    # An allow-list: a field added later is not shown before somebody thought about it.
    fields = (*list_display, "recipient", "subject", "message_id", "sent_at")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("source", "game__secret")


@admin.register(AccountMail)
class AccountMailAdmin(ReadOnlyAdmin):
    """Mails about accounts, and whether they were sent. Their text is a key, and is not shown."""

    list_display = (
        "created_at",
        "kind",
        "recipient",
        "status",
        "attempts",
        "next_attempt_at",
        "error",
    )
    list_filter = ("status", "kind")
    search_fields = ("recipient",)
    date_hierarchy = "created_at"
    fields = (*list_display, "message_id", "expires_at", "sent_at")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("source")


@admin.register(Notice)
class NoticeAdmin(WithoutClosedGamesAdmin):
    list_display = (
        "created_at",
        "person",
        "game",
        "topic",
        "kind",
        "decision",
        "status",
    )
    list_filter = ("status", "kind")
    search_fields = ("person__name", "game__code")
    list_select_related = ("person", "game")
    fields = (*list_display, "number", "mail")

    def get_queryset(self, request: HttpRequest) -> Any:
        # What a plan did or asks is its owner's alone.
        private = (NoticeKind.ORDER, NoticeKind.PLANS)
        return super().get_queryset(request).exclude(kind__in=private)


@admin.register(Bounce)
class BounceAdmin(ReadOnlyAdmin):
    list_display = fields = ("at", "person", "kind", "code")
    list_filter = ("kind",)
    search_fields = ("person__name",)
    list_select_related = ("person",)
    date_hierarchy = "at"


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Webhooks, and whether they work; anybody who knows an address or a secret can write there."""

    list_display = fields = ("person", "style", "failures", "resting_until", "disabled_at")
    list_select_related = ("person",)
    search_fields = ("person__name",)


@admin.register(Delivery)
class DeliveryAdmin(WithoutClosedGamesAdmin):
    """What became of the deliveries of all channels."""

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
