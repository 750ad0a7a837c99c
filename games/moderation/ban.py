"""Closing an account: its seats go to substitutes, and nothing is deleted."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games import lobby
from games.absence.open_seat import open_seat
from games.leagues.models import Entry, EntryStatus
from games.leagues.withdraw import withdraw
from games.moderation.acting import DIRECTOR
from games.moderation.models import AuditEntry, Deed, Report
from games.moderation.sanctioning import sanction
from games.people.models import Person
from games.people.sanctions import SanctionKind
from games.tables.models import Game, GameStatus, Seat


@transaction.atomic
def ban(
    *,
    actor: Person,
    person: Person,
    reason: str,
    report: Report | None = None,
    now: datetime,
) -> AuditEntry:
    """Lets a person sign in no more, until it is lifted.

    Their tables in the lobby are given up. In seasons the reserve list takes over; every other seat
    of theirs looks for a substitute, and the clock moves until there is one. Games, results,
    ratings and what they wrote stay.

    :raises NotAllowed: if the actor is no moderator, is that person, or is below them.
    :raises Refused: if there is no reason, or the account is closed already.
    """
    entry = sanction(
        actor=actor,
        person=person,
        kind=SanctionKind.BAN,
        deed=Deed.BAN,
        reason=reason,
        report=report,
        now=now,
    )
    Person.objects.filter(pk=person.pk).update(is_active=False)
    person.is_active = False
    _leave_lobby(person, now)
    _leave_seasons(person, now)
    _leave_tables(person, now)
    return entry


def _leave_lobby(person: Person, now: datetime) -> None:
    waiting = Game.objects.filter(status=GameStatus.OPEN).order_by("pk")
    for game in waiting.filter(organiser=person):
        lobby.cancel_game(game=game, person=person, now=now)
    for game in waiting.filter(seats__person=person).exclude(organiser=person):
        lobby.leave_game(game=game, person=person, now=now)


def _leave_seasons(person: Person, now: datetime) -> None:
    entries = Entry.objects.filter(
        person=person, season__adjudicated_at=None, season__cancelled_at=None
    ).exclude(status=EntryStatus.WITHDRAWN)
    for entry in entries.select_related("season").order_by("season"):
        withdraw(season=entry.season, person=person, now=now)


def _leave_tables(person: Person, now: datetime) -> None:
    seats = Seat.objects.filter(
        person=person, open_since=None, game__status=GameStatus.RUNNING
    ).select_related("game")
    for seat in seats.order_by("game"):
        open_seat(game=seat.game, seat=seat.number, actor=DIRECTOR, now=now)
