"""Collections of records: requested, made by a worker, kept in parts, read."""

from __future__ import annotations

import hashlib
import logging
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import IO, Final

from django.db import transaction
from django.utils.translation import gettext as _

from engine import record
from games.common.errors import Refused
from games.common.jobs import send_on_commit
from games.common.work import COLLECTIONS
from games.common.work_rows import WorkStatus
from games.log.records import complete_record
from games.notifications.leases import KeepAlive, stay_alive
from games.people.models import Person
from games.sharing.records.models import (
    Collection,
    CollectionKind,
    CollectionPart,
)
from games.sharing.records.packing import Pack, nameless, tells_a_name
from games.sharing.records.selecting import games_of_month, ids_of, span_of_month
from games.tables.models import Game

logger = logging.getLogger(__name__)

MOST_ASKED: Final = 200
"""Requested files at a time; a file is about 7 MB at most."""
MOST_OF_A_PERSON: Final = 3
SAVE_AFTER: Final = 1.0
"""Seconds between two updates of the progress."""
PART_SIZE: Final = 1_000_000
SETTLING: Final = timedelta(days=3)
"""The wait after the end of a month: results may still be voided."""
MONTHS_BACK: Final = 3
"""After downtime of the site; older ones are published by the command."""
TERMS: Final = (
    "Free to use for any purpose. The seats have no names: do not try to find out who played."
)

Note = Callable[[int, int], None]


@transaction.atomic
def ask_for_collection(
    *, kind: str, subject: int, number: int, person: Person, now: datetime
) -> None:
    """Request the records of a player or season for a person, unless they are being made.

    :raises Refused: if too many others wait.
    """
    mine = Collection.objects.filter(person=person).order_by("-created_at", "-pk")
    same = mine.filter(kind=kind, subject=str(subject), number=number)
    if same.filter(status=WorkStatus.PENDING).exists():
        return
    if Collection.objects.filter(person__isnull=False).count() >= MOST_ASKED:
        raise Refused(_("Many people have asked for records today. Come back tomorrow."))
    same.delete()
    old = list(mine.values_list("pk", flat=True)[MOST_OF_A_PERSON - 1 :])
    Collection.objects.filter(pk__in=old).delete()
    Collection.objects.create(
        kind=kind, subject=str(subject), number=number, person=person, created_at=now,
        next_attempt_at=now,
    )  # fmt: skip
    send_on_commit(COLLECTIONS.task)


def order_month(month: str, *, now: datetime) -> Collection:
    """The row of a month's file, which a worker makes.

    :raises Refused: if the month is not over.
    """
    if span_of_month(month)[1] > now:
        raise Refused(_("The month %(month)s is not over yet.") % {"month": month})
    row, _new = Collection.objects.get_or_create(
        kind=CollectionKind.MONTH, subject=month, number=1, person=None,
        defaults={"created_at": now, "next_attempt_at": now},
    )  # fmt: skip
    return row


def months_due(now: datetime) -> list[str]:
    """The months that are over for some days, have games and no file, oldest first."""
    latest = now - SETTLING
    months: list[str] = []
    for _each in range(MONTHS_BACK):
        latest = latest.replace(day=1) - timedelta(days=1)
        months.insert(0, f"{latest:%Y-%m}")
    there = Collection.objects.filter(kind=CollectionKind.MONTH, subject__in=months)
    known = set(there.values_list("subject", flat=True))
    return [month for month in months if month not in known and games_of_month(month).exists()]


def order_due_months(*, now: datetime) -> None:
    """Order the files of months that are due."""
    for month in months_due(now):
        order_month(month, now=now)


def data_of(collection: Collection) -> Iterator[bytes]:
    """The file of a collection, part by part."""
    parts = CollectionPart.objects.filter(collection=collection).order_by("number")
    for number in range(-(-collection.size // PART_SIZE)):
        yield bytes(parts.values_list("data", flat=True).get(number=number))


def make(
    row: Collection,
    *,
    now: datetime,
    alive: KeepAlive = stay_alive,
    note: Note | None = None,
) -> None:
    """Make the file of a collection; ``note`` hears how many of how many records are done."""
    began = saved = time.monotonic()
    mine = Collection.objects.filter(pk=row.pk, status=WorkStatus.PENDING, attempts=row.attempts)

    def tell(done: int, total: int) -> None:
        nonlocal saved
        alive()
        if note:
            note(done, total)
        if time.monotonic() - saved >= SAVE_AFTER:
            saved = time.monotonic()
            elapsed = timedelta(seconds=saved - began)
            mine.update(done=done, games=total, next_attempt_at=now + elapsed + COLLECTIONS.lease)

    with tempfile.TemporaryFile() as file:
        games = _write(row, file, tell)
        _store(row, file, games, now)


def _write(row: Collection, file: IO[bytes], tell: Note) -> int:
    """Write the archive; return the number of records in it."""
    month = row.kind == CollectionKind.MONTH
    about = {"month": row.subject, "terms": TERMS} if month else {"of": row.kind}
    pack = Pack(file, about)
    ids = ids_of(row)
    left_out = 0
    for done, pk in enumerate(ids):
        tell(done, len(ids))
        game = Game.objects.prefetch_related("seats__person").get(pk=pk)
        if not month:
            pack.add(game.code, complete_record(game), game=game.code)
        elif (found := _published(game)) is not None:
            name = f"{found.header.board}-{found.header.seats}-{found.entries[-1].hash()[:16]}"
            pack.add(name, found)
        else:
            left_out += 1
    tell(len(ids), len(ids))
    return pack.close(**({"left_out": left_out} if month else {}))


def _published(game: Game) -> record.Record | None:
    """The record of a game as it is published; None where that would tell who played."""
    names = [seat.person.name for seat in game.seats.all() if seat.person]
    assert game.ended_at is not None
    found = complete_record(game)
    if tells_a_name(found.header.contributions, names):
        return None
    found = nameless(found, game.ended_at.date())
    if record.check(found):
        logger.error("The record of game %s is not published: it has faults.", game)
        return None
    return found


@transaction.atomic
def _store(row: Collection, file: IO[bytes], games: int, now: datetime) -> None:
    # Another run has replaced this one, which was considered dead: the row is no longer ours.
    mine = Collection.objects.select_for_update().filter(
        pk=row.pk, status=WorkStatus.PENDING, attempts=row.attempts
    )
    if not mine.exists():
        return
    row.parts.all().delete()
    file.seek(0)
    digest = hashlib.sha256()
    size = number = 0
    while piece := file.read(PART_SIZE):
        CollectionPart.objects.create(collection=row, number=number, data=piece)
        digest.update(piece)
        size += len(piece)
        number += 1
    Collection.objects.filter(pk=row.pk).update(
        status=WorkStatus.READY,
        next_attempt_at=None,
        done=games,
        games=games,
        size=size,
        digest=digest.hexdigest(),
        made_at=now,
    )
