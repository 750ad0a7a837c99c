"""HandOver: a seat that went from one player to another during a game, and queries of it."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import QuerySet

from games.clock.models import Vacation
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat


class HandOver(models.Model):
    """The player of a seat before and after event ``seq`` of the log.

    A bot has a name and no person; a person who was erased since has neither.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="hand_overs")
    at = models.DateTimeField()
    seq = models.IntegerField()
    person_before = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="seats_left"
    )
    bot_before = models.CharField(max_length=20, blank=True)
    person_after = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="seats_taken"
    )
    bot_after = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar = ["seat", "seq"]

    def __str__(self) -> str:
        return f"{self.seat} {self.seq}"


def open_seats(person: Person | None = None) -> QuerySet[Seat]:
    """The seats of public games that look for a substitute, the longest open first.

    Without the games in which ``person`` plays or has played.
    """
    seats = Seat.objects.filter(
        open_since__isnull=False,
        game__public=True,
        game__practice=False,
        game__status=GameStatus.RUNNING,
    )
    if person is not None:
        seats = seats.exclude(game__in=games_ever_played_by(person).values("pk"))
    return (
        seats.select_related("game", "person")
        .defer("game__secret")
        .prefetch_related("game__seats__person")
        .order_by("open_since", "pk")
    )


def games_ever_played_by(person: Person) -> QuerySet[Game]:
    """The games in which a person has a seat, or had one."""
    seats = Seat.objects.filter(person=person).order_by().values("game")
    left = HandOver.objects.filter(person_before=person).order_by().values("seat__game")
    # Of two conditions joined by OR a database would make a walk over all games.
    return Game.objects.filter(pk__in=seats.union(left)).order_by()


def has_played_in(person: Person, game: Game) -> bool:
    """Whether a person has a seat in a game, or had one."""
    return games_ever_played_by(person).filter(pk=game.pk).exists()


def has_lost_seat(person: int, *, code: str) -> bool:
    """Whether the person of an id had a seat in a game and has lost it."""
    left = HandOver.objects.filter(person_before=person, seat__game__code=code)
    return left.exists() and not Seat.objects.filter(person=person, game__code=code).exists()


def vacations_of(person: Person, *, now: datetime) -> QuerySet[Vacation]:
    """The vacations of a person that are not over, the next one first."""
    return Vacation.objects.filter(person=person, until__gt=now).order_by("start")
