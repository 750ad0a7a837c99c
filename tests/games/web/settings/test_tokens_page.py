"""The page of access tokens: the password first, the token once."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client

from games.accounts import tokens
from games.accounts.models import ApiToken
from games.people.models import Person
from tests.conftest import PASSWORD, account_mails, words_of
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse

FORM = {"name": "My bot", "scopes": ["games:read", "games:move"], "days": "30"}


@pytest.fixture
def signed_in(browse: Browse, alice: Person) -> Client:
    client = browse(alice)
    client.get("/settings/tokens/new/", follow=True)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def test_the_password_is_asked_for_first(browse: Browse, alice: Person) -> None:
    for send in (browse(alice).get, browse(alice).post):
        answer = send("/settings/tokens/new/")
        assert answer.status_code == 302
        assert answer.url.startswith("/accounts/reauthenticate/")
    assert not ApiToken.objects.exists()


def test_a_token_is_shown_once(signed_in: Client, alice: Person) -> None:
    made = signed_in.post("/settings/tokens/new/", FORM)
    (text,) = re.findall(r"nm_\w{36}", made.content.decode())
    assert tokens.find_token(text, now=NOW).person == alice
    assert "no-store" in made["Cache-Control"]
    listed = signed_in.get("/settings/tokens/").content.decode()
    assert text not in listed
    assert f"nm_…{text[-4:]}" in listed
    assert "My bot" in listed
    assert "never used" in listed


def test_a_mail_says_that_a_token_was_made(signed_in: Client) -> None:
    made = signed_in.post("/settings/tokens/new/", FORM)
    (text,) = re.findall(r"nm_\w{36}", made.content.decode())
    (told,) = account_mails()
    assert "access token" in str(told["Subject"])
    assert text not in words_of(told)


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"scopes": ["password"]}, {"scopes": []}, {"days": "9999"}]
)
def test_a_wrong_form_makes_no_token(signed_in: Client, wrong: dict[str, object]) -> None:
    answer = signed_in.post("/settings/tokens/new/", {**FORM, **wrong})
    assert answer.status_code == 422
    assert not ApiToken.objects.exists()


def test_a_token_is_removed_by_its_owner_alone(
    signed_in: Client, browse: Browse, bob: Person
) -> None:
    signed_in.post("/settings/tokens/new/", FORM)
    path = f"/settings/tokens/{ApiToken.objects.get().pk}/remove/"
    browse(bob).post(path)
    assert ApiToken.objects.exists()
    assert signed_in.get(path).status_code == 405
    signed_in.post(path)
    assert not ApiToken.objects.exists()


def test_without_a_password_one_has_to_have_signed_in_just_now(
    browse: Browse, alice: Person
) -> None:
    alice.set_unusable_password()
    alice.save()
    client = browse(alice)
    answer = client.get("/settings/tokens/new/", follow=True)
    assert "sign in again" in answer.content.decode()
    session = client.session
    session["account_authentication_methods"] = [{"method": "code", "at": NOW.timestamp()}]
    session["account_authentication_methods_user"] = str(alice.pk)
    session.save()
    assert client.get("/settings/tokens/new/").status_code == 200
    with time_machine.travel(NOW.timestamp() + 3600, tick=False):
        assert client.get("/settings/tokens/new/").status_code == 302


def test_strangers_sign_in_first() -> None:
    for path in ("/settings/tokens/", "/settings/tokens/new/"):
        assert Client().get(path)["Location"].startswith("/accounts/login/")
