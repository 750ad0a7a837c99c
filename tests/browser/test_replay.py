"""A game is stepped through without a request: by buttons, slider, keys, and by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from engine.events import RouteClaimed, TurnStarted
from games import log
from games.tables.models import Game
from tests.fixtures.records import golden

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def finished(db: None) -> Game:
    return golden("japan-2-final-round")


@pytest.fixture
def requests(page: Page) -> list[str]:
    """The addresses that the page asks for.

    Whenever an address changes Chromium looks for the icon, which it has stored elsewhere than in
    a private window on a server for tests.
    """
    made: list[str] = []

    def note(request: Request) -> None:
        if not request.url.endswith("/favicon.svg"):
            made.append(request.url)

    page.on("request", note)
    return made


def open_replay(page: Page, game: Game, requests: list[str], query: str = "") -> None:
    """Open the replay and forget the requests that this took."""
    page.goto(f"/games/{game.code}/replay/{query}")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    requests.clear()


def trains(page: Page) -> int:
    return page.locator(
        ".piece:not(.off) use[href*=seat], .piece:not(.off) use[href*=express]"
    ).count()


def test_every_step_is_shown_without_a_request(
    page: Page, finished: Game, requests: list[str]
) -> None:
    open_replay(page, finished, requests)
    slider = page.get_by_role("slider", name="Step")
    last = int(slider.get_attribute("max") or 0)
    lines = set()
    for step in range(1, last + 1):
        page.get_by_label("Next step").click()
        assert slider.input_value() == str(step)
        lines.add(page.locator("[data-line]").text_content())
    expect(page.locator(".final-panel")).to_be_visible()
    state = log.load(finished)
    numbers = page.locator('tr[data-seat="0"]')
    points = numbers.locator("[data-fact=points]").text_content()
    assert state.outcome is not None
    assert points in {str(score.total) for score in state.outcome.scores}
    assert numbers.locator("[data-fact=trains]").text_content() == str(state.trains[0])
    assert len(lines) > 50
    assert requests == []
    print(f"{last} steps, {len(requests)} requests")  # noqa: T201


def test_slider_log_and_keys_lead_to_a_moment(
    page: Page, finished: Game, requests: list[str]
) -> None:
    open_replay(page, finished, requests)
    slider = page.get_by_role("slider", name="Step")
    last = slider.get_attribute("max")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    page.keyboard.press("End")
    expect(slider).to_have_value(last)
    assert trains(page) > 0
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    assert trains(page) == 0
    turn = page.locator('[data-fact="turn"]')
    for number in ("1", "2", "3"):
        page.keyboard.press("PageDown")
        expect(turn).to_have_text(number)
    page.keyboard.press("PageUp")
    expect(turn).to_have_text("2")
    slider.focus()
    page.keyboard.press("PageDown")
    expect(turn).to_have_text("3")
    slider.fill("40")
    expect(page.locator(".replay-lines [aria-current=step]")).to_have_count(1)
    seq = page.locator(".replay-lines [aria-current=step]").get_attribute("data-seq")
    expect(page.locator('[data-fact="seq"]')).to_have_text(seq)
    page.locator(".replay-lines li").nth(42).locator("a").click()
    expect(slider).to_have_value("42")
    assert requests == []


def test_a_game_plays_by_itself_until_its_end(
    page: Page, finished: Game, requests: list[str]
) -> None:
    page.clock.install()
    open_replay(page, finished, requests)
    slider = page.get_by_role("slider", name="Step")
    last = int(slider.get_attribute("max") or 0)
    page.keyboard.press("Space")
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(3 * 1100 + 50)
    expect(slider).to_have_value("3")
    page.keyboard.press("Space")
    page.clock.run_for(5000)
    expect(slider).to_have_value("3")
    page.get_by_label("Speed").select_option("Fast")
    play.click()
    page.clock.run_for(4 * 350 + 50)
    expect(slider).to_have_value("7")
    page.get_by_label("Speed").select_option("Slow")
    page.clock.run_for(2450)
    expect(slider).to_have_value("8")
    slider.fill(str(last - 1))
    expect(play).to_have_attribute("aria-pressed", "false")
    play.click()
    page.clock.run_for(2450)
    expect(slider).to_have_value(str(last))
    expect(play).to_have_attribute("aria-pressed", "false")
    assert requests == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_trains_arrive_only_where_motion_is_wanted(
    page: Page, finished: Game, requests: list[str], motion: Any
) -> None:
    page.emulate_media(reduced_motion=motion)
    claim = next(line.seq for line in log.events(finished) if isinstance(line.event, RouteClaimed))
    open_replay(page, finished, requests, f"?at={claim - 1}")
    page.keyboard.press("ArrowRight")
    moving = page.locator(".piece.arriving").first.evaluate("e => e.getAnimations().length")
    assert bool(moving) == (motion == "no-preference")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert page.locator(".piece.arriving").count() == 0


def test_an_address_opens_its_moment_and_back_leads_to_where_one_was(
    page: Page, finished: Game, requests: list[str]
) -> None:
    page.goto(f"/games/{finished.code}/")
    open_replay(page, finished, requests, "?at=60")
    slider = page.get_by_role("slider", name="Step")
    opened = slider.input_value()
    assert int(opened) > 10
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    seq = page.locator('[data-fact="seq"]').text_content()
    page.wait_for_url(f"**/?at={seq}")
    here = slider.input_value()
    page.keyboard.press("End")
    page.wait_for_url(f"**/?at={finished.version}")
    page.go_back()
    expect(slider).to_have_value(here)
    assert page.url.endswith(f"?at={seq}")
    assert requests == []
    page.go_back()
    assert page.url.endswith(f"/games/{finished.code}/")
    page.go_forward()
    expect(slider).to_have_value(here)


def test_the_link_to_a_moment_can_be_copied(
    page: Page, finished: Game, requests: list[str]
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_replay(page, finished, requests, "?at=60")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.url.replace(
        "?at=60", f"?at={page.locator('[data-fact=seq]').text_content()}"
    )


def test_on_a_phone_board_and_bar_are_in_sight_and_nothing_is_too_wide(
    page: Page, finished: Game, requests: list[str], violations: Callable[[Page], Any]
) -> None:
    page.set_viewport_size(PHONE)
    open_replay(page, finished, requests, "?at=90")
    for key in ("ArrowRight", "PageDown", "End"):
        page.keyboard.press(key)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    bar = page.locator(".replay-bar").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] <= PHONE["height"]
    assert bar["height"] <= PHONE["height"] / 4
    expect(page.locator(".board-scroll")).to_be_in_viewport()
    assert violations(page) == []


def test_without_scripts_the_links_step(browser: Browser, live_server: Any, finished: Game) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/games/{finished.code}/replay/")
    page.get_by_label("Next step").click()
    page.get_by_label("Next turn").click()
    assert "?at=" in page.url
    before = page.locator(".replay-lines [aria-current=step]").get_attribute("data-seq")
    page.get_by_label("Next step").click()
    expect(page.get_by_label("Previous step")).to_have_attribute("href", f"?at={before}")
    expect(page.get_by_role("slider")).to_have_count(0)
    context.close()


def test_a_stranger_plays_on_from_a_moment(
    page: Page, finished: Game, requests: list[str], violations: Callable[[Page], Any]
) -> None:
    at = next(
        line.seq for line in log.events(finished, after=100) if isinstance(line.event, TurnStarted)
    )
    seat = log.state_at(finished, at=at).turn_seat
    open_replay(page, finished, requests, f"?at={at - 5}")
    while int(page.locator('[data-fact="seq"]').text_content() or 0) < at - 1:
        page.keyboard.press("ArrowRight")
    panel = page.locator("[data-branch]")
    panel.get_by_label("Seat").select_option(str(seat))
    panel.get_by_role("button", name="Play on").click()
    expect(page.locator("main")).to_contain_text("A practice game: only you can see it")
    assert violations(page) == []
    page.locator(".draws .card-button").first.click()
    expect(page.locator("main")).to_contain_text("You drew a card from the deck")
    page.get_by_role("link", name="Back to the moment where it began").click()
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("[data-branch]")).to_be_hidden()


def test_what_one_could_do_at_a_decision_comes_when_it_is_asked_for(
    page: Page, finished: Game, requests: list[str], violations: Callable[[Page], Any]
) -> None:
    open_replay(page, finished, requests, "?at=60")
    while not page.locator("[data-decider] a:visible").count():
        page.keyboard.press("ArrowRight")
    assert requests == []
    page.locator("[data-decider] a:visible").first.click()
    expect(page.locator("#past-decision")).to_contain_text("The choice:")
    assert len(requests) == 1
    assert violations(page) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator("#past-decision")).to_have_count(0)
    assert len(requests) == 1
