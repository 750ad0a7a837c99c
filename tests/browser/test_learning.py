"""A newcomer without an account: the first move, and a game with lessons on each board by phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import engine

PHONE = {"width": 390, "height": 844}
MAX_PRESSES = 4
MAX_WORDS = {390: 200, 1280: 220}
"""By width: on a desk the cards and tickets are in sight as well."""
MAX_STEPS = 150

# The words in the content of a page that a reader sees without scrolling; labels of the map are no
# text to read.
WORDS_IN_SIGHT = """() => {
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    let words = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const holder = node.parentElement;
        if (holder.closest('svg, script, style, .visually-hidden')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (!box.width || box.bottom <= 0 || box.top >= innerHeight) continue;
        if (!holder.checkVisibility()) continue;
        words += node.textContent.trim().split(/\\s+/).filter(Boolean).length;
    }
    return words;
}"""


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def newcomer(request: pytest.FixtureRequest, browser: Browser, live_server: Any) -> Iterator[Page]:
    context = browser.new_context(
        base_url=live_server.url, viewport=PHONE, java_script_enabled=request.param
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_first_accepted_move_is_near(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    presses = words = 0
    page.goto("/")
    words += page.evaluate(WORDS_IN_SIGHT)
    page.get_by_role("button", name="Learn by playing").click()
    presses += 1
    page.wait_for_selector("#lesson")
    words += page.evaluate(WORDS_IN_SIGHT)
    page.locator(".draws .card-button").first.click()
    presses += 1
    expect(page.locator("main")).to_contain_text("You drew a card from the deck")
    print(f"{width} px: {presses} presses, {words} words")  # noqa: T201
    assert presses <= MAX_PRESSES
    assert words <= MAX_WORDS[width]


@pytest.mark.parametrize("board", engine.board_names())
def test_a_game_with_lessons_ends_with_a_score(
    page: Page, picture: Callable[[Page, str], Path], board: str
) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/learn/")
    picture(page, "learn-390")
    begin(page, board)
    lessons = play_to_the_end(page, lambda lesson: picture(page, f"lesson-{board}-{lesson}-390"))
    taught = {"draw", "second", "tickets", "claim", "score"}
    taught |= {"bullet", "progress"} if board == "japan" else set()
    taught |= {"place", "partner", "tunnel"} if board == "team-asia" else set()
    assert not taught - set(lessons), lessons
    expect(page.locator(".final-panel")).to_contain_text("winner")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_game_with_lessons_without_scripts(newcomer: Page) -> None:
    newcomer.goto("/learn/")
    begin(newcomer, "usa")
    assert "score" in play_to_the_end(newcomer, lambda lesson: None)


@pytest.mark.parametrize("board", engine.board_names())
def test_a_turn_fits_one_printed_page(page: Page, board: str) -> None:
    page.goto(f"/rules/{board}/")
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def begin(page: Page, board: str) -> None:
    page.locator(f'form[action="/learn/{board}/begin/"] button').click()


def play_to_the_end(page: Page, look: Callable[[str], object]) -> list[str]:
    """Do as the lessons say, else claim what can be claimed, else draw; return the lessons."""
    seen: list[str] = []
    for _step in range(MAX_STEPS):
        page.wait_for_load_state()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        box = page.locator("#lesson")
        lesson = box.get_attribute("data-lesson") if box.count() else None
        if lesson and lesson not in seen:
            seen.append(lesson)
            look(lesson)
        if page.locator(".final-panel").count():
            return seen
        _move(page, box)
    pytest.fail(f"The game has not ended: {seen}")


def _move(page: Page, box: Locator) -> None:
    """Make one step; where the bots are at it, look again."""
    your_move = page.locator("#your-move")
    cards = page.locator(".draws .card-button")
    draws = box.get_attribute("data-place") == "cards" if box.count() else False
    for found, prepares in (
        (box.get_by_role("button", name="Next"), False),
        (your_move.get_by_role("button", name="To the team's rack"), False),
        (your_move.get_by_role("button", name="Keep the chosen tickets"), True),
        (your_move.locator(".answers a"), True),
        (cards if draws else box.get_by_role("link", name="Try"), not draws),
        (page.locator("#routes-now .claim-link"), True),
        (cards, False),
        (your_move.locator('a[href*="do=pass"]'), True),
    ):
        if not found.count():
            continue
        tickets = your_move.locator("input[name=ticket]")
        if tickets.count() and tickets.first.is_visible() and not tickets.first.is_checked():
            tickets.first.check()
        found.first.click()
        if prepares:
            page.locator("#move-title").wait_for()
            your_move.locator('form[action$="/act/"] .button').first.click()
        return
    page.wait_for_timeout(500)
    page.reload()
