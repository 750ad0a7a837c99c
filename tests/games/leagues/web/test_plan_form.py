"""Editing and copying a plan: an unchanged form leaves the plan unchanged."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.clock.core.evenings import EVENING_MINUTES
from games.leagues.models import League, Partners, Season
from games.leagues.rules.standings import DEFAULT_POINTS
from games.leagues.season.plan import CLOCK_BOUNDS, Plan, check_plan, game_kind, plan_season
from games.people.models import Person
from games.tables.models import PlanChoice, PlanPace
from tests.games.forms import form_with
from tests.games.leagues.conftest import NOW, OPENS, a_plan
from tests.thinning import cases

KEPT = [field.name for field in fields(Plan)]
OPTIONS = [name for name in KEPT if not name.endswith("_at")]
USUAL_PLANS = {"plans": "draws", "plan_pace": "minutes"}
BARE = dict.fromkeys(CLOCK_BOUNDS, 0) | {"days_per_turn": 3} | USUAL_PLANS

clocks = st.tuples(st.integers(0, 720), st.integers(0, 720), st.integers(0, 720)).map(sorted)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    add, first, cap = draw(clocks)
    boards: Sequence[str] = draw(
        st.lists(st.sampled_from(["usa", "japan", "team-asia"]), min_size=1, unique=True)
    )
    paired = "team-asia" in boards and draw(st.booleans())
    kinds = tuple(
        game_kind(board, [4] if board == "team-asia" else [2, 4], draw(st.integers(1, 4)))
        for board in boards
    )
    opens = OPENS + draw(st.timedeltas(timedelta(0), timedelta(days=3)))
    clock: dict[str, Any] = {name: draw(st.integers(*CLOCK_BOUNDS[name])) for name in CLOCK_BOUNDS}
    clock |= {"bank_hours": first, "bank_add_hours": add, "bank_cap_hours": cap}
    clock["days_per_turn"] = 0 if clock["hours_per_turn"] else max(clock["days_per_turn"], 1)
    clock["evening_minutes"] = draw(st.sampled_from(EVENING_MINUTES))
    clock["plans"] = draw(st.sampled_from(PlanChoice.values))
    clock["plan_pace"] = draw(st.sampled_from(PlanPace.values))
    return a_plan(
        kinds,
        points=dict(DEFAULT_POINTS) | {2: [draw(st.integers(2, 9)), 1]},
        clock=clock,
        partners=Partners.FIXED if paired else Partners.ROTATING,
        division_size=8,
        promote=draw(st.integers(0, 3)),
        relegate=draw(st.integers(0, 4)),
        most_players=draw(st.none() | st.integers(8, 900)),
        least_rating=draw(st.none() | st.integers(0, 1500)),
        most_rating=draw(st.none() | st.integers(1500, 4000)),
        least_reliability=draw(st.none() | st.integers(1, 100)),
        by_approval=draw(st.booleans()),
        confirmation=draw(st.booleans()),
        registration_opens_at=opens,
        registration_closes_at=opens + draw(st.timedeltas(timedelta(1), timedelta(20))),
        starts_at=opens + timedelta(days=21),
        ends_at=opens + timedelta(days=draw(st.integers(60, 700))),
    )


def edited_without_a_change(browser: Client, address: str) -> None:
    page = browser.get(address).content.decode()
    answer = browser.post(address, form_with(page, "division_size").sent)
    assert answer.status_code == 302, answer.context["form"].errors


def stored(season: Season, names: Sequence[str] = KEPT) -> dict[str, object]:
    found = Season.objects.get(pk=season.pk)
    return {name: getattr(found, name) for name in names}


@pytest.fixture
def browser(director: Person) -> Client:
    client = Client()
    client.force_login(director)
    return client


@settings(
    max_examples=cases(6, 15),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(plan=plans())
def test_a_plan_that_is_opened_and_stored_again_is_as_it_was_in_every_option(
    league: League, director: Person, browser: Client, plan: Plan
) -> None:
    check_plan(plan, now=NOW)
    Season.objects.all().delete()
    season = plan_season(league=league, director=director, plan=plan, now=NOW)
    before = stored(season)
    # From the same moment, however many examples came before.
    with time_machine.travel(NOW):
        edited_without_a_change(browser, f"/leagues/night-club/{season.number}/plan/")
    assert stored(season) == before


@pytest.mark.parametrize("name", CLOCK_BOUNDS)
@pytest.mark.parametrize("end", [0, 1])
def test_a_copy_of_a_plan_has_every_option_of_the_clock_as_it_was_stored(
    announced: Callable[..., Season], browser: Client, name: str, end: int
) -> None:
    clock = {**BARE, name: CLOCK_BOUNDS[name][end]}
    if name.startswith("bank") and clock[name]:
        clock["bank_cap_hours"] = CLOCK_BOUNDS["bank_cap_hours"][1]
    if name == "hours_per_turn" and end:
        clock["days_per_turn"] = 0
    clock["hours_per_turn"] = clock["hours_per_turn"] or (0 if clock["days_per_turn"] else 1)
    first = announced(a_plan(clock=clock, most_players=40, promote=2, relegate=0))
    edited_without_a_change(browser, "/leagues/night-club/plan/")
    second = Season.objects.get(number=2)
    assert stored(second, OPTIONS) == stored(first, OPTIONS)


def test_a_copy_of_a_plan_keeps_the_distances_of_its_dates_and_the_hour(
    announced: Callable[..., Season], browser: Client
) -> None:
    first = announced(a_plan(ends_at=OPENS + timedelta(days=40)))
    later = NOW + timedelta(days=30, hours=5)
    with time_machine.travel(later):
        edited_without_a_change(browser, "/leagues/night-club/plan/")
    second = Season.objects.get(number=2)
    assert later < second.registration_opens_at < later + timedelta(days=2)
    assert second.registration_opens_at.time() == first.registration_opens_at.time()
    for name in ("registration_closes_at", "starts_at", "ends_at"):
        distance = getattr(first, name) - first.registration_opens_at
        assert getattr(second, name) - second.registration_opens_at == distance


def test_a_date_in_the_hour_that_comes_twice_stays_the_moment_that_it_was(
    league: League, director: Person, browser: Client
) -> None:
    director.timezone = "Europe/Amsterdam"
    director.save()
    twice = datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
    season = plan_season(league=league, director=director, plan=a_plan(ends_at=twice), now=NOW)
    edited_without_a_change(browser, "/leagues/night-club/1/plan/")
    assert Season.objects.get(pk=season.pk).ends_at == twice


def press_again(browser: Client, at: datetime) -> tuple[str, str]:
    """Press the button of the league's page; return the address and the page behind it."""
    with time_machine.travel(at, tick=False):
        page = browser.get("/leagues/night-club/").content.decode()
        found = re.search(r'href="([^"]+)">Again like last time<', page)
        assert found, page
        return found[1], browser.get(found[1]).content.decode()


def test_one_press_copies_the_last_season_and_another_those_before(
    announced: Callable[..., Season], browser: Client
) -> None:
    first = announced(a_plan(division_size=8, confirmation=True, clock=BARE))
    second = announced(a_plan(most_players=12))
    later = NOW + timedelta(days=10)
    address, page = press_again(browser, later)
    assert "Plan season 3" in page
    assert "This is the plan of season 2" in page
    assert form_with(page, "division_size").sent["most_players"] == "12"
    like = f"{address}?like=1"
    assert like in browser.get("/leagues/night-club/1/direct/").content.decode()
    with time_machine.travel(later, tick=False):
        page = browser.get(like).content.decode()
        answer = browser.post(like, form_with(page, "division_size").sent)
        assert answer.status_code == 302, answer.context["form"].errors
        # The second of two who press at once reads that there is a plan already.
        refused = browser.post(like, form_with(page, "division_size").sent)
    assert refused.status_code == 422
    assert "Season 3 is still being planned." in refused.content.decode()
    third = Season.objects.get(number=3)
    assert stored(third, OPTIONS) == stored(first, OPTIONS) != stored(second, OPTIONS)
    assert third.registration_closes_at - third.registration_opens_at == timedelta(days=7)
    for wrong in ("9", "x", "²", "9" * 30):
        assert browser.get(f"{address}?like={wrong}").status_code == 404


def test_a_copy_without_its_board_says_so_and_offers_what_is_left(
    announced: Callable[..., Season], browser: Client
) -> None:
    season = announced(a_plan([game_kind("usa", [2], 1), game_kind("japan", [4], 2)]))
    kinds = season.kinds
    kinds[0]["board"] = "atlantis"
    Season.objects.update(kinds=kinds, clock={"days_per_turn": 999})
    address, page = press_again(browser, NOW)
    assert "The board “atlantis” is gone." in page
    assert "must be between" in page
    sent = form_with(page, "division_size").sent
    assert (sent["board_1"], sent["games_1"], sent["board_2"]) == ("japan", "2", "")
    with time_machine.travel(NOW):
        assert browser.post(address, {**sent, "days_per_turn": "3"}).status_code == 302
    Season.objects.filter(number=2).delete()
    kinds[1]["seats"] = [9, 4]
    Season.objects.update(kinds=kinds[1:], clock={})
    _address, page = press_again(browser, NOW)
    assert re.search(r"takes [\d, ]+ or \d players", page)
    assert form_with(page, "division_size").sent["seats_1"] == "4"
    Season.objects.update(kinds=kinds[:1])
    _address, page = press_again(browser, NOW)
    assert form_with(page, "division_size").sent["board_1"] == "usa"


def test_a_director_who_loses_the_role_with_the_form_open_plans_nothing(
    announced: Callable[..., Season], browser: Client, director: Person, league: League
) -> None:
    announced()
    address, page = press_again(browser, NOW)
    league.directors.remove(director)
    assert browser.post(address, form_with(page, "division_size").sent).status_code == 404
    assert Season.objects.count() == 1
