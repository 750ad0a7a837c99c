"""Common part of every decision in a season: role, reason, audit log, recipients."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Protocol

from django.db import transaction

from games.leagues.models import Division, Entry, EntryStatus, Season
from games.leagues.season.recipients import topic_of
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_reason
from games.moderation.games.decision import DecisionOutcome
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.roles import require_league_role
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person


@dataclass(frozen=True, slots=True)
class SeasonDecision:
    """A decision in a season while it is taken; ``reason`` is "" where none was given."""

    actor: Person
    season: Season
    now: datetime
    reason: str
    undoes: AuditEntry | None


class SeasonService(Protocol):
    """A service that decides something in a season; None where it was so before.

    :raises NotAllowed: if the actor holds no role there.
    :raises Refused: if there is no reason, or the work refuses. Nothing has happened.
    """

    def __call__(
        self,
        *,
        actor: Person,
        season: Season,
        reason: str = "",
        now: datetime,
        undoes: AuditEntry | None = None,
        **arguments: Any,
    ) -> AuditEntry | None: ...


def season_decision(
    action: ModerationAction, *, needs_reason: bool = True
) -> Callable[[Callable[..., DecisionOutcome | None]], SeasonService]:
    """Make a service of a function that does the work of a decision.

    Asking for the role, the work, the audit log and the notices are one transaction. The function
    takes a `SeasonDecision` and the ``arguments`` of the service. Where it finds that all was so
    before it returns None, and nothing is written.
    """

    def make(work: Callable[..., DecisionOutcome | None]) -> SeasonService:
        @wraps(work)
        def service(
            *,
            actor: Person,
            season: Season,
            reason: str = "",
            now: datetime,
            undoes: AuditEntry | None = None,
            **arguments: Any,
        ) -> AuditEntry | None:
            role = require_league_role(actor, season.league)
            text = tidy_reason(reason) if needs_reason or reason.strip() else ""
            with transaction.atomic():
                done = work(SeasonDecision(actor, season, now, text, undoes), **arguments)
                if done is None:
                    return None
                marks = conflict_marks(actor, season, done.division)
                entry = audit.write_entry(
                    actor=actor,
                    role=role,
                    action=action,
                    reason=store_reason(text) if text else "",
                    league=season.league,
                    subject=done.subject,
                    data={"season": season.pk, **marks, **done.data},
                    undoes=undoes,
                    now=now,
                )
                notify_in_season(entry, season, done.recipients, now=now)
            return entry

        return service

    return make


def notify_in_season(
    entry: AuditEntry, season: Season, people: Iterable[Person | None], *, now: datetime
) -> None:
    """Tell people what was decided in a season, each once."""
    for person in {one.pk: one for one in people if one is not None}.values():
        outbox.notify(
            person=person,
            kind=NoticeKind.DIRECTOR_DECISION,
            topic=topic_of(season),
            data={"entry": entry.pk, "season": season.pk},
            now=now,
        )


def season_of(entry: AuditEntry) -> Season:
    """The season that an entry of a :func:`season_decision` tells of."""
    return Season.objects.select_related("league").get(pk=entry.data["season"])


def conflict_marks(
    actor: Person, season: Season, division: Division | None = None
) -> dict[str, str]:
    """Data for the audit log, for all to read, about an actor who plays in the season."""
    own = Entry.objects.filter(season=season, person=actor).exclude(status=EntryStatus.WITHDRAWN)
    if division is not None and own.filter(division=division).exists():
        return {"plays": "division"}
    return {"plays": "season"} if own.exists() else {}
