"""Turns that only a board with teams knows, in a browser, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import log
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.pages import TUNNEL

Login = Callable[[Person], None]
Pictures = Callable[[Page, str], Any]


@pytest.fixture(params=[320, 1280])
def width(request: pytest.FixtureRequest, page: Page) -> int:
    page.set_viewport_size({"width": request.param, "height": 800})
    return int(request.param)


def cards(page: Page) -> Any:
    return page.locator("#bar")


def your_move(page: Page) -> Any:
    return page.locator("#your-move")


def told(page: Page) -> Any:
    return page.locator(".results")


def fits(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_card_is_placed(
    page: Page, team_table: Game, alice: Person, log_in: Login, picture: Pictures, width: int
) -> None:
    """A-3"""
    log_in(alice)
    page.goto(f"/games/{team_table.code}/")
    picture(page, f"team-turn-{width}")
    cards(page).get_by_role("button", name="Deck").click()
    expect(your_move(page).get_by_role("heading")).to_have_text("One card to place")
    expect(your_move(page)).to_contain_text("Your second card then goes to the other place.")
    picture(page, f"team-place-{width}")
    fits(page, width)
    your_move(page).get_by_role("button", name="To the team's rack").click()
    expect(your_move(page)).to_contain_text(
        "It goes to your hand, because the first card went to your team's rack."
    )
    cards(page).get_by_role("button", name="Deck").click()
    expect(told(page)).to_contain_text("You took the card into your hand.")
    expect(page.locator("#status")).to_contain_text("Waiting for Bob")


def enter(page: Page, game: Game, alice: Person, log_in: Login) -> None:
    log_in(alice)
    page.goto(f"/games/{game.code}/")
    page.locator("#routes-now").get_by_role("link", name="Claim Rawalpindi – West Junction").click()


def test_a_tunnel_is_entered_and_paid(
    page: Page, at_the_tunnel: Game, alice: Person, log_in: Login, picture: Pictures, width: int
) -> None:
    """A-4, A-8"""
    enter(page, at_the_tunnel, alice, log_in)
    expect(page.get_by_text("Then 5 cards are turned up from the deck.")).to_be_visible()
    picture(page, f"team-tunnel-prepared-{width}")
    fits(page, width)
    split = page.get_by_role("link", name="1 purple from your hand and 1 purple from the rack")
    split.click()
    expect(split).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Lay down the cards").click()
    expect(page.locator(".tunnel")).to_contain_text("Turned up")
    expect(your_move(page)).to_contain_text("costs 2 more cards: pay, or withdraw.")
    picture(page, f"team-tunnel-open-{width}")
    fits(page, width)
    your_move(page).get_by_role("link", name="Pay 2 purple from your hand").click()
    picture(page, f"team-tunnel-pay-{width}")
    page.get_by_role("button", name="Pay").click()
    expect(told(page)).to_contain_text("You built the tunnel Rawalpindi – West Junction: 2 points.")
    assert log.load(at_the_tunnel).owner == {TUNNEL: 0}


def test_a_tunnel_is_withdrawn_from(
    page: Page, at_the_tunnel: Game, alice: Person, log_in: Login, picture: Pictures, width: int
) -> None:
    """A-8"""
    enter(page, at_the_tunnel, alice, log_in)
    page.get_by_role("button", name="Lay down the cards").click()
    your_move(page).get_by_role("link", name="Withdraw").click()
    page.get_by_role("button", name="Withdraw").click()
    expect(told(page)).to_contain_text("You withdrew from the tunnel")
    assert log.load(at_the_tunnel).owner == {}


def test_tickets_are_shared(
    page: Page, team_table: Game, alice: Person, log_in: Login, picture: Pictures, width: int
) -> None:
    """A-6"""
    log_in(alice)
    page.goto(f"/games/{team_table.code}/")
    your_move(page).get_by_text("Share tickets with your team").click()
    boxes = your_move(page).get_by_role("checkbox")
    expect(boxes).to_have_count(4)
    boxes.nth(0).check()
    boxes.nth(2).check()
    picture(page, f"team-share-{width}")
    fits(page, width)
    page.get_by_role("button", name="Share the chosen tickets").click()
    page.get_by_role("button", name="Share the tickets").click()
    expect(told(page)).to_contain_text("in the ticket rack")
    assert len(log.load(team_table).ticket_racks[0]) == 4


def test_tickets_are_drawn_and_one_goes_to_the_rack(
    page: Page, team_table: Game, alice: Person, log_in: Login, picture: Pictures, width: int
) -> None:
    """A-5"""
    log_in(alice)
    page.goto(f"/games/{team_table.code}/")
    your_move(page).get_by_role("link", name="Draw tickets").click()
    page.get_by_role("button", name="Draw tickets").click()
    your_move(page).get_by_role("checkbox").nth(1).check()
    your_move(page).get_by_role("radio").nth(3).check()
    picture(page, f"team-keep-{width}")
    fits(page, width)
    page.get_by_role("button", name="Keep the chosen tickets").click()
    page.get_by_role("button", name="Keep these tickets").click()
    expect(told(page)).to_contain_text("went into the ticket rack")
    state = log.load(team_table)
    assert (len(state.tickets[0]), len(state.ticket_racks[0])) == (5, 3)


def test_a_first_ticket_is_chosen_for_the_rack(
    page: Page,
    begin: Callable[..., Game],
    alice: Person,
    bob: Person,
    charlie: Person,
    dana: Person,
    log_in: Login,
    picture: Pictures,
    width: int,
) -> None:
    """A-5"""
    from tests.fixtures.games import keep_all

    game = begin(alice, bob, charlie, dana, board="team-asia")
    log_in(alice)
    page.goto(f"/games/{game.code}/")
    picture(page, f"team-setup-{width}")
    keep_all(game, 0, 1)
    page.reload()
    picture(page, f"team-rack-{width}")
    fits(page, width)
    your_move(page).get_by_role("radio").nth(1).check()
    page.get_by_role("button", name="Choose this ticket").click()
    page.get_by_role("button", name="Put it in the rack").click()
    expect(told(page)).to_contain_text("You chose")
    expect(page.locator(".tickets").first).to_contain_text("chosen for the rack")


def test_the_pages_of_teams_keep_to_wcag(
    page: Page,
    at_the_tunnel: Game,
    alice: Person,
    log_in: Login,
    violations: Callable[[Page], Any],
) -> None:
    enter(page, at_the_tunnel, alice, log_in)
    assert violations(page) == []
    page.get_by_role("button", name="Lay down the cards").click()
    assert violations(page) == []
    for address in ("/boards/team-asia/", "/lobby/new/", f"/games/{at_the_tunnel.code}/log/"):
        page.goto(address)
        assert violations(page) == [], address
