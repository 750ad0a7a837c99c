"""The daily digest: one mail about all games of a person, at an hour that the person chose.

It is the only mail that joins games. It tells no hand, and nobody can reply to it with a move.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection, transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

import engine
from games.notices import addresses, kinds
from games.notices.asking import ask_briefly
from games.notices.conversation import daily
from games.notices.kinds import Said, Unsayable
from games.notices.letter import moment, time_left
from games.notices.message import build_message
from games.notices.models import Mail, Notice, NoticeKind, NoticeStatus, Wishes
from games.notices.render import tidy, tight
from games.notices.standing import address_of, holds
from games.notices.wishes import DIGEST
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)

TOPIC = "daily-digest"
# What is no later than half a day old is still worth telling.
KEEPS = timedelta(hours=12)
# Clocks differ by at most so much from UTC.
FURTHEST_AHEAD = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game in which the reader has something to decide."""

    board: str
    code: str
    url: str
    ask: str
    due: str
    left: str


@dataclass(frozen=True, slots=True)
class News:
    """A game of which there is something to tell."""

    board: str
    code: str
    url: str
    said: tuple[Said, ...]


def compose_digests(*, now: datetime) -> int:
    """Stores the digests whose hour has come; gets how many were stored."""
    undone = Wishes.objects.filter(digest_hour__isnull=False).exclude(
        digest_day__gte=(now + FURTHEST_AHEAD).date()
    )
    written = 0
    for wishes in undone.select_related("person").order_by("pk"):
        local = now.astimezone(wishes.person.zone)
        assert wishes.digest_hour is not None
        if local.hour < wishes.digest_hour or _is_done(wishes, local.date()):
            continue
        try:
            written += compose_digest(wishes=wishes, day=local.date(), now=now) is not None
        except Exception:
            logger.exception("The digest of person %s could not be written.", wishes.person_id)
    return written


def compose_digest(*, wishes: Wishes, day: date, now: datetime) -> Mail | None:
    """Stores the digest of one local day, or None where there is nothing to tell."""
    person = wishes.person
    address = address_of(person) if wishes.wants(DIGEST) else None
    notices = _untold(person)
    seats = _seats(person, notices)
    held = [one for one in notices if holds(one, seats.get(one.game_id or 0), wishes)]
    mail, told = None, held
    if address:
        with translation.override(person.language), timezone.override(person.zone):
            waiting = _waiting(seats.values(), now)
            news, told = _news(held, seats)
            if waiting or news:
                mail = _write(person, address, waiting, news, day, now)
    with transaction.atomic():
        row = Wishes.objects.select_for_update().get(pk=wishes.pk)
        if _is_done(row, day):
            return None
        row.digest_day = day
        row.save(update_fields=["digest_day"])
        mine = Notice.objects.filter(
            pk__in=[one.pk for one in notices], status=NoticeStatus.PENDING, mail=None
        ).select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
        free = set(mine.values_list("pk", flat=True))
        kept = {one.pk for one in told} if mail else set()
        unsayable = {one.pk for one in held} - {one.pk for one in told}
        Notice.objects.filter(pk__in=free - kept - unsayable).update(status=NoticeStatus.DROPPED)
        if mail is not None:
            mail.save()
            Notice.objects.filter(pk__in=free & kept).update(mail=mail)
    return mail


def _is_done(wishes: Wishes, day: date) -> bool:
    return wishes.digest_day is not None and wishes.digest_day >= day


def _untold(person: Person) -> list[Notice]:
    rows = Notice.objects.filter(
        person=person, game__isnull=False, status=NoticeStatus.PENDING, mail=None
    )
    return list(rows.select_related("person", "game").order_by("created_at", "pk"))


def _seats(person: Person, notices: Iterable[Notice]) -> dict[int, Seat]:
    """Gets where the person sits, by game: where something waits, and where there is news."""
    games = {notice.game_id for notice in notices}
    running = Q(decision__isnull=False, game__status=GameStatus.RUNNING)
    rows = Seat.objects.filter(running | Q(game__in=games), person=person)
    return {seat.game_id: seat for seat in rows.select_related("game").defer("game__secret")}


def _waiting(seats: Iterable[Seat], now: datetime) -> list[Waiting]:
    """Gets the games that wait for the reader, least time left first."""
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
        Waiting(
            board=_board(seat.game),
            code=seat.game.code,
            url=addresses.game_url(seat.game),
            ask=ask_briefly(seat.kind),
            due=moment(seat.due_at) if seat.due_at else "",
            left=time_left(seat.due_at, now) if seat.due_at else "",
        )
        for seat in waiting
    ]


def _news(notices: Iterable[Notice], seats: Mapping[int, Seat]) -> tuple[list[News], list[Notice]]:
    """Gets what there is to tell of each game, and the notices that are told by it or by the list.

    What cannot be said is left out, and waits.
    """
    said: dict[int, list[Said]] = {}
    games: dict[int, Game] = {}
    told = []
    for notice in notices:
        assert notice.game is not None
        try:
            line = _say(notice, seats.get(notice.game.pk))
        except Unsayable:
            logger.exception("Notice %s is left out of a digest.", notice.pk)
            continue
        told.append(notice)
        if line is not None:
            games[notice.game.pk] = notice.game
            said.setdefault(notice.game.pk, []).append(line)
    news = [
        News(_board(game), game.code, addresses.game_url(game), tuple(said[pk]))
        for pk, game in games.items()
    ]
    return news, told


def _say(notice: Notice, seat: Seat | None) -> Said | None:
    """Gets what a notice tells here; None where the list of waiting games tells it."""
    if notice.kind == NoticeKind.STARTED:
        return Said(_("The game has begun."))
    if notice.kind == NoticeKind.OVER:
        place = {"place": seat.place, "points": seat.points} if seat and seat.place else None
        lines = (_("You have place %(place)d with %(points)d points.") % place,) if place else ()
        return Said(_("The game is over."), lines)
    return kinds.say(notice) if notice.kind in kinds.registered() else None


def _board(game: Game) -> str:
    return engine.load_board(game.board).name


def _write(
    person: Person,
    address: str,
    waiting: Sequence[Waiting],
    news: Sequence[News],
    day: date,
    now: datetime,
) -> Mail:
    conversation = daily(person)
    context = {
        **conversation.head,
        "waiting": waiting,
        "news": news,
        "home_url": conversation.url,
        "language": person.language,
    }
    text = tidy(render_to_string("mail/digest.txt", context))
    html = tight(render_to_string("mail/digest.html", context))
    message_id = addresses.named_id(day.isoformat(), key=conversation.key, person=person)
    envelope = conversation.envelope(
        person=person, address=address, message_id=message_id, kind=DIGEST, now=now
    )
    return Mail(
        person=person,
        topic=TOPIC,
        message_id=message_id,
        recipient=address,
        subject=envelope.subject,
        source=build_message(envelope=envelope, text=text, html=html),
        next_attempt_at=now,
        created_at=now,
    )
