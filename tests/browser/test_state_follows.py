"""What waits for the reader follows the games without a reload: lists, number, title, next game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine.actions import Draw
from engine.cards import BLIND
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.tables.models import Game
from tests.browser.test_game_page import CLAIM
from tests.fixtures.games import NOW, Starter, act, keep_all


@pytest.fixture
def open_as(page: Page, log_in: Callable[[Person], None]) -> Callable[[Person, str], Page]:
    def open_as(person: Person, path: str) -> Page:
        log_in(person)
        page.goto(path)
        page.evaluate("window.sameDocument = true")
        return page

    return open_as


def number_of(page: Page) -> str:
    return page.locator("#site-nav [data-count]").inner_text().strip()


def test_the_list_of_games_follows_the_moves_of_others(
    open_as: Callable[[Person, str], Page], red_hand: Game, bob: Person
) -> None:
    page = open_as(bob, "/")
    expect(page.get_by_text("No game is waiting for you.")).to_be_visible()
    act(red_hand, 0, CLAIM)
    expect(page.locator("main .card-panel-lamp")).to_have_count(1, timeout=15_000)
    expect(page.get_by_role("link", name="Next: USA")).to_be_visible()
    expect(page).to_have_title("(1) Your turn · Night Mail")
    assert number_of(page) == "1"
    assert page.locator("link[rel=icon]").get_attribute("href") == "/icon/1.svg"
    assert page.evaluate("window.sameDocument")


def test_the_lobby_shows_a_table_that_somebody_opens(
    open_as: Callable[[Person, str], Page], alice: Person, bob: Person
) -> None:
    page = open_as(bob, "/lobby/")
    create_game(organiser=alice, options=GameOptions(board="india", seats=2), now=NOW)
    expect(page.locator(".game-line", has_text="Alice")).to_have_count(1, timeout=15_000)
    assert page.evaluate("window.sameDocument")


def test_what_is_being_pressed_stays_until_the_finger_is_lifted(
    open_as: Callable[[Person, str], Page], alice: Person, bob: Person
) -> None:
    page = open_as(bob, "/lobby/")
    page.get_by_role("link", name="Open a table").hover()
    page.mouse.down()
    with page.expect_response("**/lobby/", timeout=15_000):
        create_game(organiser=alice, options=GameOptions(board="india", seats=2), now=NOW)
    page.wait_for_timeout(500)
    page.mouse.up()
    page.wait_for_url("**/lobby/new/**")


def test_what_was_typed_stays_when_the_list_is_renewed(
    open_as: Callable[[Person, str], Page], alice: Person, bob: Person
) -> None:
    create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=NOW)
    page = open_as(alice, "/lobby/")
    page.locator("summary", has_text="Invite by email").click()
    address = page.get_by_label("Email address to invite")
    address.fill("charlie@example.org")
    page.get_by_role("heading", level=1).click()
    create_game(organiser=bob, options=GameOptions(board="india", seats=2), now=NOW)
    expect(page.locator(".game-line", has_text="Bob")).to_have_count(1, timeout=15_000)
    expect(address).to_be_visible()
    expect(address).to_have_value("charlie@example.org")
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.locator(".invited-address")).to_have_text("charlie@example.org")


def test_a_link_can_still_be_copied_once_the_list_was_renewed(
    open_as: Callable[[Person, str], Page], alice: Person, bob: Person
) -> None:
    create_game(organiser=alice, options=GameOptions(board="usa", seats=2, public=False), now=NOW)
    page = open_as(alice, "/lobby/")
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    create_game(organiser=bob, options=GameOptions(board="india", seats=2), now=NOW)
    expect(page.locator(".game-line", has_text="Bob")).to_have_count(1, timeout=15_000)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".link-tools [role=status]")).not_to_be_empty()
    assert page.evaluate("window.sameDocument")


def test_the_page_of_a_game_offers_another_that_begins_to_wait(
    open_as: Callable[[Person, str], Page],
    red_hand: Game,
    begin: Starter,
    alice: Person,
    bob: Person,
) -> None:
    other = begin(alice, bob, board="japan")
    keep_all(other, 0, 1)
    page = open_as(bob, f"/games/{red_hand.code}/")
    expect(page.get_by_role("link", name="Next game waiting")).to_have_count(0)
    act(other, 0, Draw(BLIND), Draw(BLIND))
    expect(page.get_by_role("link", name="Next game waiting: Japan")).to_be_visible(timeout=15_000)
    expect(page).to_have_title(f"(1) USA {red_hand.code} · Night Mail")
    assert number_of(page) == "1"
    assert page.evaluate("window.sameDocument")
    act(red_hand, 0, CLAIM)
    expect(page.locator("#decision-title")).to_have_text("Your turn", timeout=15_000)
    assert number_of(page) == "2"
