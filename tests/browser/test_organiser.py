"""Somebody who has never seen the site founds a league and takes its first season to the end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F
from django.utils.timezone import now
from playwright.sync_api import Page

from games.leagues.models import Season, SeasonGame
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.people.models import Person
from tests.games.leagues.conftest import finish

WHY = "Both asked for it at the club."
DATES = ("registration_opens_at", "registration_closes_at", "starts_at", "ends_at")
Picture = Callable[[Page, str], Path]


def pass_days(days: int) -> Season:
    """Let so many days go by for the season."""
    earlier = {name: F(name) - timedelta(days=days) for name in DATES}
    Season.objects.update(**earlier)
    return Season.objects.get()


@pytest.fixture
def both(picture: Picture) -> Callable[[Page, str], None]:
    """Take pictures of a page at 1280 and at 390 pixels; nothing is wider than the page."""

    def take(page: Page, name: str) -> None:
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            picture(page, f"organiser-{name}-{width}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)

    return take


def test_a_first_season_from_its_league_to_its_end(
    people: Callable[..., Person],
    log_in: Callable[[Person], None],
    page: Page,
    both: Callable[[Page, str], None],
    violations: Callable[[Page], list[dict[str, Any]]],
) -> None:
    olga = people("Olga", is_staff=True, is_superuser=True)
    log_in(olga)
    page.goto("/")
    page.get_by_role("link", name="Leagues").first.click()
    page.get_by_role("link", name="Found a league").click()
    page.get_by_label("Name").fill("Slow Trains")
    page.get_by_label("everybody whom a director approves").check()
    both(page, "found")
    page.get_by_role("button", name="Found the league").click()
    both(page, "league")
    page.get_by_role("link", name="Plan a season").click()
    both(page, "plan")
    page.get_by_role("button", name="Check and save the plan").click()
    both(page, "announce")
    page.get_by_role("button", name="Announce the season").click()
    season = pass_days(2)
    for number in range(16):
        register(season=season, person=people(f"Player{number}"), now=now())

    page.goto("/leagues/slow-trains/")
    page.get_by_role("link", name="What waits for you").click()
    both(page, "queue")
    assert violations(page) == []
    page.get_by_role("link", name="16 players wait for approval").click()
    both(page, "approve")
    assert violations(page) == []
    page.get_by_role("button", name="Approve all who are ticked").click()
    both(page, "approved")

    pass_days(14)
    page.get_by_role("button", name="Take the steps that are due").click()
    assert season.divisions.count() == 2
    page.get_by_text("Move a player to another division", exact=True).click()
    form = page.locator("form[action$='/move-player/']")
    form.get_by_label("Player").select_option(index=0)
    form.get_by_label("Division").select_option("2")
    form.get_by_label("Public reason").fill(WHY)
    both(page, "decide")
    assert violations(page) == []
    form.get_by_role("button", name="Move the player").click()
    both(page, "decided")
    assert "These divisions were drawn again: 1, 2." in page.inner_text("main")

    season = pass_days(3)
    run_season(season=season, now=now())
    page.goto("/moderation/")
    both(page, "queue-in-play")
    for table in ("league", "season", "division", "entry", "game", "seat", "person"):
        page.goto(f"/admin/games/{table}/")
        page.set_viewport_size({"width": 1280, "height": 900})
        both(page, f"admin-{table}")
    page.goto("/admin/games/entry/")
    page.locator(".action-select").first.check()
    page.get_by_label("Action:").select_option("remove")
    page.get_by_role("button", name="Run").or_(page.get_by_role("button", name="Go")).click()
    both(page, "admin-remove")

    for drawn in SeasonGame.objects.filter(division__season=season):
        seats = drawn.seats.count()
        finish(drawn, [90 - 9 * seat for seat in range(seats)], now())
    run_season(season=Season.objects.get(), now=now())
    page.goto("/leagues/slow-trains/1/direct/")
    both(page, "closed")
    page.goto("/leagues/slow-trains/1/")
    both(page, "season-closed")
    page.goto("/leagues/slow-trains/1/draw/")
    both(page, "draw")
    shown = page.inner_text("main")
    assert shown.count("the draw gives the same players and tables.") == 2
