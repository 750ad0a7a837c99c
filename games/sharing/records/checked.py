"""Records from elsewhere: stored for their uploader, found, deleted (decision 142)."""

from __future__ import annotations

import hashlib
import io
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from engine import record
from games.common.errors import Refused
from games.people.models import Person
from games.sharing.records.checking import MOST_BYTES, checked, unpacked
from games.sharing.records.models import CheckedRecord

KEPT_FOR: Final = timedelta(days=1)
MOST_OF_ONE: Final = 3
"""Of one uploader at a time; the oldest one is deleted above that."""
MOST_OF_A_NETWORK: Final = 30
MOST_IN_ALL: Final = 500
"""At a time; each has a megabyte at most, unpacked."""


@dataclass(frozen=True, slots=True)
class Uploader:
    """A person, or a browser by the secret in its session ("" for none)."""

    person: Person | None
    secret: str = ""

    @property
    def visitor(self) -> str:
        """The hash of the secret, "" where a person is signed in."""
        if self.person is not None or not self.secret:
            return ""
        return hashlib.sha256(self.secret.encode()).hexdigest()


def records_of(uploader: Uploader, *, now: datetime) -> QuerySet[CheckedRecord]:
    """The records of an uploader, the latest first, without their data."""
    if uploader.person is not None:
        mine = Q(person=uploader.person)
    elif uploader.visitor:
        mine = Q(person=None, visitor=uploader.visitor)
    else:
        return CheckedRecord.objects.none()
    young = CheckedRecord.objects.filter(mine, created_at__gt=now - KEPT_FOR)
    return young.order_by("-created_at", "-pk").defer("data")


def take_in(*, data: bytes, uploader: Uploader, network: str, now: datetime) -> CheckedRecord:
    """Check an uploaded file, and keep it for a day for its uploader.

    ``network`` is the keyed hash of where it comes from.

    :raises DoesNotAddUp: if it has faults.
    :raises Refused: if it is too large, cannot be shown, or there are too many.
    """
    text = unpacked(data)
    _check_limits(uploader, network, now)
    found = checked(text, now=now)
    with transaction.atomic():
        old = list(records_of(uploader, now=now).values_list("pk", flat=True)[MOST_OF_ONE - 1 :])
        CheckedRecord.objects.filter(pk__in=old).delete()
        return CheckedRecord.objects.create(
            person=uploader.person,
            visitor=uploader.visitor,
            network=network,
            created_at=now,
            board=found.header.board,
            seats=found.header.seats,
            events=len(found.entries),
            data=zlib.compress(text),
        )


def content_of(row: CheckedRecord) -> record.Record:
    """The record that was stored; it was valid at that time."""
    text = zlib.decompressobj().decompress(bytes(row.data), MOST_BYTES)
    return record.load_stream(io.BytesIO(text))


def _check_limits(uploader: Uploader, network: str, now: datetime) -> None:
    kept = CheckedRecord.objects.filter(created_at__gt=now - KEPT_FOR)
    others = kept.exclude(pk__in=records_of(uploader, now=now).values("pk"))
    if others.filter(network=network).count() >= MOST_OF_A_NETWORK or (kept.count() >= MOST_IN_ALL):
        raise Refused(
            _(
                "Many people look at records at the moment. Come back tomorrow, or use the checker"
                " on your own computer."
            )
        )
