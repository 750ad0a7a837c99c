"""What one needs for a turn is in sight at once, on all boards, late in a full game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.people.models import Person
from games.tables.models import Game
from tests.browser.late_games import BOARDS, late_game
from tests.browser.test_game_page import Open, open_page
from tests.fixtures.games import Starter

__all__ = ["open_page"]

NAMES = ("Alice", "Bob", "Charlie", "Dana", "Erin", "Frank")


@pytest.fixture
def late(
    begin: Starter,
    people: Callable[[str], Person],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Game:
    return late_game(begin, [people(name) for name in NAMES], request.param, monkeypatch)


def box_of(found: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of an element in the window."""
    box = found.bounding_box()
    assert box is not None, found
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def hidden_parts(page: Page, selectors: str) -> list[str]:
    """The elements of these selectors that are not wholly in the window."""
    return page.evaluate(  # type: ignore[no-any-return]
        """selectors => [...document.querySelectorAll(selectors)].filter(part => {
            const box = part.getBoundingClientRect();
            return !box.width || box.left < 0 || box.top < 0
                || box.right > innerWidth || box.bottom > innerHeight;
        }).map(part => `${part.className}: ${part.textContent.trim().slice(0, 40)}`)""",
        selectors,
    )


def overlap(one: Locator, other: Locator) -> bool:
    left, top, right, bottom = box_of(one)
    x, y, end, foot = box_of(other)
    return left < end and x < right and top < foot and y < bottom


def test_ways_to_pay_are_above_the_button_that_pays(
    open_page: Open, red_hand: Game, alice: Person
) -> None:
    for width in (1280, 768, 390):
        page = open_page(alice, red_hand, width)
        page.goto(f"/games/{red_hand.code}/move/?do=claim&track=atlanta-nashville-gray")
        _left, _top, _right, bottom = box_of(page.locator(".payments"))
        assert bottom <= box_of(page.get_by_role("button", name="Claim the route"))[1]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_number_of_cards_in_the_deck_fits_on_the_smallest_phone(
    open_page: Open, red_hand: Game, alice: Person, language: str
) -> None:
    alice.language = language
    alice.save()
    page = open_page(alice, red_hand, 320)
    deck = page.locator(".bar .card-button").first
    expect(deck).to_contain_text(re.compile(r"\d{2,3}$"))
    assert deck.evaluate("button => button.scrollWidth - button.clientWidth") == 0


@pytest.mark.parametrize("late", BOARDS, indirect=True)
def test_board_cards_and_tickets_are_in_sight_without_scrolling(
    open_page: Open, late: Game
) -> None:
    alice = Person.objects.get(name="Alice")
    page = open_page(alice, late, 1280, reduced_motion="reduce")
    assert page.locator(".bar .hand .pile").count() >= 5
    assert page.locator("#tickets .ticket").count() >= 4
    assert page.locator(".face-up .card-button").count() >= 2
    shown = ".board-frame, #decision-title, .face-up li, .bar .pile, #tickets .ticket"
    assert hidden_parts(page, shown) == []
    _left, top, _right, bottom = box_of(page.locator(".board-scroll > svg"))
    assert bottom - top >= 500
    assert not overlap(page.locator(".zoom"), page.locator(".board-scroll > svg"))
    phone = open_page(alice, late, 390, reduced_motion="reduce")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert hidden_parts(phone, ".board-frame, #decision-title, .face-up li, .bar .pile") == []
    assert not overlap(phone.locator(".zoom"), phone.locator(".board-scroll > svg"))
