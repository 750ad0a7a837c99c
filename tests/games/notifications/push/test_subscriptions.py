"""Browsers switch push messages on and off: what is refused, and what a browser may not do."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from games.notifications.push.encryption import decode, encode
from games.notifications.push.models import PushSubscription
from games.notifications.push.subscriptions import MAX_BROWSERS, application_key
from games.people.models import Person
from tests.conftest import PASSWORD
from tests.games.notifications.push.conftest import Double, Service, SignedIn

URL = "/settings/this-device/push/"
Subscribed = Callable[..., SignedIn]


@pytest.fixture
def client(alice: Person, service: Service) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": alice.email, "password": PASSWORD})
    return client


def test_it_is_off_until_somebody_switches_it_on(client: Client, double: Double) -> None:
    page = client.get("/settings/this-device/").content.decode()
    assert "Switch push messages on" in page
    assert f'data-key="{application_key()}"' in page
    assert not PushSubscription.objects.exists()
    client.post(URL, double().form)
    assert "Switch push messages off" in client.get("/settings/this-device/").content.decode()
    client.post(URL, {"on": "0"})
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example.net/x"},
        {"endpoint": "https://push.example.net:22/x"},
        {"endpoint": "https://user:pass@push.example.net/x"},
        {"endpoint": "ftp://push.example.net/x"},
        {"endpoint": "javascript:alert(1)"},
        {"endpoint": "https://push.example.net/" + "x" * 600},
        {"endpoint": ""},
        {"key": ""},
        {"key": encode(b"\x04" + bytes(64))},
        {"key": "A" * 9000},
        {"secret": encode(bytes(15))},
        {"secret": "%%%"},
    ],
)
def test_what_is_no_subscription_is_refused_with_a_sentence(
    client: Client, double: Double, change: dict[str, str]
) -> None:
    answer = client.post(URL, double().form | change, follow=True)
    assert "an address that we cannot use" in answer.content.decode()
    assert not PushSubscription.objects.exists()


def test_an_incomplete_form_or_a_stranger_changes_nothing(client: Client, double: Double) -> None:
    assert client.post(URL, {"on": "1"}).status_code == 302
    assert Client().post(URL, double().form).headers["Location"].startswith("/accounts/login/")
    assert client.get(URL).status_code == 405
    assert not PushSubscription.objects.exists()


def test_a_person_has_so_many_browsers(subscribed: Subscribed, alice: Person) -> None:
    for number in range(MAX_BROWSERS):
        subscribed(alice, f"browser-{number}")
    client = Client()
    client.post("/accounts/login/", {"login": alice.email, "password": PASSWORD})
    one = PushSubscription.objects.first()
    form = {"on": "1", "endpoint": one.endpoint + "x", "key": one.key, "secret": one.secret}
    answer = client.post(URL, form, follow=True)
    assert "10 browsers already get your push messages." in answer.content.decode()
    assert PushSubscription.objects.count() == MAX_BROWSERS


def test_a_browser_that_somebody_else_uses_now_tells_the_first_one_nothing(
    subscribed: Subscribed, alice: Person, bob: Person
) -> None:
    subscribed(alice, "shared")
    subscribed(bob, "shared")
    assert PushSubscription.objects.get().sign_in.person == bob


def test_the_command_prints_a_key_that_the_settings_take() -> None:
    out = StringIO()
    call_command("vapid_key", stdout=out)
    assert len(decode(out.getvalue().strip())) == 32


def test_the_page_shows_no_private_key(client: Client, settings: Settings) -> None:
    assert settings.VAPID_KEY not in client.get("/settings/this-device/").content.decode()
