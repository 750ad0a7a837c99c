"""Whether every mail of a run arrived, once, and every due notice has a mail."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from django.db.models import Q
from django.utils.timezone import now

from games.notifications.models import DeliveryStatus, Mail, Notice


@dataclass(frozen=True, slots=True)
class Mails:
    """The mails of a run by Message-ID.

    ``lost`` were written and never arrived, ``doubled`` arrived more than once; ``untold`` is how
    many notices were due and have no mail.
    """

    written: int
    arrived: int
    lost: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    untold: int = 0

    @classmethod
    def of(cls, written: Iterable[str], arrived: Counter[str], *, untold: int = 0) -> Self:
        """Compare the Message-IDs of what was written with how often each of all arrived.

        >>> Mails.of(["<a>", "<b>"], Counter({"<a>": 2, "<of an earlier run>": 1}))
        Mails(written=2, arrived=1, lost=('<b>',), doubled=('<a>',), untold=0)
        """
        wanted = set(written)
        lost = sorted(wanted - arrived.keys())
        doubled = sorted(one for one, times in arrived.items() if times > 1)
        return cls(len(wanted), len(wanted) - len(lost), tuple(lost), tuple(doubled), untold)

    def faults(self) -> list[str]:
        """What is not as promised: mails that are lost or doubled, the first of each by name."""
        found = []
        if self.lost:
            found.append(f"{len(self.lost):,} mails are lost, such as {self.lost[0]}")
        if self.untold:
            found.append(f"{self.untold:,} notices are lost: no mail tells them")
        if self.doubled:
            found.append(f"{len(self.doubled):,} mails came twice, such as {self.doubled[0]}")
        return found


def wait_for_mails(longest: float) -> None:
    """Wait until all mails that are due have left, for ``longest`` seconds at most."""
    end = time.monotonic() + longest
    while time.monotonic() < end and _waiting():
        time.sleep(0.5)


def last_mail() -> int:
    """The key of the mail that was written last, 0 where none was."""
    return Mail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def mails_since(last: int, arrived: Counter[str], *, until: datetime) -> Mails:
    """The mails written after the one of this key; ``arrived`` counts all by Message-ID.

    Those that were dropped, as somebody had moved before they left, are none. Of notices those
    count that were due ``until`` then, when players had made their last move.
    """
    written = Mail.objects.filter(pk__gt=last).exclude(status=DeliveryStatus.DROPPED)
    # No mail tells these: due and still waiting, or put off as they cannot be rendered.
    untold = Notice.objects.filter(
        Q(not_before__lte=until) | Q(stuck_since__isnull=False),
        status=DeliveryStatus.PENDING,
        mail=None,
    )
    return Mails.of(written.values_list("message_id", flat=True), arrived, untold=untold.count())


def _waiting() -> bool:
    due = Notice.objects.filter(status=DeliveryStatus.PENDING, not_before__lte=now())
    return due.exists() or Mail.objects.filter(status=DeliveryStatus.PENDING).exists()
