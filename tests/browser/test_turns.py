"""A turn of every kind in a browser: by mouse, by keyboard, without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games import log
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import keep_all

Login = Callable[[Person], None]


@pytest.fixture
def table(page: Page, red_hand: Game, alice: Person, log_in: Login) -> Page:
    log_in(alice)
    page.goto(f"/games/{red_hand.code}/")
    return page


def cards(page: Page) -> Any:
    return page.locator("#bar")


def your_move(page: Page) -> Any:
    return page.locator("#your-move")


def told(page: Page) -> Any:
    return page.locator(".results")


def test_two_cards_from_the_deck(table: Page) -> None:
    cards(table).get_by_role("button", name="Deck").click()
    expect(told(table)).to_contain_text("You drew a card from the deck: orange.")
    expect(your_move(table).get_by_role("heading")).to_have_text("Your second card")
    cards(table).get_by_role("button", name="Deck").click()
    expect(told(table)).to_contain_text("You drew a card from the deck: purple.")
    expect(table.locator("#status")).to_contain_text("Waiting for Bob")


def test_a_face_up_card_and_no_locomotive_after_it(table: Page) -> None:
    cards(table).get_by_role("button", name="green").click()
    expect(told(table)).to_contain_text("You took a face-up card: green.")
    expect(cards(table).get_by_role("button", name="locomotive")).to_have_count(0)
    cards(table).get_by_role("button", name="white").first.click()
    expect(table.locator("#status")).to_contain_text("Waiting for Bob")


def test_a_face_up_locomotive_is_the_whole_turn(table: Page) -> None:
    cards(table).get_by_role("button", name="locomotive").click()
    expect(table.locator("#status")).to_contain_text("Waiting for Bob")


def test_a_claim_on_the_board(table: Page) -> None:
    table.get_by_role("link", name="Claim Atlanta to Nashville").click()
    expect(table.get_by_text("You pay 1 red and score 1 point.")).to_be_visible()
    table.get_by_role("button", name="Claim the route").click()
    expect(told(table)).to_contain_text("You claimed Atlanta – Nashville with 1 red: 1 point.")


def test_another_payment_is_chosen(table: Page) -> None:
    table.get_by_role("link", name="Claim Atlanta to Nashville").click()
    table.get_by_role("link", name="1 blue").click()
    table.get_by_role("button", name="Claim the route").click()
    expect(told(table)).to_contain_text("with 1 blue")


def test_drawing_tickets_and_keeping_one(table: Page) -> None:
    your_move(table).get_by_role("link", name="Draw tickets").click()
    table.get_by_role("button", name="Draw tickets").click()
    boxes = your_move(table).get_by_role("checkbox")
    expect(boxes).to_have_count(3)
    boxes.nth(1).check()
    table.get_by_role("button", name="Keep the chosen tickets").click()
    table.get_by_role("button", name="Keep these tickets").click()
    expect(told(table)).to_contain_text("You kept")
    expect(table.locator(".tickets .ticket")).to_have_count(4)


def test_the_first_tickets(
    page: Page, begin: Callable[..., Game], alice: Person, bob: Person, log_in: Login
) -> None:
    game = begin(alice, bob, board="japan")
    log_in(alice)
    page.goto(f"/games/{game.code}/")
    boxes = your_move(page).get_by_role("checkbox")
    expect(boxes).to_have_count(4)
    boxes.nth(0).check()
    page.get_by_role("button", name="Keep the chosen tickets").click()
    expect(page.get_by_role("alert")).to_contain_text("Keep at least 2 tickets.")
    boxes.nth(0).check()
    boxes.nth(3).check()
    page.get_by_role("button", name="Keep the chosen tickets").click()
    page.get_by_role("button", name="Keep these tickets").click()
    expect(page.locator("#status")).to_contain_text("Waiting for Bob")
    expect(page.locator(".players")).to_contain_text("has chosen")
    keep_all(game, 1)
    page.reload()
    expect(page.locator("#status")).to_contain_text("Your turn")


def test_a_typed_command(table: Page) -> None:
    box = table.get_by_label("Or type it")
    box.fill("claim atlanta to nashville: loco")
    box.press("Enter")
    expect(table.get_by_text("You pay 1 locomotive and score 1 point.")).to_be_visible()
    table.get_by_role("button", name="Claim the route").click()
    expect(told(table)).to_contain_text("with 1 locomotive")


def test_a_turn_by_keyboard_alone(table: Page) -> None:
    """Tab until the claim, Enter, Tab until the button, Enter; the focus is always to be seen."""
    tab_to(table, "Claim Atlanta to Nashville")
    table.keyboard.press("Enter")
    expect(table.get_by_text("You pay 1 red and score 1 point.")).to_be_visible()
    tab_to(table, "Claim the route")
    table.keyboard.press("Enter")
    expect(told(table)).to_contain_text("You claimed Atlanta – Nashville")


def tab_to(page: Page, name: str) -> None:
    focused = """() => {
        const e = document.activeElement, box = e.getBoundingClientRect();
        return {name: e.getAttribute('aria-label') || e.textContent.trim(),
                seen: e === document.body || (box.bottom > 0 && box.top < innerHeight)};
    }"""
    for _press in range(150):
        page.keyboard.press("Tab")
        found = page.evaluate(focused)
        assert found["seen"], found
        if found["name"].startswith(name):
            return
    pytest.fail(f"No Tab led to {name!r}.")


@pytest.fixture
def plain_page(browser: Browser, live_server: Any, red_hand: Game, alice: Person) -> Iterator[Page]:
    """A browser on a phone that runs no scripts, with Alice logged in."""
    from django.conf import settings
    from django.test import Client

    context = browser.new_context(
        base_url=live_server.url,
        java_script_enabled=False,
        viewport={"width": 320, "height": 640},
    )
    client = Client()
    client.force_login(alice)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"/games/{red_hand.code}/")
    yield page
    context.close()


def test_a_claim_from_the_table_of_routes_without_scripts(plain_page: Page, red_hand: Game) -> None:
    routes = plain_page.locator("#routes-now")
    routes.get_by_role("link", name="Claim Atlanta – Nashville").click()
    plain_page.get_by_role("button", name="Claim the route").click()
    expect(told(plain_page)).to_contain_text("You claimed Atlanta – Nashville")
    assert log.load(red_hand).owner == {"atlanta-nashville-gray": 0}


def test_a_draw_without_scripts(plain_page: Page) -> None:
    cards(plain_page).get_by_role("button", name="Deck").click()
    expect(told(plain_page)).to_contain_text("You drew a card from the deck: orange.")
