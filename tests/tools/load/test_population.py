"""A database for load: what it consists of is what the site itself would have written."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games import log
from games.clock.models import ClockEntry
from games.log.models import Event
from games.people.models import Person
from games.players.models import RatingChange
from games.players.rating import first_unsettled
from games.scheduler.sweep import sweep
from games.statistics.counting import countable, counted_as, wrong
from games.statistics.models import CountedGame
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW
from tests.tools.load.filling import fill
from tools.load.people import REGULAR
from tools.load.population import shares

GAMES = 30
pytestmark = pytest.mark.django_db


def test_a_database_for_load_holds_nothing_but_what_the_site_itself_would_have_written() -> None:
    fill(GAMES)
    counts = {
        status: Game.objects.filter(status=status, season_game=None).count()
        for status in ("finished", "running", "open", "cancelled")
    }
    assert counts == shares(GAMES)
    for game in Game.objects.filter(version__gte=0).order_by("-pk")[::3]:
        assert log.verify(game) == [], game
    heads = Game.objects.filter(version__gte=0).values_list("head", flat=True)
    assert len(set(heads)) == len(heads), "a copy has the chain of another game"
    assert first_unsettled() is None
    assert RatingChange.objects.filter(board="").count() >= 2 * counts["finished"]

    assert not countable().filter(counted=None).exists()
    assert not wrong().exists()
    some = CountedGame.objects.select_related("game")[:3]
    for stored, found in zip(some, counted_as([one.game for one in some]), strict=True):
        assert (stored.tally, stored.people) == (found.tally, found.people)


def test_in_a_database_for_load_nobody_is_late_and_everybody_can_go_on() -> None:
    fill(GAMES)
    seats = Seat.objects.filter(decision__isnull=False)
    assert seats.exists()
    assert all(seat.due_at and seat.due_at > NOW for seat in seats)
    ledger = ClockEntry.objects.filter(game__status="running")
    assert ledger.exists()
    before = Event.objects.count()
    sweep(now=NOW + timedelta(minutes=1))
    assert Event.objects.count() == before

    client = Client()
    client.force_login(Person.objects.get(name=REGULAR))
    seat = Seat.objects.filter(person__name=REGULAR, decision__isnull=False)[0]
    page = client.get(f"/games/{seat.game.code}/")
    assert f'name="decision" value="{seat.decision}"' in page.content.decode()
