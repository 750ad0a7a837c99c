from __future__ import annotations

from django.test import Client

from games.people.models import Person
from tests.conftest import PASSWORD, account_mails, code_in


def test_a_person_signs_in_with_address_and_password(client: Client, alice: Person) -> None:
    client.post("/accounts/login/", {"login": "ALICE@example.org", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_a_person_signs_in_with_a_code_from_a_mail(client: Client, alice: Person) -> None:
    client.post("/accounts/login/code/", {"email": alice.email})
    (message,) = account_mails()
    client.post("/accounts/login/code/confirm/", {"code": code_in(message)})
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_guessing_passwords_is_slowed_down(client: Client, alice: Person) -> None:
    for _guess in range(6):
        client.post("/accounts/login/", {"login": alice.email, "password": "a guess"})
    client.post("/accounts/login/", {"login": alice.email, "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_signing_out_takes_a_post(client: Client, alice: Person) -> None:
    client.force_login(alice)
    client.get("/accounts/logout/")
    assert "_auth_user_id" in client.session
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_every_account_page_looks_like_the_site(client: Client, alice: Person) -> None:
    for path in ["login/", "signup/", "login/code/", "password/reset/"]:
        assert "site-head" in client.get(f"/accounts/{path}").content.decode(), path
    client.force_login(alice)
    for path in ["email/", "logout/", "2fa/", "reauthenticate/"]:
        assert "site-head" in client.get(f"/accounts/{path}").content.decode(), path
