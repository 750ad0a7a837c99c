"""Passkeys in a real browser, with an authenticator that exists in it alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import BrowserContext, Page

from games.people.models import Person
from tests.conftest import PASSWORD

Violations = Callable[[Page], Any]


@pytest.fixture
def site(live_server: Any, settings: Any) -> str:
    """The site at the address that its settings name."""
    settings.SITE_URL = live_server.url
    return str(live_server.url)


def add_authenticator(context: BrowserContext, page: Page) -> tuple[Any, str]:
    """Give a page an authenticator that asks nobody, like a phone that is unlocked."""
    devtools = context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    made = devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return devtools, made["authenticatorId"]


def sign_in(page: Page, person: Person, then: str = "/") -> None:
    page.goto(f"/accounts/login/?next={then}")
    page.get_by_label("Email address").fill(person.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def register(page: Page, person: Person, *, alone: bool = True) -> None:
    """Sign in with the password and add a passkey."""
    sign_in(page, person, "/accounts/2fa/webauthn/add/")
    page.wait_for_url("**/reauthenticate/**")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_url("**/webauthn/add/")
    page.get_by_label("Name").fill("My phone")
    page.get_by_label("Let me sign in with it alone").set_checked(alone)
    page.get_by_role("button", name="Add a passkey").click()
    page.wait_for_url("**/recovery-codes/**")


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")


def test_a_passkey_is_added_and_signs_in_alone(
    context: BrowserContext, page: Page, site: str, alice: Person, violations: Violations
) -> None:
    add_authenticator(context, page)
    register(page, alice)
    page.goto("/accounts/2fa/webauthn/")
    assert page.get_by_text("My phone").first.is_visible()
    assert violations(page) == []
    sign_out(page)
    page.goto("/accounts/login/")
    assert violations(page) == []
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{site}/")
    page.goto("/settings/devices/")
    assert page.get_by_text("this device", exact=True).is_visible()


def test_a_passkey_is_the_second_step_beside_recovery_codes(
    context: BrowserContext, page: Page, site: str, alice: Person, violations: Violations
) -> None:
    add_authenticator(context, page)
    register(page, alice, alone=False)
    sign_out(page)
    sign_in(page, alice)
    page.wait_for_url("**/2fa/authenticate/")
    assert violations(page) == []
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{site}/")
    sign_out(page)
    sign_in(page, alice)
    page.wait_for_url("**/2fa/authenticate/")
    codes = Authenticator.objects.get(user=alice, type="recovery_codes").wrap()
    page.get_by_label("Code").fill(codes.get_unused_codes()[0])
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"{site}/")


def test_a_passkey_is_renamed_and_removed(
    context: BrowserContext, page: Page, site: str, alice: Person
) -> None:
    add_authenticator(context, page)
    register(page, alice)
    page.goto("/accounts/2fa/webauthn/")
    page.get_by_role("link", name="Rename").click()
    page.get_by_label("Name").fill("Old phone")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Remove").click()
    page.get_by_role("button", name="Remove").click()
    page.wait_for_url("**/webauthn/")
    assert page.get_by_text("You have no passkey yet.").is_visible()
    assert not Authenticator.objects.filter(user=alice).exists()


def test_a_browser_without_the_passkey_says_so(
    context: BrowserContext, page: Page, site: str, alice: Person
) -> None:
    devtools, authenticator = add_authenticator(context, page)
    register(page, alice)
    sign_out(page)
    devtools.send("WebAuthn.clearCredentials", {"authenticatorId": authenticator})
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("That did not work.").wait_for()


def test_what_a_passkey_signed_for_another_origin_is_refused(
    context: BrowserContext, page: Page, site: str, settings: Any, alice: Person
) -> None:
    """The same host, but another port: a browser takes it for the same site, and we do not."""
    add_authenticator(context, page)
    register(page, alice)
    sign_out(page)
    settings.SITE_URL = f"http://{urlsplit(site).hostname}:1"
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("This passkey was not accepted.").wait_for()
    page.goto("/settings/")
    assert "/accounts/login/" in page.url
