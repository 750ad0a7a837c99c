"""Signing in leads back to the address that somebody came for, in whatever way they sign in."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from games.notifications.mail.delivery import deliver_account_mails
from games.people.models import Person
from games.tables.models import Game
from tests.conftest import CODE, PASSWORD
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import text_of


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    Game.objects.filter(pk=game.pk).update(public=False)
    return game


@pytest.fixture
def here(game: Game) -> str:
    return f"/games/{game.code}/"


def links(client: Client, path: str) -> list[str]:
    """The links of a page that lead to the pages of accounts."""
    page = client.get(path).content.decode()
    return re.findall(r'href="(/accounts/[^"]*)"', page.split("<main")[1])


def link_to(client: Client, path: str, where: str) -> str:
    return next(one for one in links(client, path) if one.startswith(where))


def form_at(client: Client, path: str) -> dict[str, str]:
    """The hidden fields of the first form of a page, as a browser sends them."""
    page = client.get(path).content.decode().split("<main")[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def last_mail() -> str:
    deliver_account_mails(now=NOW)
    return text_of(mail.outbox[-1].message())


def code_in_mail() -> str:
    found = CODE.search(last_mail())
    assert found is not None
    return found[1]


def test_by_password(here: str, alice: Person, client: Client) -> None:
    path = link_to(client, here, "/accounts/login/?")
    form = {**form_at(client, path), "login": alice.email, "password": PASSWORD}
    answer = client.post("/accounts/login/", form)
    assert answer["Location"] == here


def test_by_password_at_the_second_try(here: str, alice: Person, client: Client) -> None:
    path = link_to(client, here, "/accounts/login/?")
    form = {**form_at(client, path), "login": alice.email, "password": "wrong"}
    page = client.post("/accounts/login/", form).content.decode()
    assert f'name="next" value="{here}"' in page


@pytest.mark.parametrize("way", ["at once", "from the page of passwords", "after a wrong code"])
def test_by_code(here: str, alice: Person, client: Client, way: str) -> None:
    path = here
    if way == "from the page of passwords":
        path = link_to(client, here, "/accounts/login/?")
    path = link_to(client, path, "/accounts/login/code/?")
    form = {**form_at(client, path), "email": alice.email}
    path = client.post("/accounts/login/code/", form)["Location"]
    if way == "after a wrong code":
        wrong = {**form_at(client, path), "code": "WRONG1"}
        page = client.post("/accounts/login/code/confirm/", wrong).content.decode()
        assert f'name="next" value="{here}"' in page
    form = form_at(client, path)
    assert form["next"] == here
    answer = client.post("/accounts/login/code/confirm/", {**form, "code": code_in_mail()})
    assert answer["Location"] == here


def test_the_form_for_a_passkey_keeps_it(here: str, client: Client) -> None:
    path = link_to(client, here, "/accounts/login/?")
    page = client.get(path).content.decode()
    form = page[page.index('id="mfa_login"') :]
    assert f'name="next" value="{here}"' in form[: form.index("</form>")]
    answer = client.post("/accounts/2fa/webauthn/login/", {"credential": "{}", "next": here})
    assert unquote(answer["Location"]) == f"/accounts/login/?next={here}"


def sign_up(client: Client, here: str) -> str:
    """Sign up as somebody new; the path of the link in the mail that proves the address."""
    path = link_to(client, here, "/accounts/signup/?")
    form = {
        **form_at(client, path),
        "email": "nina@example.org",
        "name": "Nina",
        "password1": PASSWORD,
    }
    client.post("/accounts/signup/", form)
    found = re.search(r"https?://[^/]+(/accounts/confirm-email/\S+)", last_mail())
    assert found is not None
    return found[1]


def test_by_signing_up(here: str, client: Client) -> None:
    path = sign_up(client, here)
    answer = client.post(path, form_at(client, path))
    assert EmailAddress.objects.get(email="nina@example.org").verified
    assert answer["Location"] == here


def test_by_signing_up_and_proving_the_address_in_another_browser(here: str, client) -> None:
    path = sign_up(client, here)
    other = Client()
    answer = other.post(path, form_at(other, path))
    assert answer["Location"] == here
    assert f"/accounts/login/?next={here}" in links(other, here)


def test_the_links_of_the_head_keep_it(begin: Starter, alice, bob, client: Client) -> None:
    game = begin(alice, bob)
    page = client.get(f"/games/{game.code}/").content.decode().split("<main")[0]
    assert f'href="/accounts/login/?next=/games/{game.code}/"' in page
    assert f'href="/accounts/signup/?next=/games/{game.code}/"' in page


def test_no_address_of_another_site_is_kept(client: Client, alice: Person) -> None:
    form = {"login": alice.email, "password": PASSWORD, "next": "https://example.net/"}
    assert client.post("/accounts/login/", form)["Location"] == "/"
    failed = {"credential": "{}", "next": "https://example.net/"}
    answer = Client().post("/accounts/2fa/webauthn/login/", failed)
    assert answer["Location"] == "/accounts/login/"
