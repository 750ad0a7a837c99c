"""Somebody else's mail address: no way in by signing up with it first."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games.people.models import Person
from tests.conftest import PASSWORD
from tests.games.conftest import NOW

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


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("door", ["code", "reset", "sign-up", "log-in", "own address"])
def test_nobody_has_somebody_elses_address_written_to_all_day(
    client: Client, alice: Person, bob: Person, known: bool, door: str
) -> None:
    """Some thirty times a day, each time from another network and as another browser."""
    cache.clear()
    address = alice.email if known else ADDRESS
    mail.outbox.clear()
    for number in range(30):
        with time_machine.travel(NOW + number * timedelta(minutes=46), tick=False):
            ask(door, address, number, bob)
    sent = [one for one in mail.outbox if one.to == [address]]
    assert len(sent) <= 20
    assert sent or (known and door in ("log-in", "own address"))


def ask(door: str, address: str, number: int, mallory: Person) -> None:
    browser = Client(REMOTE_ADDR=f"198.51.100.{number}")
    doors: dict[str, Callable[[], object]] = {
        "code": lambda: browser.post("/accounts/login/code/", {"email": address}),
        "reset": lambda: browser.post("/accounts/password/reset/", {"email": address}),
        "sign-up": lambda: browser.post(
            "/accounts/signup/", {**SIGN_UP, "email": address, "name": name(number)}
        ),
        "log-in": lambda: (
            number or browser.post("/accounts/signup/", {**SIGN_UP, "email": address}),
            browser.post("/accounts/login/", {"login": address, "password": SIGN_UP["password1"]}),
        ),
        "own address": lambda: (
            browser.post("/accounts/login/", {"login": mallory.email, "password": PASSWORD}),
            browser.post("/accounts/reauthenticate/", {"password": PASSWORD}),
            browser.post("/accounts/email/", {"action_add": "", "email": address}),
            browser.post("/accounts/email/", {"action_send": "", "email": address}),
        ),
    }
    doors[door]()


def name(number: int) -> str:
    """Gets a name that looks like no other one."""
    return "Mallory " + "".join("abcdefghj"[int(digit) % 9] for digit in f"{number:o}")


def sign_in_by_code(browser: Client, address: str) -> None:
    mail.outbox.clear()
    browser.post("/accounts/login/code/", {"email": address})
    code = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]+)\s*$", mail.outbox[0].body, re.MULTILINE)
    assert code, mail.outbox[0].body
    browser.post("/accounts/login/code/confirm/", {"code": code[1]})
