"""Webhooks as a channel: a whole chat may read what is posted there (decision 51)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from games.notifications import outbox
from games.notifications.channels import Answer, DeliveryChannel, Export, rows_of
from games.notifications.models import Delivery, NoticeKind, NotificationPreferences
from games.notifications.news import News
from games.notifications.webhooks import body, http_client, ssrf_guard
from games.notifications.webhooks.models import Webhook


class WebhookChannel(DeliveryChannel):
    name = "webhook"
    work = "webhooks"
    endpoint = "webhook"
    owner = "person"
    public = True
    give_up_after = timedelta(days=2)

    def describe(self) -> None:
        """Each webhook has a list of its own."""

    def exported(self) -> Export:
        return {"webhooks": rows_of("games.Webhook", "style", "url", "created_at", "disabled_at")}

    def endpoints(self) -> QuerySet[Any]:
        return Webhook.objects.all()

    def wants(self, endpoint: Webhook, kind: str, preferences: NotificationPreferences) -> bool:
        return endpoint.wants(kind)

    def is_open(self, endpoint: Webhook, now: datetime) -> bool:
        return endpoint.disabled_at is None

    def compose(self, endpoint: Webhook, news: News, *, name: str, now: datetime) -> str:
        return body.build_body(webhook=endpoint, name=name, news=news, now=now)

    def send(self, endpoint: Webhook, delivery: Delivery, now: datetime) -> Answer:
        content = delivery.body.encode()
        try:
            target = ssrf_guard.resolve_target(endpoint.url)
        except ssrf_guard.UnsafeAddress as error:
            return Answer(0, str(error))
        head = body.build_headers(endpoint, delivery.name, content, now)
        return http_client.post(target, content, head)

    def close(self, endpoint: Webhook, now: datetime) -> None:
        """Switch a webhook off, and tell its person."""
        endpoint.disabled_at = now
        endpoint.save(update_fields=["disabled_at"])
        outbox.notify(
            person=endpoint.person,
            kind=NoticeKind.CHANNEL,
            topic="webhook",
            data={"webhook": endpoint.pk, "failures": endpoint.failures, "at": now.isoformat()},
            now=now,
        )
