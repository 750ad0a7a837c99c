"""The page of a finished game in a browser: tickets turned over, paths lit, with and without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.records import Ended

Open = Callable[..., Page]


@pytest.fixture
def game(transactional_db: None, ended: Ended, alice: Person, bob: Person) -> Game:
    """A game that Charlie's seat has won, and in which Alice has the longest path."""
    return ended("usa-3-final-round", alice, bob)


@pytest.fixture
def opened(browser: Browser, live_server: Any) -> Any:
    """Open the page of a game: `opened(game, alice, width=390, reduced_motion="reduce")`."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(game: Game, person: Person | None = None, width: int = 1280, **more: Any) -> Page:
        viewport = {"width": width, "height": 800}
        context = browser.new_context(base_url=live_server.url, viewport=viewport, **more)
        contexts.append(context)
        if person is not None:
            client = Client()
            client.force_login(person)
            cookie = client.cookies[settings.SESSION_COOKIE_NAME]
            context.add_cookies(
                [{"name": cookie.key, "value": cookie.value, "url": live_server.url}]
            )
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"/games/{game.code}/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def test_the_scores_come_first_and_the_tickets_are_turned_over_when_asked(
    opened: Open, game: Game, alice: Person
) -> None:
    page = opened(game, alice, reduced_motion="no-preference")
    expect(page.locator(".final")).to_be_in_viewport()
    expect(page.locator(".story-text")).to_be_visible()
    expect(page.locator(".face-down")).to_have_count(0)
    page.get_by_role("button", name="Turn them over one by one").click()
    expect(page.locator(".final")).to_be_hidden()
    expect(page.locator(".story-text")).to_be_hidden()
    expect(page.get_by_role("button", name="Show them all")).to_be_focused()
    assert page.locator(".face-down").count() > 5
    expect(page.locator(".face-down")).to_have_count(0, timeout=20_000)
    expect(page.locator(".final")).to_be_visible(timeout=5_000)
    expect(page.locator(".story-text")).to_be_visible()
    totals = page.locator(".running").all_text_contents()
    assert totals == page.locator(".final td.total").all_text_contents()


def test_they_can_be_skipped_and_asked_for_again(opened: Open, game: Game, alice: Person) -> None:
    page = opened(game, alice, reduced_motion="no-preference")
    page.get_by_role("button", name="Turn them over one by one").click()
    page.get_by_role("button", name="Show them all").click()
    expect(page.locator(".final")).to_be_visible()
    expect(page.locator(".face-down")).to_have_count(0)
    page.get_by_role("button", name="Turn them over one by one").click()
    expect(page.locator(".final")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".final")).to_be_visible()
    expect(page.get_by_role("button", name="Turn them over one by one")).to_be_focused()
    expect(page.get_by_role("button", name="Show them all")).to_be_hidden()


@pytest.mark.parametrize("who", ["a player without motion", "a spectator"])
def test_nothing_is_hidden_from(opened: Open, game: Game, alice: Person, who: str) -> None:
    person, motion = (None, "no-preference") if who == "a spectator" else (alice, "reduce")
    page = opened(game, person, reduced_motion=motion)
    expect(page.locator("html.scripted")).to_be_visible()
    expect(page.locator(".final")).to_be_visible()
    expect(page.locator(".face-down")).to_have_count(0)


def test_without_scripts_all_is_there_and_a_link_lights_a_path(
    opened: Open, game: Game, alice: Person
) -> None:
    page = opened(game, alice, java_script_enabled=False)
    expect(page.locator(".final")).to_be_visible()
    expect(page.locator("#all-tickets .ticket-score").first).to_be_visible()
    expect(page.get_by_role("button", name="Turn them over one by one")).to_be_hidden()
    expect(page.locator("#light-path-0")).to_be_visible()
    page.locator(".path-link", has_text="Bob").click()
    expect(page.locator("#light-path-1")).to_be_visible()
    expect(page.locator("#light-path-0")).to_be_hidden()
    assert "player=1" in page.url


@pytest.mark.parametrize("width", [1280, 390])
def test_a_press_on_a_player_lights_their_path_where_it_can_be_seen(
    opened: Open, game: Game, alice: Person, width: int
) -> None:
    page = opened(game, alice, width, reduced_motion="reduce")
    expect(page.locator("#light-path-0")).to_be_visible()
    page.locator(".path-link", has_text="Bob").click()
    expect(page.locator("#light-path-1")).to_be_visible()
    expect(page.locator("#light-path-0")).to_be_hidden()
    expect(page.locator("#board .board-frame")).to_be_in_viewport(ratio=0.3)
    assert "chosen" in (page.locator("[data-side=path-1]").get_attribute("class") or "")
    page.locator(".path-link", has_text="Bob").click()
    expect(page.locator("#light-path-1")).to_be_hidden()
    assert "player" not in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_the_page_has_no_fault_of_access(
    opened: Open,
    game: Game,
    alice: Person,
    violations: Callable[[Page], list[dict[str, Any]]],
    picture: Callable[[Page, str], Path],
    width: int,
    scheme: str,
) -> None:
    page = opened(game, alice, width, reduced_motion="reduce", color_scheme=scheme)
    page.locator("#luck summary").click()
    picture(page, f"ending-{width}-{scheme}")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
