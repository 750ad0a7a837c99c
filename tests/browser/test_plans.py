"""Plans put together on a phone and on a desk, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.people.models import Person
from games.plans.models import SeatPlan
from games.tables.models import Game, PlanChoice
from tests.browser.conftest import PICTURES
from tests.browser.test_game_page import Open, open_page

__all__ = ["open_page"]


@pytest.fixture
def plan_page(open_page: Open, red_hand: Game, bob: Person):
    Game.objects.filter(pk=red_hand.pk).update(plans=PlanChoice.ALL)
    red_hand.refresh_from_db()

    def show(width: int) -> Page:
        page = open_page(bob, red_hand, width)
        page.get_by_role("link", name="Make a plan").click()
        return page

    return show


def tap_city(page: Page, name: str) -> None:
    page.locator(f'circle.city[data-city="{name}"]').first.click(force=True)


@pytest.mark.parametrize("width", [390, 1280])
def test_taps_on_cities_and_routes_add_lines_and_none_of_them_moves(
    plan_page, red_hand, width
) -> None:
    version = Game.objects.get(pk=red_hand.pk).version
    page = plan_page(width)
    tap_city(page, "Seattle")
    expect(page.locator("#plan-mode")).to_contain_text("Seattle. Now tap the city")
    tap_city(page, "Helena")
    expect(page.locator(".plan-lines li")).to_have_count(1)
    expect(page.locator(".plan-lines")).to_contain_text("connect seattle with helena")
    page.locator('[data-track="duluth-helena-orange"] use').first.click()
    page.get_by_role("button", name="Plan this route").click()
    expect(page.locator(".plan-lines li")).to_have_count(2)
    page.get_by_role("button", name="Complete my tickets").click()
    expect(page.locator(".plan-lines li")).to_have_count(3)
    page.screenshot(path=PICTURES / f"plan-{width}.png", full_page=True)
    page.get_by_role("button", name="Give this plan").click()
    expect(page.locator("#plan-state")).to_contain_text("complete my tickets")
    page.screenshot(path=PICTURES / f"plan-given-{width}.png", full_page=True)
    assert SeatPlan.objects.count() == 1
    assert Game.objects.get(pk=red_hand.pk).version == version
