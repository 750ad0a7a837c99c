"""Plans put together on a phone and on a desk, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import engine
from engine.bots import choose_action
from engine.bots.evaluation import Evaluation
from engine.text.plan_lines import write_plan
from games import log
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.models import SeatPlan
from games.tables.models import Game, GameStatus, PlanChoice, Seat
from tests.browser.conftest import PICTURES
from tests.browser.test_game_page import Open, open_page
from tests.engine.plans.authors import write
from tests.fixtures.games import NOW, act

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


def test_a_tap_at_a_table_without_plans_adds_a_claim_to_an_order(
    open_page: Open, red_hand: Game, bob: Person
) -> None:
    Game.objects.filter(pk=red_hand.pk).update(plans=PlanChoice.OFF)
    page = open_page(bob, red_hand, 390)
    page.get_by_role("link", name="Leave an order for your next turn").click()
    tap_city(page, "Seattle")
    page.locator('[data-track="duluth-helena-orange"] use').first.click()
    page.locator(".candidates").get_by_role("button", name="with exact cards").click()
    expect(page.locator(".plan-lines li")).to_have_count(1)
    page.screenshot(path=PICTURES / "order-390.png", full_page=True)
    page.get_by_role("button", name="Give this order").click()
    expect(page.locator("#plan-state")).to_contain_text("claim duluth to helena")
    assert SeatPlan.objects.get().as_order.branches


@pytest.mark.slow
def test_a_whole_game_of_four_is_played_by_plans_on_phones(open_page: Open, begin, people) -> None:
    """Each player is asked on the page, and gives a plan there; only tickets are chosen by hand."""
    game = begin(*(people(name) for name in ("Alice", "Bob", "Charlie", "Dana")))
    Game.objects.filter(pk=game.pk).update(plans=PlanChoice.ALL)
    now, given, by_hand = NOW, 0, 0
    while Game.objects.get(pk=game.pk).status == GameStatus.RUNNING:
        due = Seat.objects.filter(game=game, plan_due_at__isnull=False).first()
        if due is not None:
            now = due.plan_due_at
            carry_out_orders(now=now)
            continue
        asked = Seat.objects.filter(game=game, decision__isnull=False).first()
        assert asked is not None
        game.refresh_from_db()
        view = engine.view(log.load(game), asked.number)
        if asked.kind == "turn" and (text := plan_of_author(view)):
            # The pages go by the clock of today, which no deadline of the game has seen.
            Seat.objects.filter(game=game).update(due_at=None)
            page = open_page(asked.person, game, 390)
            page.goto(f"/games/{game.code}/plan/")
            page.get_by_text("As text").click()
            page.get_by_label("Text of the plan").fill(text)
            page.get_by_role("button", name="Preview the plan").click()
            with page.expect_navigation():
                page.get_by_role("button", name="Give this plan").click()
            if given == 3:
                page.screenshot(path=PICTURES / "plan-in-a-game-390.png", full_page=True)
            page.context.close()
            if Seat.objects.get(pk=asked.pk).decision != asked.decision:
                given += 1
                continue
        by_hand += 1
        act(game, asked.number, choose_action("planner", view), now=now)
    assert given >= 4
    # By hand are tickets, and the last claims, for which a plan would ask at once: 24 to 46 in all
    # in 16 games, where some 150 are decided without plans.
    assert given + by_hand <= 60


def plan_of_author(view: engine.View) -> str:
    """What an author would write, "" for one who moves without a plan."""
    plan = write(Evaluation(view))
    return write_plan(plan, view) if plan.aims else ""
