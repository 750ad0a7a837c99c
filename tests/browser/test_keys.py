"""Shortcut keys on the page of a game: they make no move and can be switched off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.people.models import Person
from games.tables.models import Game

Login = Callable[[Person], None]


@pytest.fixture
def table(page: Page, red_hand: Game, alice: Person, log_in: Login) -> Page:
    log_in(alice)
    page.goto(f"/games/{red_hand.code}/")
    return page


def focused(page: Page) -> Any:
    return page.locator(":focus")


def test_a_key_leads_to_a_card_and_enter_takes_it(table: Page, red_hand: Game) -> None:
    version = red_hand.version
    table.keyboard.press("2")
    expect(focused(table)).to_have_attribute("data-key", "2")
    table.keyboard.press("d")
    expect(focused(table)).to_contain_text("Deck")
    red_hand.refresh_from_db()
    assert red_hand.version == version
    table.keyboard.press("Enter")
    expect(table.locator(".results")).to_contain_text("You drew a card from the deck")
    table.keyboard.press("m")
    expect(focused(table)).to_contain_text("Your second card")


def test_who_confirms_each_draw_is_asked_after_a_key_as_well(
    table: Page, red_hand: Game, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(confirm_draws=True)
    version = red_hand.version
    table.reload()
    table.keyboard.press("d")
    table.keyboard.press("Enter")
    expect(table.locator("#your-move")).to_contain_text("Your move, not made yet")
    red_hand.refresh_from_db()
    assert red_hand.version == version


def test_keys_do_nothing_in_a_field_or_with_a_modifier(table: Page) -> None:
    table.keyboard.press("c")
    expect(focused(table)).to_have_id("command")
    table.keyboard.type("d1?s")
    expect(table.locator("#command")).to_have_value("d1?s")
    expect(table.locator("#keys")).to_be_hidden()
    table.locator("h1").click()
    for keys in ("Control+s", "Alt+d", "Shift+M", "x"):
        table.keyboard.press(keys)
        assert table.evaluate("document.activeElement.id") == "main"
    table.keyboard.press("s")
    expect(focused(table)).to_have_id("say")
    expect(table.locator("#say")).to_have_value("")


def test_the_list_opens_by_key_and_button_and_switches_the_keys_off(
    table: Page, violations: Callable[[Page], Any], picture: Callable[[Page, str], Path]
) -> None:
    keys = table.locator("#keys")
    expect(keys).to_be_hidden()
    table.keyboard.press("?")
    expect(keys).to_be_visible()
    assert not violations(table)
    picture(table, "keys-1280")
    keys.get_by_label("Use these keys in this browser").uncheck()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()
    for _visit in range(2):
        for key in ("?", "d"):
            table.keyboard.press(key)
        expect(keys).to_be_hidden()
        assert not table.locator("[data-key=d]:focus").count()
        table.reload()
    table.get_by_role("button", name="Shortcut keys").click()
    keys.get_by_label("Use these keys in this browser").check()
    table.keyboard.press("Escape")
    table.keyboard.press("d")
    expect(focused(table)).to_have_attribute("data-key", "d")


def test_the_list_fits_a_narrow_phone(table: Page) -> None:
    table.set_viewport_size({"width": 320, "height": 640})
    table.get_by_role("button", name="Shortcut keys").click()
    box = table.locator("#keys").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert table.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_key_opens_the_next_game(
    table: Page, begin: Callable[..., Game], alice: Person, bob: Person
) -> None:
    other = begin(alice, bob)
    for _draw in range(2):
        table.keyboard.press("d")
        table.keyboard.press("Enter")
        table.wait_for_load_state("networkidle")
    expect(table.locator("#status")).to_contain_text("Waiting for Bob")
    table.keyboard.press("n")
    table.wait_for_url(f"**/games/{other.code}/")


def test_spectators_have_no_keys(
    page: Page, red_hand: Game, charlie: Person, log_in: Login
) -> None:
    log_in(charlie)
    page.goto(f"/games/{red_hand.code}/")
    expect(page.locator("#keys")).to_have_count(0)
