"""The audit log: the only place that writes it, and how it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from games.leagues.models import League, Season
from games.moderation import guard
from games.moderation.models import AuditEntry, Deed, Report, Role
from games.moderation.roles import closed_games
from games.people.models import Person
from games.tables.models import Game, Seat


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
    return AuditEntry.objects.select_related("game", "league", "undone_by").defer("game__secret")


def visible_to(person: Person, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    """Entries without those that a person in office must not read, because they play too.

    That somebody looked at the cards of a table is told there when the game is over, and what
    became of a report is not for whom it is about, or for who sits at that table.
    """
    looks = Q(deed=Deed.LOOK, game__in=closed_games(person).values("pk"))
    own_tables = Seat.objects.filter(person=person).values("game")
    reports = Q(deed=Deed.SETTLE) & (Q(subject=person) | Q(game__in=own_tables))
    return entries.exclude(looks | reports)


def of_game(game: Game) -> QuerySet[AuditEntry]:
    """Gets what was done in a game, latest first."""
    return everything().filter(game=game)


def of_season(season: Season) -> QuerySet[AuditEntry]:
    """Gets what was done in a season as a whole, latest first; each game has a list of its own."""
    entries = everything().filter(league=season.league_id, game=None)
    return entries.filter(data__season=season.pk)


def of_league(league: League) -> QuerySet[AuditEntry]:
    """What was decided about a league itself, latest first."""
    return everything().filter(league=league, game=None, data__season__isnull=True)


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
        "The triggers that keep the audit log append-only are missing. Put them back with"
        " `manage.py restore_triggers`, which touches no row, and find out who took them off."
    )
