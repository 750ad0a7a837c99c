"""The page of one's webhook."""

from __future__ import annotations

import pytest
from django.test import Client

from games.notifications.models import Delivery
from games.notifications.pump import MAX_TESTS, send_due
from games.notifications.webhooks.channel import WebhookChannel
from games.notifications.webhooks.models import Webhook
from games.notifications.webhooks.registration import MAX_WEBHOOKS, WEBHOOK_KINDS
from games.people.models import Person
from tests.fixtures.games import NOW
from tests.games.notifications.webhooks.conftest import Owner, Server

PAGE = "/settings/webhook/"
GOOD = {"style": "json", "url": "https://hooks.example.org/a", "kinds": ["turn", "over"]}


@pytest.fixture
def page(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def of(webhook: Webhook, rest: str = "") -> str:
    return f"{PAGE}{webhook.pk}/{rest}"


def test_a_webhook_is_set_up_and_shows_its_secret_to_its_owner_alone(
    page: Client, alice: Person, bob: Person
) -> None:
    answer = page.post(PAGE, GOOD)
    hook = Webhook.objects.get(person=alice)
    assert (answer.status_code, answer["Location"]) == (302, of(hook))
    text = page.get(of(hook)).content.decode()
    assert hook.secret in text
    assert hook.url in text
    assert "hooks.example.org" in page.get(PAGE).content.decode()
    assert hook.secret not in page.get(PAGE).content.decode()
    page.force_login(bob)
    assert "hooks.example.org" not in page.get(PAGE).content.decode()
    for method, rest in (
        (page.get, ""),
        (page.post, ""),
        (page.post, "test/"),
        (page.post, "remove/"),
    ):
        assert method(of(hook, rest), GOOD).status_code == 404
    hook.refresh_from_db()
    assert hook.person == alice


def test_it_is_told_the_kinds_that_were_chosen(page: Client) -> None:
    page.post(PAGE, GOOD)
    hook = Webhook.objects.get()
    assert [kind for kind in WEBHOOK_KINDS if hook.wants(kind)] == ["turn", "over"]
    text = page.get(of(hook)).content.decode()
    assert text.count(" checked") == 3  # the two kinds, and what listens there
    page.post(of(hook), {**GOOD, "kinds": []})
    assert not any(Webhook.objects.get().wants(kind) for kind in WEBHOOK_KINDS)
    assert "order" not in WEBHOOK_KINDS


def test_a_new_one_is_offered_everything(page: Client) -> None:
    assert page.get(PAGE).content.decode().count(" checked") == len(WEBHOOK_KINDS) + 1


def test_there_may_be_a_few_each_with_its_own_secret_and_no_more(page: Client) -> None:
    for number in range(MAX_WEBHOOKS):
        page.post(PAGE, {**GOOD, "url": f"https://hooks.example.org/{number}"})
    hooks = list(Webhook.objects.all())
    assert len({hook.secret for hook in hooks}) == len(hooks) == MAX_WEBHOOKS == 5
    assert "Add a webhook" not in page.get(PAGE).content.decode()
    answer = page.post(PAGE, {**GOOD, "url": "https://hooks.example.org/more"})
    assert answer.status_code == 200
    assert Webhook.objects.count() == MAX_WEBHOOKS
    page.post(of(hooks[0], "remove/"))
    page.post(PAGE, {**GOOD, "url": "https://hooks.example.org/more"})
    assert Webhook.objects.count() == MAX_WEBHOOKS


def test_one_address_is_called_once(page: Client) -> None:
    page.post(PAGE, GOOD)
    answer = page.post(PAGE, GOOD)
    assert "You already have a webhook with this address." in answer.content.decode()
    page.post(PAGE, {**GOOD, "url": "https://other.example.org/a"})
    other = Webhook.objects.latest("pk")
    assert page.post(of(other), GOOD).status_code == 200
    assert Webhook.objects.filter(url=GOOD["url"]).count() == 1


def test_another_address_gets_another_secret(page: Client) -> None:
    page.post(PAGE, GOOD)
    hook = Webhook.objects.get()
    page.post(of(hook), {**GOOD, "style": "slack"})
    assert Webhook.objects.get().secret == hook.secret
    page.post(of(hook), {**GOOD, "url": "https://other.example.org/a"})
    assert Webhook.objects.get().secret != hook.secret


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "ftp://hooks.example.org/"},
        {"url": "https://me:pass@hooks.example.org/"},
        {"url": ""},
        {"style": "carrier pigeon"},
        {"kinds": ["order"]},
        {"kinds": ["nonsense"]},
    ],
)
def test_a_wrong_form_is_refused_with_the_reason(page: Client, wrong: dict[str, object]) -> None:
    answer = page.post(PAGE, {**GOOD, **wrong})
    assert "errorlist" in answer.content.decode()
    assert not Webhook.objects.exists()
    page.post(PAGE, GOOD)
    hook = Webhook.objects.get()
    assert "errorlist" in page.post(of(hook), {**GOOD, **wrong}).content.decode()
    hook.refresh_from_db()
    assert hook.url == GOOD["url"]


def test_saving_switches_it_on_again_and_no_other(page: Client) -> None:
    page.post(PAGE, GOOD)
    page.post(PAGE, {**GOOD, "url": "https://other.example.org/a"})
    Webhook.objects.update(disabled_at=NOW, failures=12)
    hook, other = Webhook.objects.all()
    assert page.get(PAGE).content.decode().count("switched off") == 2
    assert "12 failed attempts in a row" in page.get(of(hook)).content.decode()
    page.post(of(hook), GOOD)
    hook.refresh_from_db()
    other.refresh_from_db()
    assert (hook.disabled_at, hook.failures) == (None, 0)
    assert (other.disabled_at, other.failures) == (NOW, 12)


def test_the_test_button_sends_a_test_and_the_page_shows_what_came_of_it(
    page: Client, alice: Person, webhook: Owner, server: Server
) -> None:
    webhook(alice, url=f"{server.url}&other=1")
    hook = webhook(alice, style="slack")
    assert page.get(of(hook, "test/")).status_code == 405
    assert page.post(of(hook, "test/")).status_code == 302
    call = Delivery.objects.get()
    assert send_due(channel=WebhookChannel(), now=call.created_at) == 1
    assert b"This is a test" in server.calls[0][1]
    assert server.paths == ["/hook?key=1"]
    text = page.get(of(hook)).content.decode()
    assert "delivered" in text
    assert "answer 204" in text


def test_tests_are_few(page: Client, alice: Person, webhook: Owner) -> None:
    hook = webhook(alice)
    for _ in range(MAX_TESTS + 1):
        answer = page.post(of(hook, "test/"), follow=True)
    assert "Try again in an hour." in answer.content.decode()
    assert Delivery.objects.count() == MAX_TESTS


def test_it_can_be_taken_away(page: Client, alice: Person, bob: Person, webhook: Owner) -> None:
    mine, _theirs = webhook(alice), webhook(bob)
    page.post(of(mine, "test/"))
    page.post(of(mine, "remove/"))
    assert list(Webhook.objects.values_list("person", flat=True)) == [bob.pk]
    assert not Delivery.objects.exists()
    assert page.post(of(mine, "test/")).status_code == 404


def test_strangers_are_asked_to_sign_in(client: Client, db: None) -> None:
    for path in ("", "1/", "1/test/", "1/remove/"):
        assert client.post(PAGE + path)["Location"].startswith("/accounts/login/")
