"""The ledger accounts for every clock: each line begins where the one before it ended."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.actions import Draw
from games import log
from games.absence.substitution import replace_player
from games.absence.vacations import end_vacation, plan_vacation
from games.clock.actions.game_clock import pause_game, resume_game, switch_clock
from games.clock.actions.turn_time import extend_deadline
from games.clock.core.deadlines import set_deadline
from games.clock.core.game_calendars import GameCalendars
from games.clock.core.terms import Terms
from games.clock.models import ClockEntry, Heartbeat, Outage, Vacation
from games.common.errors import Refused
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, act, keep_all
from tests.thinning import cases

DAY = timedelta(days=1)
DEEDS = ["move", "move", "sweep", "outage", "pause", "resume", "extend", "away", "back", "switch",
         "replace"]  # fmt: skip
steps = st.lists(
    st.tuples(st.sampled_from(DEEDS), st.integers(0, 60), st.integers(0, 3)),
    min_size=3,
    max_size=10,
)


def do(deed: str, game: Game, person: Person, other: Person, pick: int, now: object) -> None:
    """Do something to the clocks of a game; what is not possible now is left."""
    match deed:
        case "move":
            seat = log.load(game).turn_seat
            act(game, seat, Draw("blind"), Draw("blind"), now=now)
        case "sweep":
            Heartbeat.objects.update_or_create(
                job="sweep", defaults={"at": now - timedelta(minutes=1)}
            )
            sweep(now=now)
        case "outage":
            sweep(now=now)
        case "pause":
            pause_game(game=game, actor="director", resume_at=now + pick * DAY or None, now=now)
        case "resume":
            resume_game(game=game, actor="director", now=now)
        case "extend":
            by = (1 + pick) * timedelta(hours=7)
            extend_deadline(game=game, by=by, actor="director", now=now)
        case "away":
            first = now.astimezone(person.zone).date() + pick * DAY
            plan_vacation(person=person, first=first, last=first + 2 * DAY, now=now)
        case "back":
            vacation = Vacation.objects.filter(person=person, until__gt=now).first()
            if vacation:
                end_vacation(person=person, vacation=vacation.pk, now=now)
        case "switch":
            terms = [Terms(1), Terms(3, True), Terms(2, False, 48, 4, 72), Terms(5, False, 9, 0, 9)]
            switch_clock(game=game, terms=terms[pick], actor="vote", now=now)
        case "replace":
            replace_player(game=game, seat=1, by=other, actor="director", now=now)


@settings(max_examples=cases(5, 12), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_every_line_begins_where_the_last_one_ended(
    people: object, begin: object, steps: list[tuple[str, int, int]]
) -> None:
    """And whatever happened, in whatever order: to count the deadlines again changes nothing."""
    Person.objects.all().delete()
    for table in (Heartbeat, Outage):
        table.objects.all().delete()
    alice, bob, charlie = people("Alice"), people("Bob"), people("Charlie")
    game = begin(
        alice, bob, bank_hours=30, bank_add_hours=3, bank_cap_hours=48, auto_vacation_days=2
    )
    keep_all(game, 0, 1)
    now = NOW
    for deed, hours, pick in steps:
        now += timedelta(hours=hours)
        with suppress(Refused):
            do(deed, game, alice, charlie, pick, now)
        game.refresh_from_db()
        for seat in Seat.objects.filter(game=game):
            entries = list(ClockEntry.objects.filter(game=game, seat=seat.number).order_by("pk"))
            for one, following in pairwise(entries):
                assert (one.after, one.bank_after) == (following.before, following.bank_before)
            assert (entries[-1].after, entries[-1].bank_after) == (seat.due_at, seat.bank)
            if seat.opened_at is not None:
                due = seat.due_at
                set_deadline(
                    game=game, seat=seat, calendar=GameCalendars(game, now).of(seat), now=now
                )
                assert seat.due_at == due
    assert log.verify(game) == []
