"""Storing a vacation: merged with what it meets, paid for, and counted in every game."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from games.absence.budget import days_of, spent_in
from games.clock.models import ClockChange, Vacation
from games.clock.recount import recount
from games.errors import Refused
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat


def keep(
    *, person: Person, start: datetime, until: datetime, now: datetime, automatic: bool = False
) -> Vacation:
    """Stores a vacation of a person whose row is locked; it swallows those that it meets.

    :raises Refused: if it costs more days of some year than the person has left.
    """
    met = list(Vacation.objects.filter(person=person, start__lte=until, until__gte=start))
    merged = Vacation(
        person=person,
        start=min([start, *(other.start for other in met)]),
        until=max([until, *(other.until for other in met)]),
        zone=person.timezone,
        automatic=automatic,
        made_at=now,
    )
    others = Vacation.objects.filter(person=person).exclude(pk__in=[other.pk for other in met])
    for year in sorted({day.year for day in days_of(merged)}):
        if spent_in(year, [*others, merged]) > settings.VACATION_DAYS:
            left = settings.VACATION_DAYS - spent_in(year, [*others, *met])
            raise Refused(
                _(
                    "You have %(left)d days of vacation left in %(year)d, and this takes more."
                    " Choose a shorter time."
                )
                % {"left": max(left, 0), "year": year}
            )
    Vacation.objects.filter(pk__in=[other.pk for other in met]).delete()
    merged.save()
    return merged


def count_everywhere(person: Person, what: ClockChange, now: datetime) -> None:
    """Counts the open deadlines of a person anew, game by game, in the order of their ids."""
    mine = Game.objects.filter(
        seats__person=person,
        seats__opened_at__isnull=False,
        status=GameStatus.RUNNING,
        vacation_allowed=True,
    )
    for pk in sorted(set(mine.values_list("pk", flat=True))):
        game = Game.objects.select_for_update().get(pk=pk)
        if game.status == GameStatus.RUNNING:
            seats = Seat.objects.filter(game=game, person=person)
            recount(game=game, seats=seats, what=what, now=now)
