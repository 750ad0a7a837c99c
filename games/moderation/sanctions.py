"""Warn, mute, suspend and ban people, and lift sanctions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.models import has_played_in
from games.accounts.closing import leave_everything
from games.common.actors import DIRECTOR
from games.common.errors import Refused
from games.leagues.league import archive_league
from games.leagues.selectors import leagues_without_director
from games.lobby.groups.groups import give_up_groups
from games.moderation import audit
from games.moderation.audit import tidy_reason
from games.moderation.conflicts import authority
from games.moderation.fair_play import check_line
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.roles import NotAllowed
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind, sanctions_in_force
from games.people.sign_ins import end_all_sign_ins
from games.tables.models import Game

_ACTIONS: Final[Mapping[SanctionKind, ModerationAction]] = {
    SanctionKind.WARNING: ModerationAction.WARN,
    SanctionKind.MUTE: ModerationAction.MUTE,
    SanctionKind.SUSPENSION: ModerationAction.SUSPEND,
    SanctionKind.BAN: ModerationAction.BAN,
}
SANCTION_ACTIONS: Final = tuple(_ACTIONS.values())


@transaction.atomic
def _impose(
    kind: SanctionKind,
    *,
    actor: Person,
    person: Person,
    reason: str,
    until: datetime | None = None,
    game: Game | None = None,
    line: str = "",
    role: Role | None = None,
    now: datetime,
) -> AuditEntry:
    """Impose a sanction on a person and notify them; ``until`` None lasts until it is lifted.

    ``line`` is the line of fair play that they broke, "" for none. ``role`` is that of the actor,
    if it has been determined already.

    :raises NotAllowed: if the actor is no moderator, is that person, is below them, or would ban
        a rival.
    :raises Refused: if there is no reason, it would end before it begins, or is in force already.
    """
    role = role or authority(actor, _ACTIONS[kind], person=person).role
    text = tidy_reason(reason)
    if until is not None and until <= now:
        raise Refused(_("The end is before the beginning. Choose a later time."))
    locked = lock_person(person)
    in_force = sanctions_in_force(locked, now=now).filter(kind=kind)
    if kind != SanctionKind.WARNING and in_force.exists():
        raise Refused(_("This person already has that sanction. Lift it first to change it."))
    row = Sanction.objects.create(person=locked, kind=kind, at=now, until=until)
    return audit.record(
        actor=actor,
        role=role,
        action=_ACTIONS[kind],
        subject=locked,
        reason=text,
        data={"sanction": row.pk, **({"line": check_line(line)} if line else {})},
        game=game,
        notify=[locked],
        now=now,
    )


def warn(*, actor: Person, person: Person, game: Game | None = None, **words: Any) -> AuditEntry:
    """Warn a person: as a moderator, or as the director of a ``game`` that the person plays in.

    ``words`` are those of `_impose`: reason, line and time.

    :raises NotAllowed: if the actor may not.
    :raises Refused: if there is no reason.
    """
    role = None
    if game is not None:
        role = authority(actor, ModerationAction.WARN, game=game).role
        if not has_played_in(person, game):
            raise NotAllowed(_("This person does not play in that game."))
    return _impose(SanctionKind.WARNING, actor=actor, person=person, game=game, role=role, **words)


mute = partial(_impose, SanctionKind.MUTE)
"""Forbid a person to write at tables, until a time or until it is lifted; they play on."""
suspend = partial(_impose, SanctionKind.SUSPENSION)
"""Forbid a person to open, join or register; the games that they play go on."""


@transaction.atomic
def ban(*, person: Person, now: datetime, **words: Any) -> AuditEntry:
    """Forbid a person to sign in, until it is lifted; ``words`` are those of `_impose`.

    Leagues that have no other director are archived, clubs get another owner, and tables in the
    lobby are given up. In seasons
    the reserve list takes over; every other seat of theirs looks for a substitute, and the clock
    moves until there is one. Plans and sketches are deleted. Games, results, ratings and what they
    wrote stay.
    """
    entry = _impose(SanctionKind.BAN, person=person, now=now, **words)
    Person.objects.filter(pk=person.pk).update(is_active=False)
    person.is_active = False
    end_all_sign_ins(person=person)
    for league in leagues_without_director(now).filter(directors=person, archived_at=None):
        archive_league(league=league, now=now)
        audit.record(
            actor=entry.actor,
            role=Role(entry.role),
            action=ModerationAction.ARCHIVE,
            league=league,
            subject=person,
            reason="",
            notify=(),
            now=now,
        )
    leave_everything(person=person, actor=DIRECTOR, now=now)
    give_up_groups(person=person, leave=False, now=now)
    return entry


@transaction.atomic
def lift(*, actor: Person, sanction: Sanction, reason: str, now: datetime) -> AuditEntry:
    """Lift a sanction and notify the person. A banned person can sign in again.

    Seats that have found a substitute stay theirs; one that still looks for one is given back.

    :raises NotAllowed: if the actor is no moderator, or is that person.
    :raises Refused: if there is no reason, or it has ended.
    """
    role = authority(actor, ModerationAction.LIFT, person=sanction.person).role
    text = tidy_reason(reason)
    person = lock_person(sanction.person)
    locked = Sanction.objects.select_for_update().get(pk=sanction.pk)
    if locked.lifted_at is not None or (locked.until is not None and locked.until <= now):
        raise Refused(_("That is no longer in force."))
    locked.lifted_at = now
    locked.save(update_fields=["lifted_at"])
    if locked.kind == SanctionKind.BAN:
        Person.objects.filter(pk=person.pk).update(is_active=True)
    return audit.record(
        actor=actor,
        role=role,
        action=ModerationAction.LIFT,
        subject=person,
        notify=[person],
        reason=text,
        data={"sanction": locked.pk},
        undoes=entry_of_sanction(locked),
        now=now,
    )


def entry_of_sanction(sanction: Sanction) -> AuditEntry | None:
    """The audit log entry of the sanction of a person, unless it was undone."""
    return AuditEntry.objects.filter(
        subject=sanction.person_id,
        action__in=SANCTION_ACTIONS,
        data__sanction=sanction.pk,
        undone_by=None,
    ).first()
