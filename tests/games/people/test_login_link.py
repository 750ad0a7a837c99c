from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils.timezone import now
from pytest_django import Settings

from games.people.models import LoginLink, Person
from games.people.profile import make_login_link


@pytest.fixture
def address(alice: Person) -> str:
    return f"/enter/{make_login_link(person=alice, now=now())}/"


def test_looking_at_the_page_does_not_sign_in(client: Client, address: str) -> None:
    assert "Alice" in client.get(address).content.decode()
    assert "_auth_user_id" not in client.session
    assert LoginLink.objects.get().used is None


def test_the_button_signs_in(client: Client, address: str, alice: Person) -> None:
    client.post(address)
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_the_link_works_once(client: Client, address: str) -> None:
    client.post(address)
    other = Client()
    assert other.post(address).status_code == 410
    assert other.get(address).status_code == 410
    assert "_auth_user_id" not in other.session


def test_the_link_dies_after_a_day(client: Client, address: str) -> None:
    LoginLink.objects.update(created=now() - timedelta(hours=25))
    assert client.post(address).status_code == 410


def test_the_table_does_not_hold_the_token(address: str) -> None:
    assert LoginLink.objects.get().digest not in address


def test_production_knows_no_such_links(client: Client, address: str, settings: Settings) -> None:
    settings.PRODUCTION = True
    assert client.get(address).status_code == 404
    assert client.post(address).status_code == 404
