"""Stations on the board of a page: a click on a city, a phone, and what axe finds (M-4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games import log
from games.people.models import Person
from games.tables.models import Game
from tests.browser.conftest import Violations
from tests.browser.test_game_page import Open, open_page
from tests.fixtures.games import Starter, keep_all

__all__ = ["open_page"]


@pytest.fixture
def europe(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob, board="europe")
    keep_all(game, 0, 1)
    return game


def test_a_click_on_a_city_builds_a_station_after_a_preview(
    open_page: Open, europe: Game, alice: Person, violations: Callable[[Page], Violations]
) -> None:
    page = open_page(alice, europe)
    assert violations(page) == []
    page.get_by_role("link", name="Build a station in Wien").click()
    expect(page.get_by_text("a station takes no trains and scores nothing.")).to_be_visible()
    page.get_by_role("button", name="Build the station").click()
    expect(page.locator(".results")).to_contain_text("You built a station in Wien with 1")
    assert log.load(europe).stations[0] == ["wien"]
    assert page.locator("svg.board use[href='#nm-station-0']").count() >= 1


def test_a_click_on_a_city_lists_its_routes_beside_the_preview(
    open_page: Open, europe: Game, alice: Person
) -> None:
    page = open_page(alice, europe)
    page.get_by_role("link", name="Build a station in Wien").click()
    expect(page.get_by_text("a station takes no trains and scores nothing.")).to_be_visible()
    listed = page.locator(".candidates > :not(strong)")
    board = log.load(europe).board
    expect(listed).to_have_count(len(board.tracks_of_city["wien"]))
    expect(listed.first).to_contain_text("Wien")


def test_the_list_builds_one_on_a_narrow_phone(
    open_page: Open, europe: Game, alice: Person
) -> None:
    page = open_page(alice, europe, 320)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator("#station").select_option("london")
    page.get_by_role("button", name="Build", exact=True).click()
    expect(page.get_by_role("heading", name="Build a station in London")).to_be_visible()
