"""Push messages: what they say, to whom they go, when they are tried again, and when they end."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import time, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import Settings

from engine.actions import Draw
from games.accounts.closing import close_account
from games.accounts.data_export import collect_personal_data
from games.clock.models import Alarm
from games.common.work import DELIVERIES
from games.notifications.models import Delivery, Notice, NoticeKind, NotificationPreferences
from games.notifications.pump import fan_out, run_deliveries, send_due
from games.notifications.push.channel import PushChannel
from games.notifications.push.encryption import decode
from games.notifications.push.models import PushSubscription
from games.notifications.webhooks import ssrf_guard
from games.people.models import Person
from games.play.presence import mark_present_at
from games.scheduler.alarm import raise_alarm
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.games.notifications.push.conftest import Service, SignedIn

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
CHANNEL = PushChannel()
Subscribed = Callable[..., SignedIn]


def run(at=NOW) -> int:
    """Do what the workers do."""
    fan_out(now=at)
    return send_due(channel=CHANNEL, now=at)


@pytest.fixture
def phone(subscribed: Subscribed, alice: Person) -> SignedIn:
    return subscribed(alice)


def test_the_browser_reads_whose_turn_it_is_and_nobody_on_the_way_does(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, board="japan")
    assert run() == 1
    ((path, headers, body),) = service.arrived
    assert path == "/send/phone"
    said = phone.browser.read(body)
    assert said["title"] == f"{game.board_name} {game.title}"
    assert said["body"].startswith("The game has begun. Choose your first tickets. Until Tuesday")
    assert said["path"] == f"/games/{game.code}/"
    assert b"turn" not in body
    assert game.code.encode() not in body
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["TTL"] == "86400"
    assert len(headers["Topic"]) <= 32
    assert game.code not in headers["Topic"]
    token = headers["Authorization"].split("t=")[1].split(",")[0]
    claims = json.loads(decode(token.split(".")[1]))
    assert claims["aud"] == service.url
    assert claims["sub"] == "https://trains.example.org"


def test_a_message_names_no_card_no_ticket_and_no_address(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    act(game, 1, Draw("blind"), Draw("blind"))
    run()
    for _path, headers, body in service.arrived:
        said = json.dumps(phone.browser.read(body)) + json.dumps(headers)
        for word in ("locomotive", "red", "blue", "ticket", "alice@", "Alice", "Bob"):
            assert word not in said.replace("Bearer", "")


def test_each_browser_of_a_person_gets_it_in_their_language(
    subscribed: Subscribed, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    both = [subscribed(alice, "phone"), subscribed(alice, "laptop")]
    Person.objects.filter(pk=alice.pk).update(language="nl")
    begin(alice, bob)
    assert run() == 2
    for one in both:
        body = next(
            b for path, _h, b in service.arrived if path.endswith(one.browser.endpoint[-5:])
        )
        assert "Kies je eerste tickets." in one.browser.read(body)["body"]


def test_who_has_no_browser_costs_nothing_later(
    service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    begin(alice, bob)
    assert run() == 0
    assert not Notice.objects.filter(fanned_out=False).exists()


def test_without_a_key_there_is_nothing_of_it(
    settings: Settings, begin: Starter, alice: Person, bob: Person, phone: SignedIn
) -> None:
    settings.VAPID_KEY = ""
    begin(alice, bob)
    assert run() == 0
    page = phone.client.get("/settings/this-device/").content.decode()
    assert "Push messages" not in page
    assert "Push messages" not in phone.client.get("/settings/notices/").content.decode()
    answer = phone.client.post("/settings/this-device/push/", phone.browser.form, follow=True)
    assert "This site sends no push messages." in answer.content.decode()


def test_each_kind_can_be_wanted_by_email_and_not_as_a_push_message(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    off = [f"push:{NoticeKind.TURN}", f"push:{NoticeKind.STARTED}"]
    NotificationPreferences.objects.create(person=alice, off=off)
    begin(alice, bob)
    assert run() == 0
    assert Notice.objects.filter(person=alice, status="pending").exists()


def test_the_page_of_notifications_stores_what_is_wanted(phone: SignedIn, alice: Person) -> None:
    page = phone.client.get("/settings/notices/").content.decode()
    assert 'name="push-turn"' in page
    fields = {f"mail-{kind}": "on" for kind in NoticeKind} | {"delay": "0", "push-turn": "on"}
    assert phone.client.post("/settings/notices/", fields).status_code == 302
    preferences = NotificationPreferences.objects.get(person=alice)
    assert preferences.wants(NoticeKind.TURN, "push")
    assert not preferences.wants(NoticeKind.TALK, "push")
    assert preferences.wants(NoticeKind.TALK)


def test_quiet_hours_keep_it_back(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    # It is 08:30 in Amsterdam.
    NotificationPreferences.objects.create(
        person=alice, delay=0, quiet_from=time(8), quiet_until=time(10)
    )
    begin(alice, bob)
    assert run() == 0
    assert run(NOW + 2 * HOUR) == 1


def test_whoever_is_at_the_page_gets_none_before_they_leave(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    mark_present_at(game=game.pk, person=alice, now=NOW)
    assert run() == 0
    assert run(NOW + 2 * MINUTE) == 0
    assert run(NOW + 3 * MINUTE) == 1


def test_what_is_settled_meanwhile_is_not_sent(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    fan_out(now=NOW)
    Game.objects.filter(pk=game.pk).update(status="void")
    game.seats.update(decision=None)
    assert send_due(channel=CHANNEL, now=NOW) == 0
    assert service.arrived == []
    assert Delivery.objects.get().status == "dropped"


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person, status: int
) -> None:
    service.status = status
    begin(alice, bob)
    assert run() == 0
    assert not PushSubscription.objects.exists()
    assert not Delivery.objects.exists()


def test_a_service_that_fails_is_tried_again_ever_later_and_then_given_up(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    service.status, service.headers = 503, {"Retry-After": "600"}
    begin(alice, bob)
    assert run() == 0
    assert run(NOW + 9 * MINUTE) == 0
    assert len(service.arrived) == 1
    service.status = 201
    assert run(NOW + 11 * MINUTE) == 1
    assert PushSubscription.objects.get().failures == 0
    PushSubscription.objects.update(failures=CHANNEL.most_failures - 1)
    Delivery.objects.update(status="pending", next_attempt_at=NOW)
    service.status = 500
    run(NOW + 12 * MINUTE)
    assert not PushSubscription.objects.exists()


def test_a_worker_that_dies_holds_a_message_for_a_moment_only(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    begin(alice, bob)
    fan_out(now=NOW)
    Delivery.objects.update(next_attempt_at=NOW + DELIVERIES.lease, attempts=1)
    assert send_due(channel=CHANNEL, now=NOW) == 0
    assert run_deliveries(now=NOW + DELIVERIES.lease) == 1


def test_an_address_that_points_inside_by_now_is_not_called(
    phone: SignedIn,
    service: Service,
    settings: Settings,
    begin: Starter,
    alice: Person,
    bob: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The name was a public one when the browser gave it (DNS rebinding)."""
    PushSubscription.objects.update(endpoint="https://push.example.net/send/phone")
    monkeypatch.setattr(
        ssrf_guard.socket, "getaddrinfo", lambda *a, **k: [(0, 0, 0, "", ("10.0.0.1", 443))]
    )
    begin(alice, bob)
    assert run() == 0
    assert service.arrived == []
    assert "not a public server" in Delivery.objects.get().error


def test_nobody_is_flooded(
    phone: SignedIn, service: Service, begin: Starter, alice: Person, bob: Person
) -> None:
    alice_phone = {"person": alice, "channel": "push", "subscription": phone.subscription}
    Delivery.objects.bulk_create(
        Delivery(**alice_phone, body="{}", status="sent", created_at=NOW)
        for _ in range(CHANNEL.most_a_day)
    )
    begin(alice, bob)
    assert run() == 0
    assert not Notice.objects.filter(fanned_out=False).exists()


def test_operators_hear_of_messages_that_nobody_sends(
    phone: SignedIn, begin: Starter, alice: Person, bob: Person
) -> None:
    begin(alice, bob)
    fan_out(now=NOW)
    raise_alarm(now=NOW + 5 * HOUR)
    assert Alarm.objects.filter(what="webhooks").exists()


def _sign_out(phone: SignedIn, alice: Person) -> None:
    phone.client.post("/accounts/logout/")


def _sign_out_device(phone: SignedIn, alice: Person) -> None:
    other = Client()
    other.force_login(alice)
    other.post(f"/settings/devices/{phone.subscription.sign_in_id}/sign-out/")


def _sign_out_others(phone: SignedIn, alice: Person) -> None:
    other = Client()
    other.force_login(alice)
    other.post("/settings/devices/others/sign-out/")


def _change_password(phone: SignedIn, alice: Person) -> None:
    alice.set_password("another train of nine")
    alice.save()


def _lose_session(phone: SignedIn, alice: Person) -> None:
    Session.objects.all().delete()


def _ban(phone: SignedIn, alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(is_active=False)


def _switch_off(phone: SignedIn, alice: Person) -> None:
    phone.client.post("/settings/this-device/push/", {"on": "0"})


def _close(phone: SignedIn, alice: Person) -> None:
    close_account(person=alice, now=NOW)


@pytest.mark.parametrize(
    "end",
    [
        _sign_out, _sign_out_device, _sign_out_others, _change_password, _lose_session, _ban,
        _switch_off, _close,
    ],
)  # fmt: skip
def test_push_messages_end_when_nobody_is_signed_in_there(
    phone: SignedIn,
    service: Service,
    begin: Starter,
    alice: Person,
    bob: Person,
    end: Callable[[SignedIn, Person], None],
) -> None:
    begin(alice, bob)
    fan_out(now=NOW)
    end(phone, alice)
    assert send_due(channel=CHANNEL, now=NOW) == 0
    assert service.arrived == []
    assert not PushSubscription.objects.exists()


def test_a_test_message_arrives_at_this_browser_alone(
    subscribed: Subscribed, service: Service, alice: Person
) -> None:
    here, _there = subscribed(alice, "phone"), subscribed(alice, "laptop")
    here.client.post("/settings/this-device/push/test/")
    assert run() == 1
    ((path, _headers, body),) = service.arrived
    assert path == "/send/phone"
    assert here.browser.read(body)["body"] == "This is a test: Night Mail can reach you here."


def test_the_export_holds_no_address_of_a_browser(phone: SignedIn, alice: Person) -> None:
    assert phone.browser.endpoint not in json.dumps(collect_personal_data(alice), default=str)
