"""A channel is one file and one line of the settings: everything else finds it by itself."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils.timezone import now
from pytest_django import Settings

from games.accounts.closing import close_account
from games.accounts.data_export import collect_personal_data
from games.common.work import DELIVERIES
from games.notifications.models import Delivery, DeliveryStatus, NoticeKind, NotificationPreferences
from games.notifications.pump import fan_out, run_deliveries, send_test
from games.people.models import Person
from games.scheduler.alarm import overdue
from games.scheduler.retention import delete_old_rows
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter
from tests.fixtures.pages import Browse
from tests.games.notifications import telegraph
from tests.games.operators.test_metrics import SECRET, scrape

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _wire(settings: Settings) -> Iterator[None]:
    settings.NOTIFICATION_CHANNELS = [
        *settings.NOTIFICATION_CHANNELS,
        "tests.games.notifications.telegraph.TelegraphChannel",
    ]
    telegraph.WIRES.add("Alice")
    yield
    for known in (telegraph.SENT, telegraph.WIRES, telegraph.BROKEN):
        known.clear()


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    return begin(alice, bob, board="japan")


def test_it_is_a_file_of_under_a_hundred_lines() -> None:
    assert len(Path(telegraph.__file__).read_text().splitlines()) < 100


def test_it_tells_those_who_have_it_what_everybody_may_know(game: Game) -> None:
    assert fan_out(now=NOW) == 1
    assert run_deliveries(now=NOW) == 1
    ((name, text),) = telegraph.SENT
    assert name == "Alice"
    assert text.startswith("THE GAME HAS BEGUN. CHOOSE YOUR FIRST TICKETS.")
    assert run_deliveries(now=NOW) == 0


def test_the_page_of_notifications_has_boxes_for_it(
    game: Game, alice: Person, browse: Browse
) -> None:
    page = browse(alice)
    assert "wherever there is a wire" in page.get("/settings/notices/").content.decode()
    fields = {f"mail-{kind}": "on" for kind in NoticeKind} | {"delay": "0"}
    page.post("/settings/notices/", fields | {"telegraph-over": "on"})
    preferences = NotificationPreferences.objects.get(person=alice)
    assert preferences.wants(NoticeKind.OVER, "telegraph")
    assert not preferences.wants(NoticeKind.TURN, "telegraph")
    assert fan_out(now=NOW) == 0


def test_its_deliveries_are_in_the_export_of_their_person(game: Game, alice: Person) -> None:
    fan_out(now=NOW)
    (row,) = collect_personal_data(alice)["telegrams"]
    assert row["game__code"] == game.code
    assert row["body"].endswith("STOP")


def test_its_deliveries_are_counted_watched_and_deleted(game: Game, settings: Settings) -> None:
    settings.METRICS_SECRET = SECRET
    fan_out(now=NOW)
    assert scrape()["night_mail_waiting", ("telegrams",)] == 1
    assert "webhooks" in overdue(now=NOW + timedelta(minutes=6))
    run_deliveries(now=NOW)
    assert scrape()["night_mail_waiting", ("telegrams",)] == 0
    delete_old_rows(now=NOW + 29 * DAY)
    assert Delivery.objects.exists()
    delete_old_rows(now=NOW + 31 * DAY)
    assert not Delivery.objects.exists()


def test_it_is_tried_again_ever_later_and_given_up(game: Game) -> None:
    telegraph.BROKEN.add("Alice")
    fan_out(now=NOW)
    at, tries = NOW, 0
    while (row := Delivery.objects.get()).status == DeliveryStatus.PENDING:
        at, tries = row.next_attempt_at, tries + 1
        assert run_deliveries(now=at) == 0
    assert (row.status, row.error) == (DeliveryStatus.FAILED, "The wire is cut.")
    assert at - NOW > DAY
    assert 10 < tries < 25


def test_a_worker_that_died_holds_a_delivery_for_its_lease(game: Game) -> None:
    fan_out(now=NOW)
    Delivery.objects.update(next_attempt_at=NOW + DELIVERIES.lease, attempts=1)
    assert run_deliveries(now=NOW) == 0
    assert run_deliveries(now=NOW + DELIVERIES.lease) == 1


def test_one_that_fails_keeps_no_other_from_telling(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **options: object) -> str:
        raise ValueError("out of paper")

    monkeypatch.setattr(telegraph.TelegraphChannel, "compose", fail)
    assert fan_out(now=NOW) == 0
    assert not Delivery.objects.exists()


def test_a_test_is_sent_whatever_is_wanted(alice: Person) -> None:
    channel = telegraph.TelegraphChannel()
    send_test(channel=channel, endpoint=alice, person=alice, now=now())
    assert run_deliveries(channel="telegraph", now=now()) == 1
    assert telegraph.SENT == [("Alice", "THIS IS A TEST: NIGHT MAIL CAN REACH YOU HERE. STOP")]


def test_what_waits_for_a_channel_that_the_site_has_no_more_is_dropped(
    game: Game, settings: Settings
) -> None:
    fan_out(now=NOW)
    settings.NOTIFICATION_CHANNELS = settings.NOTIFICATION_CHANNELS[:-1]
    fan_out(now=NOW)
    assert Delivery.objects.get().status == DeliveryStatus.DROPPED


def test_its_deliveries_go_with_the_account(game: Game, alice: Person) -> None:
    fan_out(now=NOW)
    close_account(person=alice, now=NOW)
    assert not Delivery.objects.exists()
