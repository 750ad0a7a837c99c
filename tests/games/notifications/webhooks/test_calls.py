"""Calls of webhooks: what is told, when it is tried again, and when a webhook is switched off."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import threading
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection
from pytest_django import Settings

from engine.actions import Draw
from games.common.work import DELIVERIES
from games.notifications import leases, pump
from games.notifications.channels import Answer
from games.notifications.leases import single_run
from games.notifications.models import (
    Delivery,
    DeliveryStatus,
    Notice,
    NoticeKind,
    NotificationPreferences,
)
from games.notifications.planning import postpone_notices
from games.notifications.preferences import set_wanted
from games.notifications.pump import fan_out, run_deliveries, send_due
from games.notifications.webhooks import http_client
from games.notifications.webhooks.channel import WebhookChannel
from games.notifications.webhooks.models import Webhook
from games.notifications.webhooks.ssrf_guard import Target
from games.people.models import Person
from games.scheduler.alarm import raise_alarm
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.games.notifications.webhooks.conftest import Owner, Server

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
CHANNEL = WebhookChannel()


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    return begin(alice, bob, board="japan")


def run(at=NOW) -> int:
    """Do what the workers do."""
    postpone_notices(now=at)
    fan_out(now=at)
    return send_due(channel=CHANNEL, now=at)


def test_plain_json_tells_what_everybody_may_know_and_is_signed(
    alice: Person, webhook: Owner, server: Server, begin: Starter, bob: Person
) -> None:
    hook = webhook(alice)
    game = begin(alice, bob, board="japan")
    run()
    ((headers, body),) = server.calls
    told = json.loads(body)
    assert told["game"] == {"code": game.code, "board": "japan"}
    assert told["kinds"] == ["started", "turn"]
    assert told["text"] == (
        "The game has begun. Choose your first tickets. Until Tuesday 24 November 2026, 08:30"
        " (CET, Europe/Amsterdam)."
    )
    assert told["url"].endswith(f"/games/{game.code}/")
    assert told["due_at"] == "2026-11-24T07:30:00+00:00"
    assert headers["Night-Mail-Id"] == told["id"]
    signed = headers["Night-Mail-Time"].encode() + b"." + body
    proof = hmac.new(hook.secret.encode(), signed, hashlib.sha256).hexdigest()
    assert headers["Night-Mail-Signature"] == f"sha256={proof}"
    assert server.paths == ["/hook?key=1"]


@pytest.mark.parametrize(("style", "field"), [("discord", "content"), ("slack", "text")])
def test_chats_get_a_sentence_and_a_link(
    game: Game, alice: Person, webhook: Owner, server: Server, style: str, field: str
) -> None:
    webhook(alice, style=style)
    Notice.objects.update(fanned_out=False)
    run()
    ((headers, body),) = server.calls
    text = json.loads(body)[field]
    assert "Choose your first tickets." in text
    assert f"/games/{game.code}/" in text
    assert "Night-Mail-Signature" not in headers


def test_discord_is_told_to_wake_nobody(alice: Person, webhook: Owner, begin, bob, server) -> None:
    webhook(alice, style="discord")
    begin(alice, bob)
    run()
    assert json.loads(server.calls[0][1])["allowed_mentions"] == {"parse": []}


def test_who_has_no_webhook_costs_nothing_later(game: Game) -> None:
    assert run() == 0
    assert not Notice.objects.filter(fanned_out=False).exists()
    assert not Delivery.objects.exists()


def test_each_kind_can_be_wanted_by_mail_and_not_by_webhook(
    alice: Person, bob: Person, webhook: Owner, server: Server, begin: Starter, inbox: Inbox
) -> None:
    webhook(alice, off=[NoticeKind.TURN, NoticeKind.STARTED])
    begin(alice, bob)
    assert len(inbox(alice)) == 1
    run()
    assert server.calls == []


def test_and_the_other_way_round(
    alice: Person, bob: Person, webhook: Owner, server: Server, begin: Starter, inbox: Inbox
) -> None:
    webhook(alice)
    set_wanted(person=alice, kinds=[NoticeKind.TURN, NoticeKind.STARTED], wanted=False)
    begin(alice, bob)
    assert inbox(alice) == []
    run()
    assert len(server.calls) == 1


def test_who_moved_within_the_delay_is_not_told(
    alice: Person, bob: Person, webhook: Owner, server: Server, begin: Starter
) -> None:
    game = begin(alice, bob)
    run()
    webhook(alice)
    NotificationPreferences.objects.create(person=alice, delay=30)
    keep_all(game, 0, 1)
    run()
    act(game, 0, Draw("blind"), Draw("blind"))
    run(NOW + 31 * MINUTE)
    assert server.calls == []


def test_a_call_that_waits_is_dropped_with_its_turn(
    alice: Person, bob: Person, webhook: Owner, server: Server, begin: Starter
) -> None:
    game = begin(alice, bob)
    run()
    webhook(alice)
    server.status = 500
    keep_all(game, 0, 1)
    run()
    act(game, 0, Draw("blind"), Draw("blind"))
    server.status = 204
    run(NOW + 2 * MINUTE)
    assert len(server.calls) == 1
    assert Delivery.objects.get().status == DeliveryStatus.DROPPED


def test_each_webhook_is_told_what_it_wants_once_and_signed_with_its_own_secret(
    alice: Person, bob: Person, webhook: Owner, server: Server, begin: Starter
) -> None:
    everything = webhook(alice, url=f"{server.url}&to=everything")
    turns = webhook(alice, url=f"{server.url}&to=turns", off=[NoticeKind.STARTED])
    webhook(alice, url=f"{server.url}&to=nothing", off=[NoticeKind.STARTED, NoticeKind.TURN])
    begin(alice, bob)
    assert run() == 2
    assert run() == 0
    told = dict(zip(server.paths, server.calls, strict=True))
    for hook, kinds in ((everything, ["started", "turn"]), (turns, ["turn"])):
        headers, body = told[hook.url.removeprefix(server.url.partition("/hook")[0])]
        assert json.loads(body)["kinds"] == kinds
        signed = headers["Night-Mail-Time"].encode() + b"." + body
        proof = hmac.new(hook.secret.encode(), signed, hashlib.sha256).hexdigest()
        assert headers["Night-Mail-Signature"] == f"sha256={proof}"


def test_one_webhook_that_fails_does_not_keep_another_from_being_told(
    alice: Person, bob: Person, webhook: Owner, server: Server, begin: Starter
) -> None:
    broken = webhook(alice, url="http://127.0.0.1:80/inside")
    webhook(alice)
    begin(alice, bob)
    assert run() == 1
    assert len(server.calls) == 1
    broken.refresh_from_db()
    assert broken.failures == 1
    assert Delivery.objects.get(webhook=broken).error == "127.0.0.1 is not a public server."


def test_one_webhook_that_is_switched_off_leaves_the_others_on(
    alice: Person, bob: Person, webhook: Owner, server: Server, begin: Starter
) -> None:
    off = webhook(alice, url=f"{server.url}&to=nobody")
    webhook(alice)
    Webhook.objects.filter(pk=off.pk).update(disabled_at=NOW)
    begin(alice, bob)
    assert run() == 1
    assert server.paths == ["/hook?key=1"]


def test_a_call_is_dropped_when_its_webhook_does_not_want_it_any_more(
    alice: Person, bob: Person, webhook: Owner, server: Server, begin: Starter
) -> None:
    webhook(alice)
    begin(alice, bob)
    fan_out(now=NOW)
    Webhook.objects.update(off=[NoticeKind.STARTED, NoticeKind.TURN])
    assert send_due(channel=CHANNEL, now=NOW) == 0
    assert Delivery.objects.get().status == DeliveryStatus.DROPPED


@pytest.fixture
def waiting(alice: Person, webhook: Owner) -> Webhook:
    """A webhook with a test call that waits."""
    hook = webhook(alice)
    wait(hook, "{}")
    return hook


def wait(hook: Webhook, body: str) -> Delivery:
    """Let a call wait for a webhook."""
    return Delivery.objects.create(
        channel="webhook", person=hook.person, webhook=hook, body=body, next_attempt_at=NOW,
        created_at=NOW,
    )  # fmt: skip


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the calls of the test tell holds for ever."""
    monkeypatch.setattr(pump, "_still_holds", lambda *args: True)


@pytest.mark.usefixtures("always")
def test_a_call_that_failed_is_made_again_later_and_is_the_same(
    waiting: Webhook, server: Server
) -> None:
    server.status = 503
    run()
    run(NOW + timedelta(seconds=2))
    server.status = 200
    run(NOW + MINUTE)
    assert [body for _, body in server.calls] == [b"{}", b"{}"]
    call = Delivery.objects.get()
    assert (call.status, call.answer, call.attempts) == (DeliveryStatus.SENT, 200, 2)
    waiting.refresh_from_db()
    assert waiting.failures == 0


@pytest.mark.usefixtures("always")
def test_who_left_the_site_is_told_nothing(waiting: Webhook, alice: Person, server: Server) -> None:
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    run()
    assert server.calls == []
    assert Delivery.objects.get().status == DeliveryStatus.DROPPED


@pytest.mark.usefixtures("always")
def test_redirects_are_not_followed(waiting: Webhook, server: Server) -> None:
    server.status, server.headers = 302, {"Location": server.url + "&again=1"}
    run()
    assert len(server.calls) == 1
    assert Delivery.objects.get().answer == 302


@pytest.mark.usefixtures("always")
def test_a_server_that_asks_for_patience_gets_it(waiting: Webhook, server: Server) -> None:
    server.status, server.headers = 429, {"Retry-After": "1800"}
    run()
    assert Delivery.objects.get().next_attempt_at == NOW + 30 * MINUTE


@pytest.mark.usefixtures("always")
def test_while_a_webhook_rests_its_other_calls_wait_too(waiting: Webhook, server: Server) -> None:
    server.status = 500
    wait(waiting, "[]")
    run()
    assert len(server.calls) == 1


@pytest.mark.usefixtures("always")
def test_a_call_that_failed_for_a_moment_is_made_again_in_seconds(
    waiting: Webhook, server: Server
) -> None:
    server.status = 503
    run()
    server.status = 204
    run(NOW + timedelta(seconds=7))
    assert Delivery.objects.get().status == DeliveryStatus.SENT


@pytest.mark.usefixtures("always")
def test_webhooks_that_answer_are_called_before_those_that_do_not(
    waiting: Webhook, bob: Person, webhook: Owner, server: Server
) -> None:
    Webhook.objects.filter(pk=waiting.pk).update(failures=2)
    good = webhook(bob)
    wait(good, "[]")
    send_due(channel=CHANNEL, now=NOW, limit=1)
    assert [body for _, body in server.calls] == [b"[]"]


@pytest.mark.usefixtures("always")
def test_one_run_is_at_work_at_a_time_and_ends_with_its_budget(
    waiting: Webhook, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    monkeypatch.setattr(
        leases, "send_delayed", lambda *task, wait: asked.append(wait.total_seconds())
    )
    # PostgreSQL lets runs share the work: each skips what another has taken.
    if not connection.features.has_select_for_update_skip_locked:
        with single_run(CHANNEL.work, now=NOW):
            assert run_deliveries(now=NOW) == 0
    monkeypatch.setattr(pump, "BUDGET", 0)
    assert run_deliveries(now=NOW) == 0
    assert server.calls == []
    assert asked == [1.0], "what was left is asked for once"
    monkeypatch.setattr(pump, "BUDGET", 60)
    assert run_deliveries(now=NOW + timedelta(seconds=1)) == 1


def test_a_database_that_hiccups_loses_no_call(
    game: Game, alice: Person, webhook: Owner, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook(alice)
    Notice.objects.update(fanned_out=False)

    def hiccup(*args: object) -> int:
        raise OperationalError("the connection was closed")

    with monkeypatch.context() as broken:
        broken.setattr(pump, "_compose", hiccup)
        broken.setattr(pump, "connection", SimpleNamespace(in_atomic_block=False))
        assert fan_out(now=NOW) == 0
    run()
    assert len(server.calls) == 1


@pytest.mark.usefixtures("always")
def test_calls_that_nobody_makes_raise_the_alarm(waiting: Webhook, settings: Settings) -> None:
    settings.ADMINS = [("", "operator@example.org")]
    assert raise_alarm(now=NOW + 4 * MINUTE) == 0
    assert raise_alarm(now=NOW + 6 * MINUTE) == 1


@pytest.mark.usefixtures("always")
def test_after_many_failures_it_is_switched_off_and_a_mail_says_so(
    waiting: Webhook, alice: Person, server: Server, inbox: Inbox
) -> None:
    server.status = 500
    at = NOW
    for _ in range(CHANNEL.most_failures):
        assert inbox(alice, at=at) == []
        run(at)
        at = Webhook.objects.get().resting_until or at
    assert timedelta(hours=10) < at - NOW < timedelta(hours=30)
    assert len(server.calls) == CHANNEL.most_failures
    waiting.refresh_from_db()
    assert waiting.disabled_at
    (mail,) = inbox(alice, at=at)
    assert "Your webhook has been switched off." in text_of(mail)
    assert "It is your Plain JSON, signed webhook at 127.0.0.1." in text_of(mail)
    assert "/settings/webhook/" in text_of(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    run(at + DAY)
    assert len(server.calls) == CHANNEL.most_failures


@pytest.mark.usefixtures("always")
def test_a_server_that_says_gone_is_believed_at_once(waiting: Webhook, server: Server) -> None:
    server.status = 410
    run()
    waiting.refresh_from_db()
    assert waiting.disabled_at == NOW


@pytest.mark.usefixtures("always")
def test_a_name_that_leads_inside_by_now_is_not_called(
    waiting: Webhook, server: Server, settings
) -> None:
    settings.WEBHOOK_HOSTS = []
    Webhook.objects.update(url="http://127.0.0.1/hook")
    run()
    assert server.calls == []
    assert Delivery.objects.get().error == "127.0.0.1 is not a public server."


class Died(BaseException):
    """As if the process had been killed."""


@pytest.mark.usefixtures("always")
def test_a_worker_that_dies_before_marking_doubles_the_same_call_and_no_other(
    waiting: Webhook, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*args: object) -> None:
        raise Died

    with monkeypatch.context() as broken:
        broken.setattr(pump, "_mark", die)
        with pytest.raises(Died):
            run()
    run(NOW + MINUTE)
    assert len(server.calls) == 1
    run(NOW + DELIVERIES.lease)
    assert [body for _, body in server.calls] == [b"{}", b"{}"]


def test_an_answer_that_drips_is_cut_off() -> None:
    """A header that never ends, a byte now and then: no silence is long, the whole of it is."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        over = threading.Event()

        def drip() -> None:
            talking, _ = listening.accept()
            with talking:
                try:
                    while not over.wait(0.02):
                        talking.sendall(b"H")
                except OSError:
                    pass

        thread = threading.Thread(target=drip)
        thread.start()
        target = Target("http", "localhost", port, "127.0.0.1", "/")
        answer = http_client.post(target, b"{}", {}, whole=0.2)
        over.set()
        thread.join()
    assert answer == Answer(0, "took too long")


def test_a_certificate_of_somebody_else_is_refused(server: Server) -> None:
    port = int(server.url.split(":")[2].split("/")[0])
    answer = http_client.post(Target("https", "hooks.example.org", port, "127.0.0.1", "/"), b"", {})
    assert answer.status == 0
    assert "SSL" in answer.error
    assert server.calls == []
