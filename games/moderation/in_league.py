"""What is decided about a league itself: its directors, its name, its description."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from games.leagues.describe import describe_league
from games.leagues.directors import add_director, remove_director
from games.leagues.models import League
from games.moderation import audit
from games.moderation.models import AuditEntry, Deed
from games.moderation.reasons import keep_reason, tidy_reason
from games.moderation.roles import require_office
from games.moderation.sanctioning import tell_person
from games.people.models import Person


def add_director_to(
    *, actor: Person, league: League, person: Person, reason: str, now: datetime
) -> AuditEntry | None:
    """Makes a person a director of a league; they and the other directors hear.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, or the person cannot be a director.
    """

    def work() -> bool:
        add_director(league=league, person=person, now=now)
        return True

    return _decide(actor, league, Deed.ADD_DIRECTOR, work, person, tidy_reason(reason), now)


def remove_director_from(
    *, actor: Person, league: League, person: Person, reason: str, now: datetime
) -> AuditEntry | None:
    """Ends that a person, who may be the actor, directs a league; all directors hear.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, the person does not direct it, or nobody else does.
    """

    def work() -> bool:
        remove_director(league=league, person=person)
        return True

    return _decide(actor, league, Deed.DROP_DIRECTOR, work, person, tidy_reason(reason), now)


def change_league(
    *, actor: Person, league: League, name: str, about: str, now: datetime
) -> AuditEntry | None:
    """Gives a league another name or description; None if it changes neither. Needs no reason.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if it cannot be called so.
    """

    def work() -> bool:
        return describe_league(league=league, name=name, about=about)

    return _decide(actor, league, Deed.DESCRIBE, work, None, "", now)


@transaction.atomic
def _decide(
    actor: Person,
    league: League,
    deed: Deed,
    work: Callable[[], bool],
    subject: Person | None,
    reason: str,
    now: datetime,
) -> AuditEntry | None:
    role = require_office(actor, league)
    before = list(league.directors.all())
    if not work():
        return None
    entry = audit.write(
        actor=actor,
        role=role,
        deed=deed,
        reason=keep_reason(reason) if reason else "",
        league=league,
        subject=subject,
        now=now,
    )
    if subject is not None:
        told = {person.pk: person for person in (*before, *league.directors.all(), subject)}
        for person in told.values():
            tell_person(entry, person, now=now)
    return entry
