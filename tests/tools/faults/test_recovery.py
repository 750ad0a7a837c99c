"""`make faults`: when a site counts as well again after a fault, and what it says is missing."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils.timezone import now

from games.clock.models import Heartbeat
from games.people.models import Person
from games.scheduler.outage import JOB
from games.tables.models import Game, Seat
from tools.faults import settling
from tools.faults.ledger import Ledger
from tools.faults.players import Players
from tools.faults.settling import missing, wait_for_recovery
from tools.faults.world import SILENT
from tools.site.waiting import NeverHappened

ENDED = 100.0
AN_HOUR = timedelta(hours=1)


@pytest.fixture
def players(red_hand: Game, alice: Person, bob: Person, charlie: Person) -> Players:
    """Those of Alice, who is to move, and of Bob, at a site that has swept since the fault."""
    Heartbeat.objects.update_or_create(job=JOB, defaults={"at": now()})
    Seat.objects.filter(game=red_hand, decision__isnull=False).update(due_at=now() + AN_HOUR)
    world: Any = SimpleNamespace(
        people={SILENT: charlie}, tokens={alice.pk: "", bob.pk: ""}, sessions={}
    )
    site: Any = SimpleNamespace(url="", is_well=lambda: True, takes_mail=lambda: True)
    return Players(site, world, Ledger())


def lacks(players: Players) -> list[str]:
    return missing(players, ended=ENDED, at=now() - AN_HOUR)


def test_a_move_after_the_fault_is_asked_of_whoever_can_move(players: Players) -> None:
    players.ledger.last_accepted = ENDED - 1
    assert lacks(players) == ["no move was accepted of 1 seats of players"]
    players.ledger.last_accepted = ENDED + 1
    assert lacks(players) == []


@pytest.mark.parametrize("field", ["held_until", "plan_due_at"])
def test_a_move_that_waits_for_its_time_is_asked_for_when_that_has_come(
    players: Players, field: str
) -> None:
    seats = Seat.objects.filter(decision__isnull=False)
    seats.update(**{field: now() + AN_HOUR})
    assert lacks(players) == [], "all games wait"
    seats.update(**{field: now() - AN_HOUR})
    (sentence,) = lacks(players)
    assert sentence.startswith("no move was accepted of 1 ")


def test_a_turn_that_ran_out_and_one_of_a_bot_are_asked_for(
    players: Players, charlie: Person
) -> None:
    seats = Seat.objects.filter(decision__isnull=False)
    seats.update(person=charlie)
    assert lacks(players) == [], "a player who never moves has time left"
    seats.update(due_at=now() - AN_HOUR)
    assert lacks(players) == ["no move was accepted of 1 deadlines"]
    seats.update(person=None, bot="planner", due_at=None)
    assert lacks(players) == ["no move was accepted of 1 bots"]


def test_a_connection_that_the_fault_has_cut_is_looked_through_again(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(*_arguments: object) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(settling.connection, "close", lambda: None)
    with connection.execute_wrapper(cut):
        assert lacks(players) == ["the database does not answer"]
    players.ledger.last_accepted = ENDED + 1
    assert lacks(players) == []


def test_what_is_missing_after_thirty_seconds_is_said(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "RECOVERY", 0.0)
    players.site.is_well = players.site.takes_mail = lambda: False  # type: ignore[method-assign]
    Heartbeat.objects.update(at=now() - 2 * AN_HOUR)
    players.ledger.last_accepted = ENDED + 1
    with pytest.raises(NeverHappened) as said:
        wait_for_recovery(players, ended=ENDED, at=now() - AN_HOUR)
    assert str(said.value) == (
        "not within 0 s: moves and sweeps: nobody has swept, the health page says no,"
        " the mail gate takes nothing"
    )
