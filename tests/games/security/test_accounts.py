"""Somebody else's mail address: no way in by signing up with it first."""

from __future__ import annotations

import re

from django.core import mail
from django.test import Client

from games.people.models import Person
from tests.conftest import PASSWORD

ADDRESS = "victim@example.org"
SIGN_UP = {"name": "Mallory", "email": ADDRESS, "password1": "chosen by mallory"}


def test_who_signs_up_with_somebody_elses_address_holds_no_key_to_the_account(db: None) -> None:
    mallory, victim = Client(), Client()
    mallory.post("/accounts/signup/", SIGN_UP)
    sign_in_by_code(victim, ADDRESS)
    assert "_auth_user_id" in victim.session
    mallory.post("/accounts/login/", {"login": ADDRESS, "password": SIGN_UP["password1"]})
    assert "_auth_user_id" not in mallory.session


def test_who_has_proven_the_address_keeps_the_password(client: Client, alice: Person) -> None:
    sign_in_by_code(client, alice.email)
    other = Client()
    other.post("/accounts/login/", {"login": alice.email, "password": PASSWORD})
    assert "_auth_user_id" in other.session


def test_asking_for_another_code_proves_nothing_and_changes_nothing(db: None) -> None:
    mallory, stranger = Client(), Client()
    mallory.post("/accounts/signup/", SIGN_UP)
    stranger.post("/accounts/login/code/", {"email": ADDRESS})
    stranger.post("/accounts/login/code/confirm/", {"action": "resend"})
    stranger.post("/accounts/login/code/confirm/", {"code": "AAAA-AAAA"})
    assert Person.objects.get(email=ADDRESS).has_usable_password()


def sign_in_by_code(browser: Client, address: str) -> None:
    mail.outbox.clear()
    browser.post("/accounts/login/code/", {"email": address})
    code = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]+)\s*$", mail.outbox[0].body, re.MULTILINE)
    assert code, mail.outbox[0].body
    browser.post("/accounts/login/code/confirm/", {"code": code[1]})
