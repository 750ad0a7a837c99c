"""A channel in one file: telegrams to everybody who has a wire."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.notifications.channels import Answer, DeliveryChannel, SettingsSection
from games.notifications.models import Delivery
from games.notifications.news import News
from games.people.models import Person

SENT: list[tuple[str, str]] = []
WIRES: set[str] = set()
BROKEN: set[str] = set()


class TelegraphChannel(DeliveryChannel):
    name = "telegraph"
    work = "telegrams"

    def describe(self) -> SettingsSection:
        return SettingsSection("Telegrams", "They reach you wherever there is a wire.")

    def endpoints(self) -> QuerySet[Any]:
        return Person.objects.filter(name__in=WIRES)

    def compose(self, endpoint: Person, news: News, *, name: str, now: datetime) -> str:
        return f"{news.text.upper()} STOP"

    def send(self, endpoint: Person, delivery: Delivery, now: datetime) -> Answer:
        if endpoint.name in BROKEN:
            return Answer(0, "The wire is cut.")
        SENT.append((endpoint.name, delivery.body))
        return Answer(200)
