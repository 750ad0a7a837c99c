"""Rows that are no longer needed are deleted after a time, in batches."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.timezone import now as present
from pytest_django import Settings

from games.clock.models import Alarm
from games.notifications.mail.runner import send_due
from games.notifications.mailbox.models import CaughtMail
from games.notifications.models import Bounce, DeliveryStatus, Mail, Notice
from games.people.models import Person
from games.play.models import Submission
from games.scheduler import retention
from games.tables.models import Game, GameStatus
from games.tasks import forget_old_mails
from tests.conftest import PASSWORD
from tests.fixtures.games import NOW, Starter, keep_all

DAY = timedelta(days=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, settings: Settings) -> Game:
    """A game whose mails were sent, and with answers to moves."""
    settings.EMAIL_BACKEND = "games.notifications.mailbox.backend.MailboxBackend"
    game = begin(alice, bob)
    send_due(now=NOW)
    keep_all(game, 0, 1)
    seat = game.seats.first()
    Submission.objects.create(seat=seat, key="k", decision=1, first_seq=1, last_seq=1, at=NOW)
    Bounce.objects.create(person=alice, mail=Mail.objects.first(), kind="delayed", at=NOW)
    Alarm.objects.create(what="mail", since=NOW, raised_at=NOW, over_at=NOW)
    return game


def counts() -> dict[str, int]:
    return {model.__name__: model._base_manager.count() for model in apps.get_models()}


def forget(days: float) -> set[str]:
    """Run the task of the beat n days later; return the tables that lost rows."""
    before = counts()
    with time_machine.travel(NOW + days * DAY, tick=False):
        forget_old_mails()
    after = counts()
    return {name for name in before if after[name] < before[name]}


def test_expired_sessions_go_and_others_stay(client: Client, alice: Person) -> None:
    client.post("/accounts/login/", {"login": alice.email, "password": PASSWORD})
    assert Session.objects.count() == 1
    days = (present() - NOW) / DAY
    assert "Session" not in forget(days + 59)
    assert "Session" in forget(days + 61)


def test_rows_of_a_game_that_is_over_go_after_the_stated_time(game: Game) -> None:
    Game.objects.update(status=GameStatus.FINISHED)
    Notice.objects.update(status=DeliveryStatus.SENT)
    Mail.objects.update(status=DeliveryStatus.SENT)
    gone = {"Notice", "Mail", "Submission", "Bounce", "Alarm"}
    assert gone.isdisjoint(forget(364))
    assert gone <= forget(366)


def test_games_logs_people_and_what_they_wrote_are_never_deleted(game: Game) -> None:
    Game.objects.update(status=GameStatus.FINISHED)
    lost = forget(20 * 365)
    kept = {"Event", "Game", "Seat", "Person", "Message", "AuditEntry", "Season", "Entry", "Rating"}
    assert lost.isdisjoint(kept)


def test_notices_of_a_running_game_stay_so_that_nothing_is_notified_twice(game: Game) -> None:
    Notice.objects.update(status=DeliveryStatus.SENT)
    assert "Notice" not in forget(20 * 365)


def test_what_waits_is_never_deleted(game: Game) -> None:
    Game.objects.update(status=GameStatus.FINISHED)
    Notice.objects.update(status=DeliveryStatus.PENDING)
    Mail.objects.update(status=DeliveryStatus.PENDING)
    assert forget(20 * 365).isdisjoint({"Notice", "Mail"})


def test_the_time_is_the_operators_to_choose(game: Game, settings: Settings) -> None:
    settings.KEEP_DAYS = 100
    Mail.objects.update(status=DeliveryStatus.SENT)
    assert "Mail" not in forget(99)
    assert "Mail" in forget(101)


def test_many_rows_go_in_batches_and_a_run_ends_in_time(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH", 3)
    seat = game.seats.first()
    Submission.objects.bulk_create(
        Submission(seat=seat, key=str(number), decision=1, first_seq=1, last_seq=1, at=NOW)
        for number in range(10)
    )
    before = Submission.objects.count()
    later = NOW + 366 * DAY
    retention.delete_old_rows(now=later, budget=0)
    assert Submission.objects.count() == before - 3
    retention.delete_old_rows(now=later)
    assert not Submission.objects.exists()


def test_the_source_of_a_mail_is_kept_once(game: Game, client: Client) -> None:
    mail, caught = Mail.objects.first(), CaughtMail.objects.filter(mail__isnull=False).last()
    assert mail is not None
    assert caught is not None
    source = bytes(mail.source)
    copies = 0
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if field.get_internal_type() in ("BinaryField", "TextField", "JSONField"):
                for value in model._base_manager.values_list(field.name, flat=True):
                    held = bytes(value) if isinstance(value, bytes | memoryview) else str(value)
                    copies += source[:200] in (held if isinstance(held, bytes) else held.encode())
    assert copies == 1
    page = client.get(f"/mailbox/{caught.pk}/").content.decode()
    assert "Choose your first tickets" in page
