"""A game is walked through with the keys, and an open page tells when somebody has moved."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from engine.actions import Draw
from games import log
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import act, keep_all


def test_the_arrow_keys_step_through_a_game_without_loading_it_anew(
    page: Page, begin: Callable[..., Game], alice: Person, bob: Person, log_in: Callable[..., None]
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    log_in(alice)
    page.goto(f"/games/{game.code}/replay/?at=0")
    page.evaluate("window.sameDocument = true")
    expect(page.get_by_label("Step back")).to_have_count(0)

    def press(key: str) -> None:
        # A key that is pressed before the new steps are wired up loads the page: right, but slower.
        while not page.evaluate("document.querySelector('a.replay-step')['htmx-internal-data']"):
            page.wait_for_timeout(20)
        page.keyboard.press(key)

    press("ArrowRight")
    expect(page.get_by_label("Step back")).to_be_visible()
    assert "?at=" in page.url
    press("End")
    expect(page.get_by_label("Step on")).to_have_count(0)
    press("Home")
    expect(page.get_by_label("Step back")).to_have_count(0)
    assert page.evaluate("window.sameDocument")
    page.go_back()
    expect(page.get_by_label("Step back")).to_be_visible()


def test_an_open_page_hears_of_a_move(
    page: Page, begin: Callable[..., Game], alice: Person, bob: Person, log_in: Callable[..., None]
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    mover = log.load(game).turn_seat
    log_in((alice, bob)[1 - mover])
    page.clock.install()
    page.goto(f"/games/{game.code}/")
    act(game, mover, Draw("blind"), Draw("blind"))
    page.clock.run_for(50_000)
    expect(page.get_by_role("link", name="It is your turn: show it")).to_be_visible()
