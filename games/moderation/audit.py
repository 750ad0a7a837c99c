"""The audit log: the only place that writes it, and how it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from games.leagues.models import League, Season
from games.moderation import guard
from games.moderation.models import AuditEntry, Deed, Report, Role
from games.people.models import Person
from games.tables.models import Game


def write(
    *,
    actor: Person,
    role: Role,
    deed: Deed,
    reason: str,
    now: datetime,
    game: Game | None = None,
    league: League | None = None,
    subject: Person | None = None,
    report: Report | None = None,
    seq: int | None = None,
    data: Mapping[str, Any] | None = None,
    undoes: AuditEntry | None = None,
) -> AuditEntry:
    """Writes down what somebody in office did, in the transaction of doing it.

    :param reason: the digest of a stored reason.
    """
    return AuditEntry.objects.create(
        at=now,
        actor=actor,
        role=role,
        deed=deed,
        game=game,
        league=league,
        subject=subject,
        report=report,
        seq=seq,
        data=dict(data or {}),
        reason=reason,
        undoes=undoes,
    )


def everything() -> QuerySet[AuditEntry]:
    """Gets all that was ever done, latest first, with what a list of it shows."""
    return AuditEntry.objects.select_related("game", "undone_by").defer("game__secret")


def of_game(game: Game) -> QuerySet[AuditEntry]:
    """Gets what was done in a game, latest first."""
    return everything().filter(game=game)


def of_season(season: Season) -> QuerySet[AuditEntry]:
    """Gets what was done in a season as a whole, latest first; each game has a list of its own."""
    entries = everything().filter(league=season.league_id, game=None)
    return entries.filter(data__season=season.pk)


def of_person(person: Person) -> QuerySet[AuditEntry]:
    """Gets what was done about a person, latest first."""
    return everything().filter(subject=person)


def people_of(entries: Sequence[AuditEntry]) -> dict[int, Person]:
    """Gets the actors and subjects of entries by id; who was erased is not in it."""
    wanted = {entry.actor_id for entry in entries}
    wanted |= {entry.subject_id for entry in entries if entry.subject_id}
    return Person.objects.in_bulk(wanted)


def unguarded() -> str | None:
    """Gets a sentence if the database would let somebody change the audit log."""
    if guard.is_on(connection):
        return None
    return (
        "The triggers that keep the audit log append-only are missing. Put them on again: run"
        " games.moderation.guard.put_on(connection) in `manage.py shell`, and find out who took"
        " them off."
    )
