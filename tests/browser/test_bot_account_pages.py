"""Pages of bot accounts, for a person and for its operator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils.timezone import now
from playwright.sync_api import Page

from games.accounts.bot_accounts import become_bot_account
from games.lobby import GameOptions, create_game, invite_bot_account, join_game
from games.people.models import Person
from games.players.models import BOT_ACCOUNTS, Rating
from tests.conftest import PASSWORD, PeopleFactory

NAME = "Wolfeschlegelsteinhausenberger"
RUN_BY = (
    "Ann of the University of Nowhere, department of games, https://bots.example.org/planner-nine"
)


@pytest.fixture
def company(live_server: Any, people: PeopleFactory) -> list[str]:
    """Alice, a bot account with long words, a game of both, and tables; the addresses to see."""
    alice, robot = people("Alice"), people(NAME)
    robot = become_bot_account(person=robot, run_by=RUN_BY, now=now())
    options = GameOptions(board="usa", seats=2, bot_accounts=True)
    game = create_game(organiser=alice, options=options, now=now())
    join_game(game=game, person=robot, now=now())
    table = create_game(organiser=alice, options=replace(options, seats=3), now=now())
    invite_bot_account(game=table, organiser=alice, name=NAME, now=now())
    for board in ("", "usa"):
        for person in (alice, robot):
            Rating.objects.create(
                person=person, board=board, pool=BOT_ACCOUNTS, mu=25, sigma=3, games=7, at=now()
            )
    return [
        "/bot-accounts/", "/bot-accounts/ranking/", "/bot-accounts/ranking/usa/", "/lobby/",
        f"/people/{NAME}/", "/people/Alice/", f"/games/{game.code}/", "/lobby/new/",
        "/settings/tokens/",
    ]  # fmt: skip


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("who", ["Alice", NAME])
def test_pages_of_bot_accounts_keep_to_wcag_and_fit(
    company: list[str],
    page: Page,
    log_in: Callable[[Person], None],
    violations: Callable[[Page], Any],
    picture: Callable[[Page, str], Path],
    who: str,
    width: int,
) -> None:
    log_in(Person.objects.get(name=who))
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/settings/bot/")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    found: dict[str, Any] = {}
    for address in ("/settings/bot/", *company):
        page.goto(address)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            for violation in violations(page):
                found[f"{violation['rule']}: {violation['nodes'][0]}"] = address
            name = address.strip("/").replace("/", "-")
            picture(page, f"bots-{who[:5]}-{name[:20]}-{width}-{scheme}")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found[f"{address} scrolls sideways"] = address
    assert found == {}
