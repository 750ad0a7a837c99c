"""Every tap is answered, and nothing is covered or cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.actions import DrawTickets
from games.people.models import Person
from games.tables.models import Game
from tests.browser.test_game_page import Open, open_page
from tests.browser.test_one_sight import overlap
from tests.fixtures.finished import play_on
from tests.fixtures.games import Starter, act

__all__ = ["open_page"]


def press_route(page: Page, track: str) -> None:
    page.locator(f'[data-track="{track}"] use').first.click()


def test_a_route_that_cannot_be_paid_says_what_is_missing(
    open_page: Open, red_hand: Game, alice: Person
) -> None:
    page = open_page(alice, red_hand)
    press_route(page, "portland-salt-lake-city-blue")
    expect(page.locator("#error")).to_have_text("6 blue: you have 1, and 1 locomotive.")
    page.goto(f"/games/{red_hand.code}/move/?do=claim&track=miami-new-orleans-red")
    expect(page.locator("#error")).to_have_text("6 red: you have 2, and 1 locomotive.")


def test_a_route_says_its_name_to_others(open_page: Open, red_hand: Game, bob: Person) -> None:
    page = open_page(bob, red_hand)
    press_route(page, "portland-salt-lake-city-blue")
    expect(page.locator(".candidates")).to_contain_text("Portland – Salt Lake City")
    page.keyboard.press("Escape")
    expect(page.locator(".candidates")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_city_lists_its_routes(
    open_page: Open, red_hand: Game, alice: Person, width: int
) -> None:
    page = open_page(alice, red_hand, width)
    city = page.locator('.city[data-city="Miami"]')
    city.tap() if width < 700 else city.click()
    listed = page.locator(".candidates > :not(strong)")
    expect(listed).to_have_count(3)
    assert sorted(listed.all_inner_texts()) == [
        "Atlanta – Miami: 5 · blue",
        "Charleston – Miami: 4 · purple",
        "Miami – New Orleans: 6 · red",
    ]


def test_the_button_of_a_choice_of_tickets_covers_none(
    open_page: Open, red_hand: Game, alice: Person
) -> None:
    act(red_hand, 0, DrawTickets())
    page = open_page(alice, red_hand, 390)
    button = page.get_by_role("button", name="Keep the chosen tickets")
    for down in range(0, 400, 100):
        page.evaluate("down => scrollTo(0, down)", down)
        for ticket in page.locator(".ticket-choice").all():
            assert not overlap(button, ticket)


def test_show_me_scrolls_to_what_a_lesson_shows(page: Page, live_server: object) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/learn/")
    page.locator("form[action*='/learn/'] button.button").first.click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    link = page.get_by_role("link", name="Show me")
    shown = page.locator(link.get_attribute("href") or "")
    for _press in range(2):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        link.evaluate("link => link.click()")
        expect(shown).to_be_in_viewport()


def test_charts_fit_the_narrowest_phone(
    open_page: Open, begin: Starter, alice: Person, bob: Person
) -> None:
    game = play_on(begin(alice, bob, board="lantern-island"))
    page = open_page(alice, game, 320)
    for path in ("", "replay/"):
        page.goto(f"/games/{game.code}/{path}")
        charts = page.locator("svg.chart").all()
        assert charts
        for chart in charts:
            box = chart.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 320
