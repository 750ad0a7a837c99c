"""Coalesces what waits for one person in one game into one stored mail."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Min, QuerySet

from games.notices.kinds import Unsayable
from games.notices.models import Mail, Notice, NoticeStatus
from games.notices.render import write_mail
from games.notices.reply_addresses import keep_token, token_for
from games.notices.standing import address_of, holds
from games.notices.wishes import wishes_of
from games.people.models import Person
from games.tables.models import Game, Seat

logger = logging.getLogger(__name__)

# A mail that cannot be written waits so long: it must not stand before all others every time.
SET_ASIDE = timedelta(minutes=30)


def compose_waiting(*, now: datetime, limit: int) -> int:
    """Stores a mail for each person and game with notices due; gets how many were stored."""
    waiting = (
        Notice.objects.filter(status=NoticeStatus.PENDING, mail=None, not_before__lte=now)
        .exclude(game=None)
        .order_by()
        .values_list("person_id", "game_id")
        .annotate(first=Min("not_before"))
        .order_by("first", "person_id")[:limit]
    )
    written = 0
    for person_id, game_id, _first in list(waiting):
        try:
            written += compose(person_id=person_id, game_id=game_id, now=now) is not None
        except Unsayable as error:
            logger.exception("%s", error)
            Notice.objects.filter(pk=error.notice.pk).update(not_before=now + SET_ASIDE)
        except Exception:
            logger.exception("The mail to person %s about game %s failed.", person_id, game_id)
            _uncomposed(person_id, game_id).update(not_before=now + SET_ASIDE)
    return written


def compose(*, person_id: int, game_id: int, now: datetime) -> Mail | None:
    """Stores one mail that tells all that waits, or None where nothing still holds.

    Rendering takes longer than a move may wait for the database, so it happens outside the
    transaction; the mail is stored only if neither the game nor the outbox moved meanwhile. If one
    did, the notices wait for the next run.
    """
    game = Game.objects.get(pk=game_id)
    person = Person.objects.get(pk=person_id)
    seat = Seat.objects.select_related("game").filter(game=game, person=person).first()
    due = _uncomposed(person_id, game_id).filter(not_before__lte=now)
    notices = list(due.select_related("person", "game").order_by("created_at", "pk"))
    address = address_of(person)
    wishes = wishes_of(person)
    held = [notice for notice in notices if address and holds(notice, seat, wishes)]
    mail, token = None, ""
    if address and seat and held:
        token = token_for(seat)
        mail = write_mail(game=game, seat=seat, address=address, notices=held, now=now, token=token)
    with transaction.atomic():
        locked = set(
            _uncomposed(person_id, game_id)
            .filter(not_before__lte=now)
            .select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
            .values_list("pk", flat=True)
        )
        moved = not Game.objects.filter(pk=game_id, version=game.version).exists()
        if moved or locked != {notice.pk for notice in notices}:
            return None
        kept = {notice.pk for notice in held}
        Notice.objects.filter(pk__in=locked - kept).update(status=NoticeStatus.DROPPED)
        if mail is not None:
            mail.save()
            if token and seat and seat.decision is not None:
                keep_token(token=token, person=person, seat=seat, decision=seat.decision, now=now)
            Notice.objects.filter(pk__in=kept).update(mail=mail)
    return mail


def _uncomposed(person_id: int, game_id: int) -> QuerySet[Notice]:
    return Notice.objects.filter(
        person_id=person_id, game_id=game_id, status=NoticeStatus.PENDING, mail=None
    )
