"""Lessons, hints, reviews and replay by roles, names and keys alone, as a screen reader has them.

Nothing here looks at classes or pictures: what these tests find, the accessibility tree offers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.common.work import HINTS, REVIEWS
from games.notifications.leases import make_due
from games.people.models import Person
from games.play import bot_process
from games.practice import hints
from games.review import reviews
from games.review.models import Review
from games.tables.models import Game
from tests.fixtures.games import NOW, keep_all
from tests.games.web.play.test_replay import golden

LATER = NOW.replace(year=2100)
MAX_STEPS = 150


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(hints, "PLAYOUTS", 12)
    monkeypatch.setattr(reviews, "PLAYOUTS", 2)
    yield
    bot_process.end_idle()


def press(page: Page, target: Locator) -> None:
    """Press a link or button by keyboard."""
    target.press("Enter")
    page.wait_for_load_state()


def headings_of(page: Page) -> list[int]:
    """The levels of the headings in the order of the tree."""
    return [
        int(one.evaluate("e => e.getAttribute('aria-level') || e.tagName.slice(1)"))
        for one in page.get_by_role("heading").all()
    ]


def check_tree(page: Page) -> None:
    """One main heading, no level left out, and a name for whatever can be pressed or filled in."""
    levels = headings_of(page)
    assert levels.count(1) == 1
    first = levels.index(1)
    for before, after in zip(levels[first:], levels[first + 1 :], strict=False):
        assert after <= before + 1, levels
    for line in page.locator("body").aria_snapshot().splitlines():
        role = line.strip().removeprefix("- ").rstrip(":")
        assert role not in ("button", "link", "textbox", "combobox", "slider", "checkbox"), line


def test_a_lesson_is_done_by_keyboard_and_says_what_comes_next(page: Page) -> None:
    page.goto("/learn/")
    check_tree(page)
    press(page, page.get_by_role("button", name=re.compile(r"^Start\s*: USA")).first)
    lesson = page.get_by_role("region", name="Take a card")
    expect(lesson.get_by_role("heading", name="Take a card")).to_be_visible()
    expect(lesson.get_by_role("paragraph").first).to_contain_text("the top card of the deck")
    check_tree(page)
    press(page, lesson.get_by_role("link", name="Show me"))
    expect(lesson.get_by_role("heading", name="Take a card")).to_be_visible()
    press(
        page,
        page.get_by_role("main").get_by_role("button", name=re.compile(r"^Deck: \d+")).first,
    )
    expect(page.get_by_role("main")).to_contain_text(
        "You drew a card from the deck", timeout=20_000
    )
    expect(page.get_by_role("heading", name="Take a card")).to_have_count(0)
    following = page.get_by_role("region", name="Now a second card")
    expect(following).to_be_visible()
    check_tree(page)


def test_a_hint_is_asked_for_and_read(
    page: Page, begin: Callable[..., Game], alice: Person, log_in: Callable[[Person], None]
) -> None:
    game = begin(alice, bots=["planner"])
    keep_all(game, 0, 1)
    log_in(alice)
    page.goto(f"/games/{game.code}/")
    press(page, page.get_by_role("button", name="Hint", exact=True))
    panel = page.get_by_role("region", name="Hint")
    expect(panel.get_by_role("status")).to_have_text("Working out a hint…")
    make_due(HINTS, now=LATER)
    best = panel.get_by_role("link").first
    expect(best).to_be_visible(timeout=15_000)
    expect(panel).to_contain_text("Expected margin:")
    expect(panel).to_contain_text("Win rate:")
    press(page, panel.locator("summary"))
    others = panel.get_by_role("list", name="Alternatives (margin, win rate)")
    assert others.get_by_role("listitem").count() >= 1
    check_tree(page)
    press(page, best)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()


def test_a_review_is_asked_for_its_progress_is_read_and_its_result(
    page: Page, played: Game, alice: Person, log_in: Callable[[Person], None]
) -> None:
    log_in(alice)
    page.goto(f"/games/{played.code}/")
    press(page, page.get_by_role("link", name="Review my decisions").first)
    expect(page.get_by_role("main")).to_contain_text("It takes about")
    check_tree(page)
    press(page, page.get_by_role("button", name="Review my decisions"))
    status = page.get_by_role("status").filter(has_text="Your review is being made.")
    expect(status).to_contain_text("left.")
    expect(page.get_by_role("progressbar", name="Progress")).to_have_attribute("value", "0")
    check_tree(page)
    Review.objects.update(reviewed_to=played.version - 30)
    for hours in range(40):
        if not make_due(REVIEWS, now=LATER.replace(hour=hours % 24, day=1 + hours // 24)):
            break
    expect(page.get_by_role("status").filter(has_text="Your review is ready.")).to_have_count(
        1, timeout=20_000
    )
    expect(page.get_by_role("heading", name="The decisions that mattered")).to_be_visible()
    expect(page.get_by_role("img", name="Expected margin at the end").first).to_be_visible()
    # What is read aloud is one sentence, not the whole review.
    assert len(page.get_by_role("status").filter(has_text="review").inner_text()) < 100
    page.get_by_text("All decisions in numbers").first.focus()
    page.keyboard.press("Enter")
    headers = page.get_by_role("columnheader").all_inner_texts()
    assert headers == ["#", "Turn", "Expected margin", "Points lost", "Luck"]
    check_tree(page)


def test_a_replay_is_walked_by_keyboard_and_each_step_is_read(page: Page, db: None) -> None:
    game = golden("japan-2-final-round")
    page.goto(f"/games/{game.code}/replay/")
    bar = page.get_by_role("navigation", name="Steps of the game")
    names = ["Start", "Previous turn", "Previous step", "Next step", "Next turn", "End"]
    links = [link.get_attribute("aria-label") for link in bar.get_by_role("link").all()]
    assert links == names
    expect(bar.get_by_role("link", name="Previous step")).to_be_disabled()
    slider = bar.get_by_role("slider", name="Step")
    said = bar.locator("[aria-live=polite]")
    heard = set()
    for _step in range(5):
        page.keyboard.press("ArrowRight")
        heard.add(said.inner_text())
        expect(slider).to_have_attribute("aria-valuetext", said.inner_text())
    assert len(heard) >= 4
    assert all(heard)
    press(page, bar.get_by_role("link", name="End"))
    expect(page.get_by_role("table").first).to_be_visible()
    expect(bar.get_by_role("link", name="Next step")).to_be_disabled()
    expect(bar.get_by_role("button", name="Play", exact=True)).to_have_count(1)
    current = page.get_by_role("listitem").and_(page.locator("[aria-current=step]"))
    expect(current).to_have_count(1)
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    check_tree(page)
