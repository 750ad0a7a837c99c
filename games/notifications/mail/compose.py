"""Coalesce the notices that wait for one person in one game, or under one topic, into one stored
mail.

Decision 2 says why.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Min, Q, QuerySet

from games.common import log_context, sql
from games.common.dates import stamp
from games.notifications.eligibility import (
    LOG_KINDS,
    address_for_notices,
    is_eligible,
    planned_again,
)
from games.notifications.leases import KeepAlive, stay_alive
from games.notifications.mail.content import leading_notice
from games.notifications.mail.render import write_game_mail, write_site_mail
from games.notifications.mail.return_addresses import (
    decision_link_token,
    store_reply_token,
    talk_reply_token,
    turn_reply_token,
)
from games.notifications.models import DeliveryStatus, Mail, Notice, NoticeKind
from games.notifications.preferences import preferences_of
from games.notifications.registry import RenderError
from games.notifications.retry_delays import CHANCE
from games.people.models import Person
from games.tables.models import Game, Seat

logger = logging.getLogger(__name__)

# A mail that cannot be written waits: it must not stand before all others every time. It waits as
# long again as it has waited already, so that a passing fault costs seconds.
SHORTEST_POSTPONEMENT = timedelta(seconds=5)
LONGEST_POSTPONEMENT = timedelta(minutes=30)
CHOICE = 2
"""A run chooses among this many times the mails that it writes."""
DONE_WITH = (DeliveryStatus.SENT, DeliveryStatus.DROPPED, DeliveryStatus.FAILED)
FIRST_URGENT_REMINDER = 2
"""The first reminder says that half of the time has gone; this one and the next are urgent."""
# Of those who chose one mail a day, only this does not wait for it.
OUTSIDE_DIGEST = (
    Q(person__notification_preferences__digest_hour=None)
    | Q(game=None) & ~Q(kind=NoticeKind.PLANS)
    | Q(kind=NoticeKind.REMINDER, person__notification_preferences__digest_reminders=True)
    & (Q(number__gte=FIRST_URGENT_REMINDER) | Q(key__gt=""))
)


def _next_groups(now: datetime, limit: int) -> list[Any]:
    """Person, game and topic of the mails to write: notices that are due, grouped.

    They are chosen by chance among those that have waited longest, so that two runs rarely write
    one mail.
    """
    due = Notice.objects.filter(status=DeliveryStatus.PENDING, mail=None, not_before__lte=now)
    groups = due.filter(OUTSIDE_DIGEST).order_by().values_list("person_id", "game_id", "topic")
    by_wait = groups.annotate(first=Min("not_before")).order_by("first", "person_id")
    oldest = list(by_wait[: limit * CHOICE])
    return CHANCE.sample(oldest, min(limit, len(oldest)))


def compose_due(*, now: datetime, limit: int, alive: KeepAlive = stay_alive) -> int:
    """Store a mail for each person and game with notices due; return how many were stored."""
    written = 0
    for person_id, game_id, topic, _first in _next_groups(now, limit):
        if not alive():
            break
        with log_context.scope(game=game_id):
            try:
                written += _compose_renderable(person_id, game_id, topic, now) is not None
            except Exception:
                about = f"game {game_id}" if game_id else topic
                logger.exception("The mail to person %s about %s failed.", person_id, about)
                stuck = _uncomposed(person_id, game_id, topic).filter(not_before__lte=now)
                postpone_failed(stuck, now=now)
    return written


def _compose_renderable(
    person_id: int, game_id: int | None, topic: str, now: datetime
) -> Mail | None:
    """Compose; what cannot be rendered is set aside, and does not keep back the rest."""
    while True:
        try:
            return compose(person_id=person_id, game_id=game_id, topic=topic, now=now)
        except RenderError as error:
            logger.exception("%s", error)
            postpone_failed([error.notice], now=now)


def postpone_failed(notices: Iterable[Notice], *, now: datetime) -> None:
    """Let notices that cannot be rendered wait, each time longer; the alarm reads since when."""
    for notice in notices:
        since = notice.stuck_since or now
        wait = min(max(now - since, SHORTEST_POSTPONEMENT), LONGEST_POSTPONEMENT)
        Notice.objects.filter(pk=notice.pk, status=DeliveryStatus.PENDING).update(
            stuck_since=since, not_before=now + wait * CHANCE.uniform(0.75, 1.25)
        )


def _uncomposed(person_id: int, game_id: int | None, topic: str) -> QuerySet[Notice]:
    notices = Notice.objects.filter(person_id=person_id, topic=topic, mail=None)
    # By the index of what waits PostgreSQL would read the whole of a burst for each of its mails.
    notices = notices.exclude(status__in=DONE_WITH)
    return notices.filter(game=game_id) if game_id else notices.filter(game=None)


def _due(person: int, topic: str, now: datetime, game: int | None) -> QuerySet[Notice]:
    due = _uncomposed(person, game, topic).filter(not_before__lte=now)
    return due.order_by("created_at", "pk")


_notices: Final = sql.PreparedQuery(_due, 1, "topic", sql.EARLIER, 2)
_seats: Final = sql.PreparedQuery(
    lambda game, person: Seat.objects.select_related("game", "person").filter(
        game=game, person=person
    )
)


def compose(*, person_id: int, game_id: int | None, topic: str = "", now: datetime) -> Mail | None:
    """Store one mail with all that waits; None where nothing is relevant any more.

    Rendering takes longer than a move may wait for the database, so it happens outside the
    transaction; the mail is stored only if neither the game nor the outbox moved meanwhile. If one
    did, the notices wait for the next run.
    """
    seat = _seats.first(game_id, person_id) if game_id else None
    person = (seat and seat.person) or Person.objects.get(pk=person_id)
    game = seat.game if seat else Game.objects.get(pk=game_id) if game_id else None
    due = _due(person_id, topic, now, game_id)
    notices = _notices.rows(person_id, topic, now, game_id) if game_id else list(due)
    for notice in notices:
        notice.person, notice.game = person, game
    reached = address_for_notices(person, topic=topic) is not None
    preferences = preferences_of(person)
    relevant = [notice for notice in notices if reached and is_eligible(notice, seat, preferences)]
    mail, token, link, decision = None, "", "", None
    if relevant:
        if game and seat and leading_notice(relevant).kind in LOG_KINDS:
            token, link = turn_reply_token(seat), decision_link_token(seat)
            decision = seat.decision
            mail = write_game_mail(seat=seat, notices=relevant, now=now, token=token, link=link)
        else:
            if any(notice.kind == NoticeKind.TALK for notice in relevant):
                token = talk_reply_token(seat)
            mail = write_site_mail(
                person=person,
                notices=relevant,
                game=game,
                seat=seat,
                token=token,
                now=now,
            )
    with transaction.atomic():
        free = due.order_by().select_for_update(skip_locked=True, of=("self",))
        if game:
            free = free.filter(game__version=game.version)
        locked = set(free.values_list("pk", flat=True))
        if locked != {notice.pk for notice in notices}:
            return None
        dropped = locked - {notice.pk for notice in relevant}
        for notice in notices:
            if (at := planned_again(notice, seat, now)) is not None:
                if seat and seat.due_at:
                    moved = notice.data.get("moved", 0) + 1
                    notice.data |= {"due": stamp(seat.due_at), "moved": moved}
                waiting = Notice.objects.filter(pk=notice.pk)
                waiting.update(not_before=at, data=notice.data)
                dropped.discard(notice.pk)
        if dropped:
            Notice.objects.filter(pk__in=dropped).update(status=DeliveryStatus.DROPPED)
        if mail is not None:
            mail.save()
            if seat:
                store_reply_token(
                    token=token, link=link, person=person, seat=seat, decision=decision, now=now
                )
            told = [notice.pk for notice in relevant]
            Notice.objects.filter(pk__in=told).update(mail=mail, stuck_since=None)
    return mail
