"""The pages of leagues as people with other eyes, fingers and screens meet them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils.timezone import now
from playwright.sync_api import Page

from games.leagues.league import create_league
from games.leagues.models import SeasonGame
from games.leagues.season.plan import Plan, game_kind, plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.moderation.seasons.announcement import announce_season
from games.moderation.seasons.dates import move_season_dates
from games.moderation.seasons.entries import open_another_division
from games.moderation.undo import undo
from games.people.models import Person
from tests.games.leagues.conftest import finish

DAY = timedelta(days=1)
SEASON = "/leagues/night-club/1/"
PAGES = {
    "leagues": "/leagues/",
    "league": "/leagues/night-club/",
    "season": SEASON,
    "division": f"{SEASON}division/1/",
    "embedded": f"{SEASON}embed/",
    "plan": "/leagues/night-club/plan/",
    "direct": f"{SEASON}direct/",
    "cross-table": f"{SEASON}division/1/cross-table/",
    "direct-league": "/leagues/night-club/direct/",
    "decisions": f"{SEASON}decisions/",
    "direct-plan": "/leagues/night-club/2/direct/",
    "risk": f"{SEASON}risk/",
}


@pytest.fixture
def director(people: Callable[..., Person], log_in: Callable[[Person], None]) -> Person:
    """Somebody who directs a league with a season in play, signed in."""
    players = [people(name) for name in ("Erin", "Alice", "Bob", "Charlie")]
    start = now() - 20 * DAY
    league = create_league(name="Night Club", directors=players[:1], founder=None, now=start)
    plan = Plan(
        kinds=(game_kind("japan", [2], 2),),
        division_size=4,
        promote=1,
        relegate=1,
        registration_opens_at=start - 9 * DAY,
        registration_closes_at=start - DAY,
        starts_at=start,
        ends_at=start + 60 * DAY,
    )
    season = plan_season(league=league, director=players[0], plan=plan, now=start - 10 * DAY)
    announce_season(actor=players[0], season=season, now=start - 10 * DAY)
    for person in players:
        register(season=season, person=person, now=start - 8 * DAY)
    run_season(season=season, now=start)
    for name in ("Dana", "Fenna", "Gustav"):
        register(season=season, person=people(name), now=start + DAY)
    season.refresh_from_db()
    uninvolved = people("Nora")
    league.directors.add(uninvolved)
    office: dict[str, Any] = {"actor": uninvolved, "season": season, "now": start + 2 * DAY}
    open_another_division(tier=2, reason="Three came late and wait.", **office)
    later = {"ends_at": season.ends_at + 7 * DAY}
    moved = move_season_dates(dates=later, reason="The hall is closed for a week.", **office)
    assert moved is not None
    undo(actor=uninvolved, entry=moved, reason="It is open after all.", now=start + 3 * DAY)
    office["now"] = start + 4 * DAY
    move_season_dates(dates=later, reason="Holidays.\nWe start again on Monday.", **office)
    for drawn in SeasonGame.objects.all()[:2]:
        finish(drawn, [90, 40], start + 9 * DAY)
    run_season(season=season, now=start + 10 * DAY)
    moments = [now() + days * DAY for days in (1, 60, 61, 120)]
    names = ("registration_opens_at", "registration_closes_at", "starts_at", "ends_at")
    following = replace(plan, **dict(zip(names, moments, strict=True)))
    plan_season(league=league, director=players[0], plan=following, now=now())
    log_in(players[0])
    return players[0]


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_and_nothing_is_wrong_with_it(
    page: Page,
    director: Person,
    violations: Callable[[Page], Any],
    picture: Callable[[Page, str], Any],
    width: int,
    scheme: str,
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    for name, address in PAGES.items():
        answer = page.goto(address)
        assert answer
        assert answer.status == 200, name
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert violations(page) == [], name
        picture(page, f"league-{name}-{width}-{scheme}")
