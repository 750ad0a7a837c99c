"""Leaving all tables and seasons at once; nothing of what was played is deleted."""

from __future__ import annotations

from datetime import datetime

from games import lobby
from games.absence.open_seat import open_seat
from games.leagues.models import Entry, EntryStatus
from games.leagues.withdraw import withdraw
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat


def leave_everything(*, person: Person, actor: str, now: datetime) -> None:
    """Gives up a person's tables in the lobby, their seasons, and their seats.

    In seasons the reserve list takes over; every other seat looks for a substitute, and the clock
    moves until there is one. ``actor`` is the role that the logs name: "director" or "person".
    """
    _leave_lobby(person, now)
    _leave_seasons(person, now)
    _leave_tables(person, actor, now)


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


def _leave_tables(person: Person, actor: str, now: datetime) -> None:
    seats = Seat.objects.filter(
        person=person, open_since=None, game__status=GameStatus.RUNNING
    ).select_related("game")
    for seat in seats.order_by("game"):
        open_seat(game=seat.game, seat=seat.number, actor=actor, now=now)
