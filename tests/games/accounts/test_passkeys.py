"""Passkeys: what is refused before any signature is looked at. Signatures are in tests/browser."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.test import Client

from games.accounts.passkeys import MFAAdapter, check_origin
from games.people.models import Person
from tests.conftest import PASSWORD
from tests.fixtures.pages import Browse


def credential(origin: str) -> dict[str, Any]:
    """The answer of a passkey, as far as the origin is asked for."""
    data = json.dumps({"type": "webauthn.get", "challenge": "AAAA", "origin": origin}).encode()
    client_data = base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    return {"id": "AAAA", "response": {"clientDataJSON": client_data}}


def test_only_the_origin_of_the_settings_is_accepted(settings: Any) -> None:
    settings.SITE_URL = "https://trains.example.org"
    check_origin(credential("https://trains.example.org"))
    for other in (
        "http://trains.example.org",
        "https://trains.example.org:8443",
        "https://evil.trains.example.org",
        "https://trains.example.org.evil.com",
        "https://example.org",
        "",
    ):
        with pytest.raises(ValidationError):
            check_origin(credential(other))


@pytest.mark.parametrize(
    "broken",
    [
        {}, [], "x", 7, {"response": {}}, {"response": {"clientDataJSON": 7}},
        {"response": {"clientDataJSON": "!!"}}, {"response": {"clientDataJSON": "W10"}},
    ],
)  # fmt: skip
def test_what_no_browser_sends_is_refused_with_a_sentence(db: None, broken: object) -> None:
    with pytest.raises(ValidationError, match="not accepted"):
        check_origin(broken)
    form = {"credential": json.dumps(broken)}
    answer = Client().post("/accounts/2fa/webauthn/login/", form, follow=True)
    assert answer.status_code == 200
    assert not answer.wsgi_request.user.is_authenticated


def test_the_site_of_a_passkey_is_that_of_the_settings_whatever_host_is_asked(
    settings: Any,
) -> None:
    settings.SITE_URL = "https://trains.example.org"
    settings.ALLOWED_HOSTS = ["*"]
    assert MFAAdapter().get_public_key_credential_rp_entity()["id"] == "trains.example.org"


def test_adding_a_passkey_asks_for_the_password_again(browse: Browse, alice: Person) -> None:
    answer = browse(alice).get("/accounts/2fa/webauthn/add/")
    assert "/reauthenticate/" in answer.headers["Location"]


def test_nobody_sees_or_removes_the_passkey_of_another(
    browse: Browse, alice: Person, bob: Person
) -> None:
    theirs = Authenticator.objects.create(user=alice, type="webauthn", data={"name": "Mine"})
    client = Client()
    client.post("/accounts/login/", {"login": bob.email, "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert "Mine" not in client.get("/accounts/2fa/webauthn/").content.decode()
    for path in ("edit", "remove"):
        url = f"/accounts/2fa/webauthn/keys/{theirs.pk}/{path}/"
        assert client.post(url, {"name": "x"}).status_code == 404
    assert Authenticator.objects.filter(pk=theirs.pk).exists()


def test_sign_in_works_without_scripts_and_offers_no_passkey_then(db: None) -> None:
    page = Client().get("/accounts/login/").content.decode()
    button = page[page.index('id="passkey_login"') :]
    assert " hidden>" in button[: button.index("</button>")]
    assert "<script>" not in page
