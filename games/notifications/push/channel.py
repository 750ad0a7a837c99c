"""Web push as a channel (decision 51).

A message holds nothing that is not in the page of the game for everybody: lock screens show it.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.notifications.channels import (
    Answer,
    DeliveryChannel,
    Export,
    SettingsSection,
    rows_of,
)
from games.notifications.models import Delivery
from games.notifications.news import News
from games.notifications.push import encryption
from games.notifications.push.models import PushSubscription
from games.notifications.push.subscriptions import check_endpoint, is_push_available
from games.notifications.webhooks import http_client, ssrf_guard
from games.people.sign_ins import is_signed_in

TIME_TO_LIVE: Final = timedelta(days=1)


class PushChannel(DeliveryChannel):
    name = "push"
    work = "pushes"
    endpoint = "subscription"
    owner = "sign_in__person"
    most_a_day = 200
    # The browser has ended the subscription (RFC 8030 7.3).
    gone = frozenset({404, 410})

    def is_available(self) -> bool:
        return is_push_available()

    def describe(self) -> SettingsSection:
        return SettingsSection(
            _("Push messages"),
            _("They go to the browsers in which you have switched them on."),
            (_("This device"), reverse("this-device")),
        )

    def exported(self) -> Export:
        fields = ("sign_in__browser", "created_at")
        rows = rows_of("games.PushSubscription", *fields, owner=self.owner)
        return {"browsers with push messages": rows}

    def endpoints(self) -> QuerySet[Any]:
        return PushSubscription.objects.select_related("sign_in")

    def is_open(self, endpoint: PushSubscription, now: datetime) -> bool:
        """Whether the person is signed in there; a browser where nobody is gets nothing, ever."""
        if is_signed_in(endpoint.sign_in, now):
            return True
        self.close(endpoint, now)
        return False

    def compose(self, endpoint: PushSubscription, news: News, *, name: str, now: datetime) -> str:
        """A message for the service worker: name and code of the game, public sentences, a path."""
        game = news.game
        title = f"{game.board_name} {game.title}" if game else settings.SITE_NAME
        path = reverse("game", args=[game.code]) if game else "/"
        content = {"title": title, "body": news.text[:400], "path": path, "tag": path}
        return json.dumps(content, ensure_ascii=False)

    def send(self, endpoint: PushSubscription, delivery: Delivery, now: datetime) -> Answer:
        try:
            check_endpoint(endpoint.endpoint)
            target = ssrf_guard.resolve_target(endpoint.endpoint)
            content = encryption.encrypt(
                delivery.body.encode(),
                browser_key=encryption.decode(endpoint.key),
                secret=encryption.decode(endpoint.secret),
            )
        except ValueError as error:
            return Answer(0, str(error))
        return http_client.post(target, content, _headers(endpoint, delivery, now))

    def close(self, endpoint: PushSubscription, now: datetime) -> None:
        endpoint.delete()


def _headers(endpoint: PushSubscription, delivery: Delivery, now: datetime) -> dict[str, str]:
    """The fields of a message (RFC 8030 5); a later one of the same game replaces one unread."""
    about = f"{endpoint.pk}/{delivery.game_id}"
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(TIME_TO_LIVE.total_seconds())),
        "Urgency": "normal",
        "Topic": hashlib.sha256(f"{settings.SECRET_KEY}/{about}".encode()).hexdigest()[:32],
        "Authorization": encryption.authorization(
            endpoint.endpoint,
            key=encryption.private_key(settings.VAPID_KEY),
            subject=settings.SITE_URL,
            now=now,
        ),
        "Connection": "close",
    }
