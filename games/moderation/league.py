"""Decisions about a league itself: its directors, name and description."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import transaction

from games.leagues.league import add_director, describe_league, remove_director
from games.leagues.models import League
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.sanctions import notify_person
from games.people.models import Person


def decide_add_director(
    *, actor: Person, league: League, person: Person, reason: str, now: datetime
) -> AuditEntry | None:
    """Make a person a director of a league; they and the other directors are notified.

    :raises NotAllowed: if the actor holds no role there.
    :raises Refused: if there is no reason, or the person cannot be a director.
    """

    work = partial(add_director, league=league, person=person, now=now)
    return _decide(actor, league, ModerationAction.ADD_DIRECTOR, work, person, reason, now)


def decide_remove_director(
    *, actor: Person, league: League, person: Person, reason: str, now: datetime
) -> AuditEntry | None:
    """Remove a director, who may be the actor, from a league; all directors are notified.

    :raises NotAllowed: if the actor holds no role there.
    :raises Refused: if there is no reason, the person does not direct it, or nobody else does.
    """

    work = partial(remove_director, league=league, person=person)
    return _decide(actor, league, ModerationAction.DROP_DIRECTOR, work, person, reason, now)


def change_league(
    *, actor: Person, league: League, name: str, about: str, now: datetime
) -> AuditEntry | None:
    """Change the name or description of a league; return None if nothing changes. Needs no reason.

    :raises NotAllowed: if the actor holds no role there.
    :raises Refused: if the name is not allowed.
    """

    work = partial(describe_league, league=league, name=name, about=about)
    return _decide(actor, league, ModerationAction.DESCRIBE, work, None, "", now)


@transaction.atomic
def _decide(
    actor: Person,
    league: League,
    action: ModerationAction,
    work: Callable[[], bool | None],
    subject: Person | None,
    reason: str,
    now: datetime,
) -> AuditEntry | None:
    role = authority(actor, action, league=league).role
    text = tidy_reason(reason) if subject is not None else ""
    before = list(league.directors.all())
    if work() is False:
        return None
    entry = audit.write_entry(
        actor=actor,
        role=role,
        action=action,
        reason=store_reason(text) if text else "",
        league=league,
        subject=subject,
        now=now,
    )
    if subject is not None:
        recipients = {person.pk: person for person in (*before, *league.directors.all(), subject)}
        for person in recipients.values():
            notify_person(entry, person, now=now)
    return entry
