"""The pages of games as people with other eyes, fingers and screens meet them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import engine
from engine.bots import choose_action
from games import log
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, act

Login = Callable[[Person], None]
PAGES = {
    "home": "/",
    "lobby": "/lobby/",
    "create": "/lobby/new/",
    "join": "/games/{open}/join/",
    "table": "/games/{running}/",
    "move": "/games/{running}/move/?do=tickets",
    "refused": "/games/{running}/move/?text=dance",
    "setup": "/games/{setup}/",
    "log": "/games/{running}/log/",
    "talk": "/games/{running}/talk/",
    "order": "/games/{setup}/order/?text=draw+blind,+draw+blind",
    "over": "/games/{over}/",
    "replay": "/games/{running}/replay/",
    "replay-over": "/games/{over}/replay/?at=60",
    "board-japan": "/boards/japan/",
    "board-usa": "/boards/usa/",
    "rules": "/rules/",
}


def play(game: Game, *, turns: int) -> None:
    dice = random.Random(7)
    while (state := log.load(game)).outcome is None:
        if state.turn >= turns and state.pending.get(0) == "turn":
            return
        seat = next(iter(state.pending))
        act(game, seat, choose_action("planner", engine.view(state, seat), dice))


@pytest.fixture
def addresses(
    begin: Callable[..., Game], alice: Person, bob: Person, charlie: Person, log_in: Login
) -> dict[str, str]:
    """The pages of a player with a game of each kind."""
    codes = {
        "open": create_game(organiser=bob, options=GameOptions(board="usa", seats=4), now=NOW).code,
        "running": begin(alice, bob, charlie, board="japan").code,
        "setup": begin(alice, bob, board="japan").code,
        "over": begin(alice, bob, board="japan").code,
    }
    create_game(organiser=alice, options=GameOptions(board="japan", seats=3, public=False), now=NOW)
    play(Game.objects.get(code=codes["running"]), turns=25)
    play(Game.objects.get(code=codes["over"]), turns=999)
    log_in(alice)
    return {name: address.format(**codes) for name, address in PAGES.items()}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_keep_to_wcag(
    page: Page,
    addresses: dict[str, str],
    violations: Callable[[Page], Any],
    picture: Callable[..., Any],
    scheme: Any,
) -> None:
    page.emulate_media(color_scheme=scheme)
    for name, address in addresses.items():
        page.goto(address)
        picture(page, f"{name}-{scheme}")
        assert violations(page) == [], name


def test_the_pages_fit_a_phone_of_320_pixels(
    page: Page, addresses: dict[str, str], picture: Callable[..., Any]
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    for name, address in addresses.items():
        page.goto(address)
        picture(page, f"{name}-320")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, name


def test_the_board_scrolls_in_a_region_of_its_own(page: Page, addresses: dict[str, str]) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(addresses["table"])
    region = page.get_by_role("region", name="Picture of the board")
    expect(region).to_have_attribute("tabindex", "0")
    assert region.evaluate("e => e.scrollWidth <= e.clientWidth")
    page.get_by_role("button", name="Larger map").click()
    assert region.evaluate("e => e.scrollWidth > e.clientWidth")


def test_the_board_can_be_made_larger_for_thumbs(page: Page, addresses: dict[str, str]) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(addresses["board-usa"])
    board = page.locator(".board-scroll > svg")
    before = board.evaluate("e => e.getBoundingClientRect().width")
    page.get_by_label("Larger map").check()
    after = board.evaluate("e => e.getBoundingClientRect().width")
    assert after > 1.5 * before
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("width", [320, 1280])
def test_everything_to_press_is_large_enough(
    page: Page, addresses: dict[str, str], width: int
) -> None:
    """24 by 24 CSS pixels, except links within a sentence (WCAG 2.5.8)."""
    page.set_viewport_size({"width": width, "height": 800})
    small = """() => [...document.querySelectorAll('main button, main summary, main input, main a')]
        .filter(e => e.getClientRects().length && !e.closest('p, li, svg'))
        .map(e => [e.textContent.trim() || e.name, e.getBoundingClientRect()])
        .filter(([_, box]) => box.width < 24 || box.height < 24)
        .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""
    for name in ("home", "lobby", "create", "table", "move", "setup", "over"):
        page.goto(addresses[name])
        assert page.evaluate(small) == [], name


def test_the_table_can_be_heard(page: Page, addresses: dict[str, str]) -> None:
    page.goto(addresses["table"])
    headings = page.get_by_role("heading").all_text_contents()
    assert any(heading.startswith("Your turn") for heading in headings)
    for name in ("Your turn", "Board", "Players", "What happened", "Routes"):
        expect(page.get_by_role("region", name=name).first).to_be_attached()
    link = page.locator("svg a").first
    assert link.get_attribute("aria-label").startswith("Claim ")


def test_a_table_prints_on_paper(
    page: Page, addresses: dict[str, str], picture: Callable[..., Any]
) -> None:
    page.emulate_media(media="print")
    page.goto(addresses["table"])
    picture(page, "table-print")
    expect(page.get_by_label("Or type it")).to_be_hidden()


def test_forced_colours_leave_everything_to_be_seen(
    page: Page, addresses: dict[str, str], picture: Callable[..., Any]
) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(addresses["table"])
    picture(page, "table-forced-colours")
    border = page.locator(".card-button").first.evaluate("e => getComputedStyle(e).borderStyle")
    assert border == "solid"
