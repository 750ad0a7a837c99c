"""What is overdue by five minutes is told: on the health page, in the log, and by one mail."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
import time_machine
from django.core import mail as outgoing
from django.test import Client

from games.clock.models import Alarm, Heartbeat
from games.notifications.models import DeliveryStatus, Mail, Notice
from games.people.models import Person
from games.scheduler.alarm import raise_alarm
from games.scheduler.sweep import sweep
from games.tables.models import Game, Seat
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter

MINUTE = timedelta(minutes=1)
LATER = NOW + 6 * MINUTE

# The health page looks on a connection of its own.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _operators(settings: object, transactional_db: None) -> None:
    settings.ADMINS = [("", "operator@example.org")]


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    Notice.objects.update(status=DeliveryStatus.SENT)
    return game


def health(client: Client) -> dict[str, str]:
    with time_machine.travel(LATER, tick=False):
        return client.get("/healthz").json()


def test_a_site_on_which_all_is_well_raises_no_alarm(game: Game, tick: Tick) -> None:
    tick()
    assert raise_alarm(now=NOW + 4 * MINUTE) == 0
    assert not Alarm.objects.exists()
    assert outgoing.outbox == []


def test_a_sweep_that_has_stopped_is_reported_once(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    Heartbeat.objects.create(job="sweep", at=NOW)
    with caplog.at_level(logging.ERROR):
        for minutes in (6, 7, 8):
            assert raise_alarm(now=NOW + minutes * MINUTE) == 1
    (told,) = outgoing.outbox
    assert told.to == ["operator@example.org"]
    assert "No sweep has run" in told.body
    assert [record.getMessage()[:12] for record in caplog.records] == ["ALARM: sweep"]
    assert health(client)["sweep"] == "late"


def test_an_alarm_that_is_over_can_begin_again() -> None:
    Heartbeat.objects.create(job="sweep", at=NOW)
    raise_alarm(now=LATER)
    Heartbeat.objects.update(at=LATER)
    assert raise_alarm(now=LATER) == 0
    assert Alarm.objects.get().over_at == LATER
    raise_alarm(now=LATER + 6 * MINUTE)
    assert len(outgoing.outbox) == 2


def test_a_turn_that_the_clock_has_forgotten_is_reported(game: Game, client: Client) -> None:
    Seat.objects.filter(game=game, number=0).update(due_at=NOW)
    raise_alarm(now=LATER)
    assert "A turn is past due" in outgoing.outbox[0].body
    assert health(client)["deadlines"] == "late"


def test_a_move_that_is_held_is_not_forgotten(game: Game) -> None:
    Seat.objects.filter(game=game).update(due_at=NOW, held_until=LATER)
    assert raise_alarm(now=LATER) == 0


@pytest.mark.parametrize("column", ["held_until", "plan_due_at"])
def test_a_held_move_or_an_order_that_is_forgotten_is_reported(
    game: Game, client: Client, column: str
) -> None:
    Seat.objects.filter(game=game, number=0).update(**{column: NOW})
    raise_alarm(now=LATER)
    assert "or an order or a held move" in outgoing.outbox[0].body
    assert health(client)["deadlines"] == "late"


def test_an_order_waits_for_a_held_move(game: Game) -> None:
    Seat.objects.filter(game=game).update(plan_due_at=NOW, held_until=LATER)
    assert raise_alarm(now=LATER) == 0


def test_mail_that_nobody_writes_or_sends_is_reported(
    game: Game, alice: Person, client: Client
) -> None:
    Notice.objects.filter(person=alice).update(status=DeliveryStatus.PENDING, not_before=NOW)
    raise_alarm(now=LATER)
    assert "Mail is waiting" in outgoing.outbox[0].body
    assert health(client)["mail"] == "stuck"


def test_mail_that_the_server_refuses_again_and_again_is_reported(
    game: Game, alice: Person
) -> None:
    Mail.objects.create(
        person=alice,
        game=game,
        message_id="<x@y>",
        recipient=alice.email,
        subject="x",
        created_at=NOW,
        next_attempt_at=NOW + timedelta(hours=1),
        attempts=4,
    )
    assert raise_alarm(now=LATER) == 0
    assert raise_alarm(now=NOW + 11 * MINUTE) == 1


def test_a_mail_about_an_alarm_that_fails_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*args: object, **options: object) -> None:
        raise OSError("no route to host")

    Heartbeat.objects.create(job="sweep", at=NOW)
    with monkeypatch.context() as broken:
        broken.setattr("games.scheduler.alarm.mail_admins", fail)
        raise_alarm(now=LATER)
    assert Alarm.objects.get().told_at is None
    raise_alarm(now=LATER + MINUTE)
    assert len(outgoing.outbox) == 1


def test_a_clock_that_jumped_ahead_does_not_mask_that_no_sweep_runs(client: Client) -> None:
    Heartbeat.objects.create(job="sweep", at=NOW + timedelta(days=365))
    assert health(client)["sweep"] == "late"
    raise_alarm(now=LATER)
    assert {told.subject.split("] ")[1] for told in outgoing.outbox} == {
        "sweep overdue",
        "clock overdue",
    }


def test_after_a_clock_has_jumped_ahead_and_back_the_sweep_runs_and_is_watched_again(
    game: Game, tick: Tick, client: Client
) -> None:
    tick()
    Heartbeat.objects.update(at=NOW + timedelta(days=365))
    sweep(now=NOW)
    assert Heartbeat.objects.get(job="sweep").at == NOW
    assert health(client)["sweep"] == "late"


def test_a_notice_that_waits_since_the_future_is_reported(game: Game) -> None:
    Notice.objects.update(
        status=DeliveryStatus.PENDING,
        created_at=NOW + timedelta(days=30),
        not_before=NOW + timedelta(days=30),
    )
    raise_alarm(now=LATER)
    assert "clock overdue" in outgoing.outbox[0].subject
