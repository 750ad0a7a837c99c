"""The daily digest: one mail about all games of a person, at an hour that the person chose.

It is the only mail that joins games. It tells no hand, but for what plans did and ask,
to people whose mails may hold all cards; and nobody can reply to it with a move.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common.dates import full_moment
from games.common.durations import time_left
from games.facts.prompts import short_prompt
from games.language.amounts import in_points
from games.notifications import registry
from games.notifications.eligibility import address_for_notices, is_eligible
from games.notifications.mail.identifiers import named_id
from games.notifications.mail.render import build_mail
from games.notifications.mail.return_addresses import decision_link_token, store_reply_token
from games.notifications.mail.subjects import digest_thread, game_url
from games.notifications.models import (
    DeliveryStatus,
    Mail,
    Notice,
    NoticeKind,
    NotificationPreferences,
)
from games.notifications.preferences import DIGEST
from games.notifications.registry import Content, RenderError
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)

DIGEST_TOPIC = "daily-digest"
# A digest is still useful for half a day.
USEFUL_FOR = timedelta(hours=12)
# Clocks differ by at most so much from UTC.
FURTHEST_AHEAD = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits for a decision of the reader; ``link`` is the token in its ``url``."""

    seat: Seat
    url: str
    prompt: str
    due: str
    time_left: str
    link: str


def compose_digests(*, now: datetime) -> int:
    """Store the digests whose hour has come; return how many were stored."""
    written = 0
    undone = NotificationPreferences.objects.filter(digest_hour__isnull=False)
    undone = undone.exclude(digest_day__gte=(now + FURTHEST_AHEAD).date())
    for preferences in undone.select_related("person").order_by("pk"):
        local = now.astimezone(preferences.person.zone)
        assert preferences.digest_hour is not None
        if local.hour < preferences.digest_hour or _is_done(preferences, local.date()):
            continue
        try:
            written += (
                compose_digest(preferences=preferences, day=local.date(), now=now) is not None
            )
        except Exception:
            logger.exception("The digest of person %s could not be written.", preferences.person_id)
    return written


def compose_digest(
    *, preferences: NotificationPreferences, day: date, now: datetime
) -> Mail | None:
    """Store the digest of one local day; None where there is nothing to tell."""
    person = preferences.person
    wanted = preferences.wants(DIGEST) and address_for_notices(person) is not None
    notices = _waiting_notices(person)
    seats = _seats(person, notices)
    relevant = [
        one for one in notices if is_eligible(one, seats.get(one.game_id or 0), preferences)
    ]
    mail: Mail | None = None
    waiting: list[WaitingGame] = []
    failed: set[int] = set()
    if wanted:
        with translation.override(person.language), timezone.override(person.zone):
            waiting = _waiting(seats.values(), now)
            news, failed = _news(relevant, seats)
            if waiting or news:
                thread = digest_thread(person)
                mail = build_mail(
                    thread=thread,
                    person=person,
                    message_id=named_id(day.isoformat(), key=thread.key, person=person),
                    kind=DIGEST,
                    template="digest",
                    context={"waiting": waiting, "news": list(news.items())},
                    now=now,
                    topic=DIGEST_TOPIC,
                )
    with transaction.atomic():
        row = NotificationPreferences.objects.select_for_update().get(pk=preferences.pk)
        if _is_done(row, day):
            return None
        row.digest_day = day
        row.save(update_fields=["digest_day"])
        mine = Notice.objects.filter(
            pk__in=[one.pk for one in notices], status=DeliveryStatus.PENDING, mail=None
        ).select_for_update(skip_locked=True)
        free = set(mine.values_list("pk", flat=True))
        told = {one.pk for one in relevant} - failed if mail else set()
        Notice.objects.filter(pk__in=free - told - failed).update(status=DeliveryStatus.DROPPED)
        if mail is not None:
            mail.save()
            for one in waiting:
                store_reply_token(
                    token="",
                    link=one.link,
                    person=person,
                    seat=one.seat,
                    decision=one.seat.decision,
                    now=now,
                )
            Notice.objects.filter(pk__in=free & told).update(mail=mail)
    return mail


def _is_done(preferences: NotificationPreferences, day: date) -> bool:
    return preferences.digest_day is not None and preferences.digest_day >= day


def _waiting_notices(person: Person) -> list[Notice]:
    told = Q(game__isnull=False) | Q(kind=NoticeKind.PLANS)
    rows = Notice.objects.filter(told, person=person, status=DeliveryStatus.PENDING, mail=None)
    return list(rows.select_related("person", "game").order_by("created_at", "pk"))


def _seats(person: Person, notices: Iterable[Notice]) -> dict[int, Seat]:
    """The person's seats by game: those with a decision open, and those that notices are about."""
    games = {notice.game_id for notice in notices}
    running = Q(decision__isnull=False, game__status=GameStatus.RUNNING)
    rows = Seat.objects.filter(running | Q(game__in=games), person=person)
    return {seat.game_id: seat for seat in rows.select_related("game").defer("game__secret")}


def _waiting(seats: Iterable[Seat], now: datetime) -> list[WaitingGame]:
    """The games that wait for the reader, least time left first."""
    waiting = [
        seat
        for seat in seats
        if seat.decision is not None
        and seat.held_until is None
        and seat.game.status == GameStatus.RUNNING
        and not seat.muted
    ]
    waiting.sort(key=lambda seat: (seat.due_at is None, seat.due_at, seat.game_id))
    return [
        WaitingGame(
            seat=seat,
            url=game_url(seat.game.code, link := decision_link_token(seat)),
            prompt=short_prompt(seat.kind),
            due=full_moment(seat.due_at) if seat.due_at else "",
            time_left=time_left(seat.due_at, now) if seat.due_at else "",
            link=link,
        )
        for seat in waiting
    ]


def _news(
    notices: Iterable[Notice], seats: Mapping[int, Seat]
) -> tuple[dict[Game | None, list[Content]], set[int]]:
    """What notices tell, by game, None for what is about all; and the ids of those that wait.

    A notice waits if it cannot be rendered.
    """
    news: dict[Game | None, list[Content]] = {}
    failed = set()
    for notice in notices:
        try:
            content = _render(notice, seats.get(notice.game_id or 0))
        except RenderError:
            logger.exception("Notice %s is left out of a digest.", notice.pk)
            failed.add(notice.pk)
            continue
        if content is not None:
            news.setdefault(notice.game, []).append(content)
    return news, failed


def _render(notice: Notice, seat: Seat | None) -> Content | None:
    """The content of a notice here; None where the list of waiting games tells it."""
    if notice.kind == NoticeKind.STARTED:
        return Content(_("The game has begun."))
    if notice.kind == NoticeKind.OVER:
        lines: tuple[str, ...] = ()
        if seat and seat.place:
            place = {"place": seat.place, "points": in_points(seat.points or 0)}
            lines = (_("You finished in place %(place)d with %(points)s.") % place,)
        return Content(_("The game is over."), lines)
    return registry.render(notice) if notice.kind in registry.registered_types() else None
