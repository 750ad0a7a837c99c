from __future__ import annotations

from collections.abc import Callable
from email.mime.image import MIMEImage
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from playwright.sync_api import Page

from games.people.models import Person
from tests.conftest import PASSWORD

PAGES = {
    "settings": "/settings/",
    "notices": "/settings/notices/",
    "webhook": "/settings/webhook/",
    "calendar": "/settings/calendar/",
    "address": "/accounts/email/",
    "password": "/accounts/password/change/",
    "two-step": "/accounts/2fa/",
    "sign-out": "/accounts/logout/",
}

LogIn = Callable[[Person], None]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [320, 1280])
def test_an_account_page_keeps_to_wcag_and_fits(
    page: Page,
    log_in: LogIn,
    alice: Person,
    violations: Callable[[Page], Any],
    picture: Callable[..., Any],
    name: str,
    width: int,
) -> None:
    log_in(alice)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(PAGES[name])
    picture(page, f"account-{name}-{width}")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_person_signs_in_and_switches_to_dutch_with_the_keyboard_alone(
    page: Page, alice: Person
) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Email address").focus()
    page.keyboard.type(alice.email)
    for _link in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == "password":
            break
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/")
    dutch = page.get_by_role("button", name="Nederlands")
    dutch.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("html[lang=nl]")
    assert page.get_by_role("link", name="Instellingen van Alice").is_visible()


def test_two_step_sign_in_can_be_set_up(
    page: Page, alice: Person, violations: Callable[[Page], Any]
) -> None:
    page.goto("/accounts/login/?next=/accounts/2fa/totp/activate/")
    page.get_by_label("Email address").fill(alice.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    # A person who sits down at an open browser must not change how its owner signs in.
    page.wait_for_url("**/reauthenticate/**")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_url("**/activate/")
    code = page.locator("img[src^='data:image/svg']")
    assert code.evaluate("image => image.naturalWidth") > 0
    assert violations(page) == []


def test_every_control_is_large_enough_for_a_finger(
    page: Page, log_in: LogIn, alice: Person
) -> None:
    log_in(alice)
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto("/settings/")
    page.get_by_role("button", name="Menu").click()
    small = page.evaluate(
        """[...document.querySelectorAll("button, input:not([type=hidden]), select, nav a")]
        .filter(control => !control.classList.contains("skip-link"))
        .map(control => [control.outerHTML.slice(0, 80), control.getBoundingClientRect()])
        .filter(([_, box]) => box.width < 24 || box.height < 24)
        .map(([html, _]) => html)"""
    )
    assert small == []


def test_a_mail_shows_its_picture_inside_its_sandbox(page: Page, db: None) -> None:
    mail = EmailMultiAlternatives("Your turn", "Draw.", "site@example.org", ["a@example.org"])
    mail.mixed_subtype = "related"
    mail.attach_alternative(
        '<p style="color:green">Draw</p><img id="board" src="cid:board" alt="Board">', "text/html"
    )
    board = MIMEImage((Path(settings.BASE_DIR) / "static" / "logo.svg").read_bytes(), "svg+xml")
    board.add_header("Content-ID", "<board>")
    mail.attach(board)
    get_connection("games.notifications.mailbox.backend.MailboxBackend").send_messages([mail])
    page.goto("/mailbox/")
    page.get_by_role("link", name="Your turn", exact=True).click()
    picture = page.frame_locator("iframe").locator("#board")
    picture.wait_for()
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0")
