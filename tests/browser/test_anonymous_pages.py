from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

PAGES = {
    "landing": "/",
    "boards": "/boards/",
    "board": "/boards/lantern-island/",
    "fair-play": "/fair-play/",
    "login": "/accounts/login/",
    "signup": "/accounts/signup/",
    "code": "/accounts/login/code/",
    "reset": "/accounts/password/reset/",
    "lost": "/no/such/station/",
    "mailbox": "/mailbox/",
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_keeps_to_wcag(
    page: Page,
    violations: Callable[[Page], Any],
    picture: Callable[..., Any],
    name: str,
    scheme: Any,
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(PAGES[name])
    picture(page, f"{name}-{scheme}")
    assert violations(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_a_phone_of_320_pixels(
    page: Page, picture: Callable[..., Any], name: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(PAGES[name])
    picture(page, f"{name}-320")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
