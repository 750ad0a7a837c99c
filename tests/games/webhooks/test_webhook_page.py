"""The page of one's webhook."""

from __future__ import annotations

import pytest
from django.test import Client

from games.people.models import Person
from games.webhooks.calling import MOST_TESTS, make_calls
from games.webhooks.models import Webhook, WebhookCall
from tests.games.conftest import NOW
from tests.games.webhooks.conftest import Owner, Server

PAGE = "/settings/webhook/"
GOOD = {"style": "json", "url": "https://hooks.example.org/a"}


@pytest.fixture
def page(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def test_a_webhook_is_set_up_and_shows_its_secret_to_its_owner_alone(
    page: Client, alice: Person, bob: Person
) -> None:
    assert page.post(PAGE, GOOD).status_code == 302
    hook = Webhook.objects.get(person=alice)
    text = page.get(PAGE).content.decode()
    assert hook.secret in text
    assert hook.url in text
    page.force_login(bob)
    assert hook.secret not in page.get(PAGE).content.decode()


def test_another_address_gets_another_secret(page: Client) -> None:
    page.post(PAGE, GOOD)
    secret = Webhook.objects.get().secret
    page.post(PAGE, {**GOOD, "style": "slack"})
    assert Webhook.objects.get().secret == secret
    page.post(PAGE, {**GOOD, "url": "https://other.example.org/a"})
    assert Webhook.objects.get().secret != secret


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "ftp://hooks.example.org/"},
        {"url": "https://me:pass@hooks.example.org/"},
        {"url": ""},
        {"style": "carrier pigeon"},
    ],
)
def test_a_wrong_address_is_refused_with_the_reason(page: Client, wrong: dict[str, str]) -> None:
    answer = page.post(PAGE, {**GOOD, **wrong})
    assert "errorlist" in answer.content.decode()
    assert not Webhook.objects.exists()


def test_saving_switches_it_on_again(page: Client) -> None:
    page.post(PAGE, GOOD)
    Webhook.objects.update(disabled_at=NOW, failures=12)
    assert "12 attempts in a row failed" in page.get(PAGE).content.decode()
    page.post(PAGE, GOOD)
    hook = Webhook.objects.get()
    assert (hook.disabled_at, hook.failures) == (None, 0)


def test_the_test_button_sends_a_test_and_the_page_shows_what_came_of_it(
    page: Client, alice: Person, webhook: Owner, server: Server
) -> None:
    webhook(alice, style="slack")
    assert page.get(f"{PAGE}test/").status_code == 405
    assert page.post(f"{PAGE}test/").status_code == 302
    call = WebhookCall.objects.get()
    assert make_calls(now=call.created_at) == 1
    assert b"This is a test." in server.calls[0][1]
    text = page.get(PAGE).content.decode()
    assert "delivered" in text
    assert "answer 204" in text


def test_tests_are_few(page: Client, alice: Person, webhook: Owner) -> None:
    webhook(alice)
    for _ in range(MOST_TESTS + 1):
        answer = page.post(f"{PAGE}test/", follow=True)
    assert "Try again in an hour." in answer.content.decode()
    assert WebhookCall.objects.count() == MOST_TESTS


def test_it_can_be_taken_away(page: Client, alice: Person, bob: Person, webhook: Owner) -> None:
    webhook(alice)
    webhook(bob)
    page.post(f"{PAGE}test/")
    page.post(f"{PAGE}remove/")
    assert list(Webhook.objects.values_list("person", flat=True)) == [bob.pk]
    assert not WebhookCall.objects.exists()
    assert page.post(f"{PAGE}test/").status_code == 404


def test_strangers_are_asked_to_sign_in(client: Client, db: None) -> None:
    for path in ("", "test/", "remove/"):
        assert client.post(PAGE + path)["Location"].startswith("/accounts/login/")
