"""An animation appears on the page that waits for it, and a secret link is opened by a stranger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.timezone import now
from playwright.sync_api import Browser, Page, expect

from games.common.work import ANIMATIONS
from games.notifications.leases import make_row
from games.people.models import Person
from games.tables.models import Game

Violations = Callable[[Page], list[Any]]


def test_the_page_shows_an_animation_once_it_is_ready_without_being_loaded_again(
    page: Page, played: Game, charlie: Person, log_in: Callable[..., None], axe: Violations
) -> None:
    log_in(charlie)
    page.goto(f"/games/{played.code}/")
    page.get_by_role("link", name="Share this game").click()
    page.get_by_role("button", name="Make the animation").click()
    expect(page.locator("#animation")).to_contain_text("Waiting for its turn")
    assert axe(page) == []
    page.evaluate("window.sameDocument = true")
    assert make_row(ANIMATIONS, pk=played.pk, now=now())
    expect(page.get_by_role("link", name="Download the animation")).to_be_visible(timeout=20_000)
    assert page.evaluate("window.sameDocument")
    picture = page.locator("#animation img")
    expect(picture).to_be_visible()
    assert picture.evaluate("it => it.decode().then(() => it.naturalWidth)") == 1200
    assert axe(page) == []


def test_a_stranger_opens_a_secret_link_until_it_is_revoked(
    page: Page,
    played_private: Game,
    alice: Person,
    log_in: Callable[..., None],
    browser: Browser,
    live_server: Any,
    axe: Violations,
) -> None:
    log_in(alice)
    page.goto(f"/games/{played_private.code}/share/")
    page.get_by_role("button", name="Make a secret link").click()
    address = page.locator("code.invitation").inner_text()
    path = address.removeprefix("http://127.0.0.1:8000")
    context = browser.new_context(base_url=live_server.url, viewport={"width": 360, "height": 740})
    stranger = context.new_page()
    stranger.goto(path)
    expect(stranger.get_by_role("heading", name="Final scores")).to_be_visible()
    assert stranger.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe(stranger) == []
    # The forms of the page are accepted, though no address is passed on.
    stranger.get_by_role("button", name="Nederlands").click()
    expect(stranger.get_by_role("heading", name="Bord")).to_have_count(1)
    page.get_by_role("button", name="Revoke the link").click()
    expect(page.get_by_role("button", name="Make a secret link")).to_be_visible()
    answer = stranger.goto(path)
    assert answer is not None
    assert answer.status == 404
    context.close()
