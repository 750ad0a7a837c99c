"""Channels: the ways in which notices reach people. A package or a module of its own for each.

The setting ``NOTIFICATION_CHANNELS`` lists the classes; everything else asks :func:`channels`.

Decision 51 says why.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache, reduce
from operator import or_
from typing import Any, ClassVar

from django.apps import apps
from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.module_loading import import_string

from games.notifications.models import Delivery, NotificationPreferences
from games.notifications.news import News
from games.people.models import Person

Part = tuple[Callable[[Person], QuerySet[Any]], tuple[str, ...]]
"""A part of a person's export: how its rows are found, and the fields that are exported."""
Export = Mapping[str, Part]


def rows_of(model: str, *fields: str, owner: str = "person") -> Part:
    """The rows of a model (``app.Model``) whose field ``owner`` is the person."""

    def find(person: Person) -> QuerySet[Any]:
        return apps.get_model(model)._default_manager.filter(**{owner: person.pk})

    return find, fields


@dataclass(frozen=True, slots=True)
class Answer:
    """The HTTP status of an answer, or 0 and an error. ``wait`` is Retry-After, in seconds."""

    status: int
    error: str = ""
    wait: int = 0

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class SettingsSection:
    """A section of the page of notifications with a box for each kind of notice."""

    title: str
    text: str = ""
    link: tuple[str, str] | None = None
    """A label and an address."""


class Channel(ABC):
    """A way in which notices reach people.

    ``name`` is stored in preferences and deliveries; ``work`` is the name in metrics.
    """

    name: ClassVar[str]
    work: ClassVar[str]

    def is_available(self) -> bool:
        """Whether this site has the channel."""
        return True

    @abstractmethod
    def describe(self) -> SettingsSection | None:
        """The section of the page of notifications; None where endpoints have their own lists."""

    @abstractmethod
    def exported(self) -> Export:
        """The parts of a person's export that belong to the channel."""


class DeliveryChannel(Channel):
    """A channel that the pump (games/notifications/pump.py) serves, by rows of Delivery.

    ``endpoint`` is the field of Delivery that says where to; without one each person has one
    endpoint, themselves. Endpoints that are rows have ``failures`` and ``resting_until``, and
    ``owner`` is the path from them to the person. ``public`` says that others may read there: then
    nothing may leave later, or not at all, because of what others must not know.
    """

    endpoint: ClassVar[str] = ""
    owner: ClassVar[str] = "pk"
    public: ClassVar[bool] = False
    give_up_after: ClassVar[timedelta] = timedelta(days=1)
    most_failures: ClassVar[int] = 16
    """In a row: after some eighteen hours, as the waits grow."""
    most_a_day: ClassVar[int | None] = None
    """Deliveries to one endpoint; further notices go by mail only."""
    gone: ClassVar[frozenset[int]] = frozenset({410})
    """The answers after which nothing more is sent there."""

    @abstractmethod
    def endpoints(self) -> QuerySet[Any]:
        """Everything that deliveries can go to."""

    def endpoint_of(self, delivery: Delivery) -> Any:
        return getattr(delivery, self.endpoint) if self.endpoint else delivery.person

    def wants(self, endpoint: Any, kind: str, preferences: NotificationPreferences) -> bool:
        """Whether a person with these preferences wants a kind of notices there."""
        return preferences.wants(kind, self.name)

    def is_open(self, endpoint: Any, now: datetime) -> bool:
        """Whether anything may still be sent to an endpoint; asked before each attempt."""
        return True

    @abstractmethod
    def compose(self, endpoint: Any, news: News, *, name: str, now: datetime) -> str:
        """The body of a delivery of this name; language and zone of the person are active."""

    @abstractmethod
    def send(self, endpoint: Any, delivery: Delivery, now: datetime) -> Answer:
        """Send a stored delivery once."""

    def close(self, endpoint: Any, now: datetime) -> None:
        """Send no more to an endpoint that is gone or has failed too often."""

    def exported(self) -> Export:
        mine = Delivery.objects.filter(channel=self.name)
        fields = ("game__code", "body", "status", "created_at", "sent_at")
        return {str(self.work): (lambda person: mine.filter(person=person), fields)}


def channels() -> tuple[Channel, ...]:
    """All channels that the settings name."""
    return _load(tuple(settings.NOTIFICATION_CHANNELS))


def delivery_channels() -> list[DeliveryChannel]:
    """The channels that the pump serves on this site."""
    return [one for one in channels() if isinstance(one, DeliveryChannel) and one.is_available()]


def has_public_endpoint(person: int) -> bool:
    """Whether a person has a channel where others may read along."""
    return any(one.endpoints().filter(**{one.owner: person}).exists() for one in _public_channels())


def public_endpoint() -> Q:
    """A condition of seats: whether their person has a channel where others may read along."""
    found = [
        Q(Exists(one.endpoints().filter(**{one.owner: OuterRef("person")})))
        for one in _public_channels()
    ]
    return reduce(or_, found, Q(pk__in=[]))


def _public_channels() -> list[DeliveryChannel]:
    return [one for one in delivery_channels() if one.public]


@lru_cache
def _load(paths: tuple[str, ...]) -> tuple[Channel, ...]:
    return tuple(import_string(path)() for path in paths)
