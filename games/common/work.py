"""Rows that workers make, each declared once (decision 51).

Leases, attempts, sweeps, the beat, the routes of tasks, metrics and alarms all read :data:`WORK`.
Celery reads it before there are models, so models and functions are named by dotted paths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.apps import apps
from django.db.models import Q, QuerySet

PENDING: Final = "pending"


@dataclass(frozen=True, slots=True)
class Work:
    """A model whose rows have ``status``, ``attempts`` and ``next_attempt_at``, and wait for work.

    ``name`` is used in metrics and alarms. Beat sends ``task`` every ``seconds`` to the queue with
    this ending; ``aliases`` are names that earlier releases sent. A worker that dies holds a row
    for ``lease``. ``alarm`` is how long one may be due until the operators are notified.

    Where ``make`` names a function, it is called with a row, and a run takes up no more of them
    after ``run`` seconds; ``before`` orders what is due by itself. After ``attempts`` the row ends
    as failed; before another one its fields are set ``afresh``. ``shared`` says that several
    processes may be at it.
    """

    name: str
    model: str
    task: str
    queue: str
    lease: timedelta
    seconds: float = 60
    aliases: tuple[str, ...] = ()
    alarm: timedelta | None = None
    make: str = ""
    before: str = ""
    run: float = 60.0
    attempts: int = 3
    shared: bool = True
    related: tuple[str, ...] = ()
    deferred: tuple[str, ...] = ()
    afresh: Mapping[str, Any] = field(default_factory=dict)

    def rows(self) -> QuerySet[Any]:
        """All rows, with what is needed to make one."""
        rows = apps.get_model(self.model)._default_manager.select_related(*self.related)
        return rows.defer(*self.deferred)

    def pending(self, **due: Any) -> QuerySet[Any]:
        """The rows that wait, or those of them that are ``due``."""
        return apps.get_model(self.model)._default_manager.filter(Q(**due), status=PENDING)


MAILS: Final = Work(
    "mails", "games.Mail", "games.send_waiting_notices", "mail", timedelta(minutes=10),
    seconds=30, aliases=("games.help_with_mails",),
)  # fmt: skip
ACCOUNT_MAILS: Final = Work(
    "account_mails", "games.AccountMail", "games.send_account_mails", "accounts",
    # Somebody is waiting for a code.
    timedelta(minutes=2), seconds=4,
)  # fmt: skip
DELIVERIES: Final = Work(
    "webhooks", "games.Delivery", "games.send_deliveries", "webhooks", timedelta(minutes=2),
    seconds=30, aliases=("games.call_webhooks", "games.send_pushes"), alarm=timedelta(minutes=5),
)  # fmt: skip
HINTS: Final = Work(
    "hints", "games.Hint", "games.make_hints", "bots", timedelta(seconds=90),
    aliases=("games.make_hint",), make="games.practice.hints.make", attempts=2,
    related=("seat__game",), alarm=timedelta(minutes=15),
)  # fmt: skip
REVIEWS: Final = Work(
    "reviews", "games.Review", "games.make_reviews", "bots", timedelta(seconds=90),
    # One at a time, a slice a run: so they take no more than one process of the bots.
    make="games.review.reviews.make", run=0, shared=False, related=("game", "person"),
    alarm=timedelta(days=1),
)  # fmt: skip
ANIMATIONS: Final = Work(
    "animations", "games.Animation", "games.make_animations", "pictures", timedelta(seconds=45),
    aliases=("games.make_animation",), make="games.sharing.animations.make", run=120,
    related=("game",), deferred=("data",), afresh={"painted": 0}, alarm=timedelta(hours=1),
)  # fmt: skip
COLLECTIONS: Final = Work(
    "collections", "games.Collection", "games.make_collections", "pictures", timedelta(minutes=2),
    aliases=("games.make_collection",), make="games.sharing.records.collections.make",
    before="games.sharing.records.collections.order_due_months", related=("person",),
    afresh={"done": 0}, alarm=timedelta(hours=2),
)  # fmt: skip

WORK: Final = (MAILS, ACCOUNT_MAILS, DELIVERIES, HINTS, REVIEWS, ANIMATIONS, COLLECTIONS)
