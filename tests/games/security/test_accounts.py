"""Somebody else's mail address: no way in by signing up with it first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.notifications.models import AccountMail
from games.people.models import Person
from tests.conftest import PASSWORD, account_mails, code_in
from tests.fixtures.games import NOW

ADDRESS = "victim@example.org"
NAMES = ("Mallory of Kyoto", "Mallory of Nara")
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
    mallory, other = Client(), Client()
    mallory.post("/accounts/signup/", SIGN_UP)
    other.post("/accounts/login/code/", {"email": ADDRESS})
    other.post("/accounts/login/code/confirm/", {"action": "resend"})
    other.post("/accounts/login/code/confirm/", {"code": "AAAA-AAAA"})
    assert Person.objects.get(email=ADDRESS).has_usable_password()


@pytest.mark.slow
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("form", ["code", "reset", "sign-up", "log-in", "own address"])
def test_nobody_has_somebody_elses_address_written_to_all_day(
    client: Client, alice: Person, bob: Person, known: bool, form: str
) -> None:
    """Some thirty times a day, each time from another network and as another browser."""
    cache.clear()
    address = alice.email if known else ADDRESS
    for number in range(30):
        with time_machine.travel(NOW + number * timedelta(minutes=46), tick=False):
            ask(form, address, number, bob)
    sent = AccountMail.objects.filter(recipient=address).count()
    assert sent <= 20
    assert sent or (known and form in ("log-in", "own address"))


def ask(form: str, address: str, number: int, mallory: Person) -> None:
    browser = Client(REMOTE_ADDR=f"198.51.{number}.7")
    forms: dict[str, Callable[[], object]] = {
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
    forms[form]()


def test_who_guesses_elsewhere_locks_nobody_out_of_a_device_they_know(alice: Person) -> None:
    home, mallory = Client(), Client(REMOTE_ADDR="198.51.100.1")
    assert sign_in(home, alice)
    home.post("/accounts/logout/")
    guess(mallory, alice)
    assert sign_in(home, alice)


def test_who_guesses_elsewhere_locks_nobody_out_on_a_new_device_in_another_network(
    alice: Person,
) -> None:
    mallory = Client(REMOTE_ADDR="198.51.100.1")
    guess(mallory, alice)
    assert not sign_in(mallory, alice)
    assert not sign_in(Client(REMOTE_ADDR="198.51.100.9"), alice)
    assert sign_in(Client(REMOTE_ADDR="192.0.2.9"), alice)


def test_who_guesses_in_many_networks_is_stopped_and_the_owner_gets_in_at_home(
    alice: Person, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {
        **settings.ACCOUNT_RATE_LIMITS,
        "login_failed_elsewhere": "9/h/key",
    }
    home = Client()
    sign_in(home, alice)
    home.post("/accounts/logout/")
    for number in range(3):
        guess(Client(REMOTE_ADDR=f"198.51.{number}.7"), alice)
    other = Client(REMOTE_ADDR="192.0.2.9")
    assert not sign_in(other, alice)
    sign_in_by_code(other, alice.email)
    assert "_auth_user_id" in other.session
    assert sign_in(home, alice)


def test_who_guesses_elsewhere_locks_nobody_out_of_what_asks_for_the_password_again(
    alice: Person,
) -> None:
    home = Client()
    sign_in(home, alice)
    guess(Client(REMOTE_ADDR="198.51.100.1"), alice)
    answer = home.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302


def test_while_somebody_guesses_the_owner_signs_in_by_code_on_a_new_device(alice: Person) -> None:
    guess(Client(REMOTE_ADDR="198.51.100.1"), alice)
    new = Client()
    sign_in_by_code(new, alice.email)
    assert "_auth_user_id" in new.session


def test_a_known_device_guesses_no_more_often_than_others(alice: Person) -> None:
    home = Client()
    sign_in(home, alice)
    home.post("/accounts/logout/")
    guess(home, alice)
    assert not sign_in(home, alice)


def test_a_device_known_to_one_person_is_not_known_to_another(alice: Person, bob: Person) -> None:
    of_bob = Client()
    sign_in(of_bob, bob)
    of_bob.post("/accounts/logout/")
    guess(Client(), alice)
    assert not sign_in(of_bob, alice)


@pytest.mark.parametrize("cookie", ["", "made up", "W10:1vabc:def", "\u00b2"])
def test_a_forged_device_is_unknown(alice: Person, cookie: str) -> None:
    guess(Client(), alice)
    browser = Client()
    browser.cookies["device"] = cookie
    assert not sign_in(browser, alice)


@pytest.mark.parametrize("form", ["/accounts/login/code/", "/accounts/password/reset/"])
def test_one_network_cannot_use_up_the_codes_of_somebody_else(alice: Person, form: str) -> None:
    for number in range(12):
        with time_machine.travel(NOW + number * timedelta(minutes=5), tick=False):
            Client(REMOTE_ADDR=f"198.51.100.{number}").post(form, {"email": alice.email})
    before = AccountMail.objects.count()
    with time_machine.travel(NOW + timedelta(hours=1, minutes=1), tick=False):
        Client().post(form, {"email": alice.email})
    assert AccountMail.objects.count() == before + 1


@pytest.mark.parametrize("form", ["/accounts/login/code/", "/accounts/password/reset/"])
def test_not_even_many_networks_use_them_up_on_a_known_device_or_for_a_day(
    alice: Person, form: str
) -> None:
    home = Client()
    with time_machine.travel(NOW, tick=False):
        sign_in(home, alice)
        home.post("/accounts/logout/")
        for number in range(30):
            Client(REMOTE_ADDR=f"198.51.{number}.7").post(form, {"email": alice.email})
    used_up = AccountMail.objects.count()
    with time_machine.travel(NOW + timedelta(minutes=2), tick=False):
        home.post(form, {"email": alice.email})
        assert AccountMail.objects.count() == used_up + 1
    with time_machine.travel(NOW + timedelta(hours=6, minutes=1), tick=False):
        Client().post(form, {"email": alice.email})
        assert AccountMail.objects.count() == used_up + 2


def test_signing_up_is_as_much_work_for_an_address_that_is_known(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Passwords hashed, rows written and read, mails stored: what takes time."""
    Client().post("/accounts/signup/", {**SIGN_UP, "email": "warm@up.example", "name": "Warm Up"})
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    work = []
    for number, address in enumerate([ADDRESS, alice.email]):
        hashed.clear()
        before = AccountMail.objects.count()
        with CaptureQueriesContext(connection) as queries:
            Client().post(
                "/accounts/signup/",
                {**SIGN_UP, "email": address, "name": NAMES[number]},
            )
        writes = [one["sql"].split()[:3] for one in queries if one["sql"].startswith("INSERT")]
        work.append((len(hashed), AccountMail.objects.count() - before, sorted(writes)))
    assert work[0] == work[1]
    assert work[0][:2] == (1, 1)
    assert not Person.objects.filter(name=NAMES[1]).exists()


def sign_in(browser: Client, person: Person) -> bool:
    browser.post("/accounts/login/", {"login": person.email, "password": PASSWORD})
    return "_auth_user_id" in browser.session


def guess(browser: Client, person: Person) -> None:
    for _guess in range(8):
        browser.post("/accounts/login/", {"login": person.email, "password": "a guess"})


def name(number: int) -> str:
    """A name that looks like no other one."""
    return "Mallory " + "".join("abcdefghj"[int(digit) % 9] for digit in f"{number:o}")


def sign_in_by_code(browser: Client, address: str) -> None:
    browser.post("/accounts/login/code/", {"email": address})
    browser.post("/accounts/login/code/confirm/", {"code": code_in(account_mails()[-1])})
