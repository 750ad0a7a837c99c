"""The calendars of the seats of a game, with as few queries as possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef

from games.clock.core.calendar import Calendar, Span
from games.clock.models import Outage, Pause, Vacation
from games.common import sql
from games.people.models import Person
from games.tables.models import Game, Seat

ANY_ZONE: Final = ZoneInfo("UTC")


def has_vacations() -> Exists:
    """Return an annotation of seats: whether the person has any vacation, past or planned."""
    return Exists(Vacation.objects.filter(person=OuterRef("person")))


_vacations_at: Final = sql.PreparedValues(
    lambda game: (
        Vacation.objects.filter(person__seats__game=game)
        .order_by("start")
        .values_list("person_id", "start", "until")
    )
)


class GameCalendars:
    """The calendars of the seats of a game, as they are at ``now``.

    ``has_vacations`` False means that the caller has checked that nobody at the table has one.
    """

    def __init__(self, game: Game, now: datetime, *, has_vacations: bool = True) -> None:
        self.game = game
        self.now = now
        self._has_vacations = has_vacations and game.vacation_allowed

    def from_now_on(self, seat: Seat) -> Calendar:
        """Return the calendar of a seat that is asked just now: it has no past."""
        return self._calendar(seat, ())

    def of(self, seat: Seat) -> Calendar:
        """Return the calendar of a seat, including past pauses and outages."""
        return self._calendar(seat, self._stopped)

    def _calendar(self, seat: Seat, stopped: Sequence[Span]) -> Calendar:
        weekends, nights = self.game.weekends_off, self.game.hours_per_turn > 0
        # Where weekends and nights count, no zone matters.
        zone = self._zone(seat) if weekends or nights else ANY_ZONE
        return Calendar(zone, weekends, self.away(seat), stopped, nights)

    def away(self, seat: Seat) -> list[Span]:
        """Return the vacations that stop the clock of a seat, past ones included."""
        if seat.person_id is None:
            return []
        return self._vacations.get(seat.person_id, [])

    def away_until(self, seat: Seat) -> datetime | None:
        """Return the time until which a seat is away now, None if it is not."""
        until = [span.end for span in self.away(seat) if self._is_now(span)]
        return max(until, default=None)

    @property
    def somebody_away(self) -> bool:
        """Whether anybody at the table is away now."""
        return any(self._is_now(span) for spans in self._vacations.values() for span in spans)

    def _is_now(self, span: Span) -> bool:
        return span.start <= self.now < span.end

    @cached_property
    def _vacations(self) -> dict[int, list[Span]]:
        found: dict[int, list[Span]] = defaultdict(list)
        if self._has_vacations:
            # Nobody has more than a few dozen a year: those that are over come along.
            for person, start, until in _vacations_at.rows(self.game.pk):
                found[person].append(Span(start, until))
        return found

    @cached_property
    def _stopped(self) -> list[Span]:
        """Return the pauses of the game and the outages of the site. A running pause ends now."""
        pauses = Pause.objects.filter(game=self.game).values_list("since", "until")
        outages = Outage.objects.filter(until__gt=self.game.created_at)
        return [
            *(Span(since, until or max(self.now, since)) for since, until in pauses),
            *(Span(*span) for span in outages.values_list("since", "until")),
        ]

    @cached_property
    def _zones(self) -> dict[int, ZoneInfo]:
        people = Person.objects.filter(seats__game=self.game).values_list("pk", "timezone")
        return {pk: ZoneInfo(zone) for pk, zone in people}

    def _zone(self, seat: Seat) -> ZoneInfo:
        return ANY_ZONE if seat.person_id is None else self._zones.get(seat.person_id, ANY_ZONE)
