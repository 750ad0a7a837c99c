"""A small league of bots comes to a consistent end, and faults would be found."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import connection

from games.leagues.models import Entry, SeasonGame, SeasonSeat, Verdict
from games.log import triggers
from games.players.models import Rating
from games.tables.models import Game
from tools.league.checks import faults_of
from tools.league.league import Scale, Simulation
from tools.league.players import habit_of, visits

SMALL = Scale(
    players=8,
    seasons=2,
    division_size=4,
    kinds=(("japan", (2,), 1),),
    promote=1,
    reserves=3,
    bans=1,
    withdrawals=1,
    vacations=1,
    outage_on=3,
    verify_every=4,
)


@pytest.mark.slow
def test_a_league_with_absences_bans_and_an_outage_ends_consistently_and_a_fault_is_found(
    db: None,
) -> None:
    simulation = Simulation(SMALL, "test")
    simulation.run()
    assert simulation.faults == []
    counts = simulation.counts
    assert counts["games"] == SeasonGame.objects.count() == Game.objects.count() > 5
    assert sum(counts[f"games {verdict}"] for verdict in Verdict.values) == counts["games"]
    assert counts[f"games {Verdict.PLAYED}"] > 0
    assert (counts["bans"], counts["withdrawals"], counts["outages"]) == (2, 2, 1)
    assert counts["substitutes"] > 0
    assert counts["games that got their time back"] > 0
    assert counts["sweeps that failed at a seat"] == 0
    # The checks are worth something: each kind of damage is noticed.
    seat = SeasonSeat.objects.filter(season_game__verdict=Verdict.PLAYED).first()
    assert seat
    SeasonSeat.objects.filter(pk=seat.pk).update(place=1 if seat.place != 1 else 2)
    Entry.objects.filter(rank=1).update(rank=2)
    Rating.objects.update(mu=Fraction(25))
    triggers.uninstall(connection)
    found = "\n".join(faults_of(simulation.league, simulation.now, verify_every=100))
    triggers.install(connection)
    assert "ended otherwise" in found
    assert "have gaps" in found
    assert "a recount gives other ratings" in found


def test_habits_follow_from_the_seed_and_differ_between_people() -> None:
    assert habit_of("a", 1, 1) == habit_of("a", 1, 1)
    assert len({habit_of("a", person, 1).pace for person in range(50)}) == 50
    assert {habit_of("a", person, 1).bot for person in range(50)} == {"planner", "random"}
    gone = next(person for person in range(200) if habit_of("a", person, 1).away)
    away = habit_of("a", gone, 1).away
    assert not any(visits("a", gone, 1, day=away[0], hour=hour) for hour in range(24))
