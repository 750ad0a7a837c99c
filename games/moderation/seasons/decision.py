"""Common part of every decision in a season: role, reason, audit log, recipients."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from games.leagues.models import Division, Entry, EntryStatus, Season
from games.leagues.season.recipients import topic_of
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_reason
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.roles import require_league_role
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person


@dataclass(frozen=True, slots=True)
class DecisionOutcome:
    """What was done in a season: what the audit log says of it, and who is told.

    ``subject`` is whom it is about, and ``division`` where it changes something.
    """

    data: Mapping[str, Any] = field(default_factory=dict)
    told: Iterable[Person | None] = ()
    subject: Person | None = None
    division: Division | None = None


def decide_in_season(
    *,
    actor: Person,
    season: Season,
    deed: ModerationAction,
    reason: str,
    work: Callable[[], DecisionOutcome | None],
    undoes: AuditEntry | None = None,
    may_be_silent: bool = False,
    now: datetime,
) -> AuditEntry | None:
    """Do something in a season as its director, all in one transaction.

    Where ``work`` finds that it was done before it gets None, and so does this: nothing is written.

    :param may_be_silent: whether it needs no reason.
    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, or ``work`` refuses. Nothing has happened.
    """
    role = require_league_role(actor, season.league)
    silent = may_be_silent and not reason.strip()
    text = "" if silent else tidy_reason(reason)
    with transaction.atomic():
        done = work()
        if done is None:
            return None
        entry = audit.write_entry(
            actor=actor,
            role=role,
            deed=deed,
            reason=store_reason(text) if text else "",
            league=season.league,
            subject=done.subject,
            data={"season": season.pk, **conflict_marks(actor, season, done.division), **done.data},
            undoes=undoes,
            now=now,
        )
        notify_in_season(entry, season, done.told, now=now)
    return entry


def notify_in_season(
    entry: AuditEntry, season: Season, people: Iterable[Person | None], *, now: datetime
) -> None:
    """Tell people what was decided in a season, each once."""
    for person in {one.pk: one for one in people if one is not None}.values():
        outbox.notify(
            person=person,
            kind=NoticeKind.CORRECTION,
            topic=topic_of(season),
            data={"entry": entry.pk, "season": season.pk},
            now=now,
        )


def season_of(entry: AuditEntry) -> Season:
    """The season of an entry that :func:`decide_in_season` wrote."""
    return Season.objects.select_related("league").get(pk=entry.data["season"])


def conflict_marks(
    actor: Person, season: Season, division: Division | None = None
) -> dict[str, str]:
    """Return what the audit log says of an actor who plays in the season, for all to read."""
    own = Entry.objects.filter(season=season, person=actor).exclude(status=EntryStatus.WITHDRAWN)
    if division is not None and own.filter(division=division).exists():
        return {"plays": "division"}
    return {"plays": "season"} if own.exists() else {}
