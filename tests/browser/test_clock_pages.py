"""The pages of clocks, votes, vacations and open seats for other eyes, fingers and screens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from games.absence.substitution import open_seat
from games.absence.vacations import plan_vacation
from games.lobby.options import GameOptions
from games.people.models import Person
from games.tables.models import Game, Seat
from games.votes.models import VoteKind
from games.votes.voting import propose_vote
from tests.fixtures.games import NOW, keep_all

DAY = timedelta(days=1)
PAGES = {
    "clock": "/games/{code}/clock/",
    "clock-table": "/games/{code}/",
    "open-seats": "/seats/",
    "take-seat": "/games/{other}/seats/0/take/",
    "vacation": "/settings/vacation/",
    "policy": "/games/{open}/join/",
    "clock-create": "/lobby/new/",
    "clock-lobby": "/lobby/",
    "clock-home": "/",
}


@pytest.fixture
def addresses(
    begin: Callable[..., Game],
    alice: Person,
    bob: Person,
    charlie: Person,
    dana: Person,
    log_in: Callable[[Person], None],
) -> Any:
    """A game with a bank in which Bob is away, Charlie silent, and a pause put to the vote."""
    from games.lobby import create_game

    with time_machine.travel(NOW, tick=False):
        bank = {"bank_hours": 48, "bank_add_hours": 4, "bank_cap_hours": 72}
        game = begin(alice, bob, charlie, **bank)
        keep_all(game, 0, 1, 2)
        propose_vote(game=game, person=bob, kind=VoteKind.PAUSE, data={"days": 7}, now=NOW)
        Seat.objects.filter(game=game, number=2).update(missed=3)
        plan_vacation(person=bob, first=NOW.date(), last=NOW.date() + 3 * DAY, now=NOW)
        plan_vacation(person=alice, first=NOW.date() + 9 * DAY, last=NOW.date() + 12 * DAY, now=NOW)
        other = begin(bob, dana, board="japan")
        open_seat(game=other, seat=0, actor="director", now=NOW)
        table = create_game(
            organiser=bob,
            options=GameOptions(board="usa", seats=4, auto_vacation_days=7, **bank),
            now=NOW,
        )
        log_in(alice)
        codes = {"code": game.code, "other": other.code, "open": table.code}
        yield {name: address.format(**codes) for name, address in PAGES.items()}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_keep_to_wcag(
    page: Page,
    addresses: dict[str, str],
    violations: Callable[[Page], Any],
    picture: Callable[..., Any],
    scheme: Any,
) -> None:
    page.emulate_media(color_scheme=scheme)
    for name, address in addresses.items():
        page.goto(address)
        for summary in page.locator("main details.proposal:not([open]) > summary").all():
            summary.click()
        picture(page, f"{name}-{scheme}")
        assert violations(page) == [], name


def test_the_pages_fit_a_phone_of_320_pixels(
    page: Page, addresses: dict[str, str], picture: Callable[..., Any]
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    for name, address in addresses.items():
        page.goto(address)
        picture(page, f"{name}-320")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, name


def test_a_vote_is_cast_with_the_keyboard(page: Page, addresses: dict[str, str]) -> None:
    page.goto(addresses["clock"])
    page.get_by_role("button", name="Yes").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your vote has been counted.")).to_be_visible()
