"""An evening of four in browsers: all see it begin and end without a reload."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.timezone import now
from playwright.sync_api import Browser, Page, expect

from engine.actions import Draw, Keep
from games import log
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.tables.models import Seat
from tests.fixtures.games import Starter, act

Violations = list[dict[str, Any]]
EVERYBODY = "Everybody is at the page: up to 5 minutes for a turn."


@pytest.fixture
def open_as(browser: Browser, live_server: Any) -> Iterator[Callable[[Person, str], Page]]:
    with ExitStack() as contexts:

        def make(person: Person, path: str) -> Page:
            context = contexts.enter_context(closing(browser.new_context(
                base_url=live_server.url, viewport={"width": 390, "height": 844},
                reduced_motion="reduce",
            )))  # fmt: skip
            client = Client()
            client.force_login(person)
            cookie = client.cookies[settings.SESSION_COOKIE_NAME]
            address = {"name": cookie.key, "value": cookie.value, "url": live_server.url}
            context.add_cookies([address])  # type: ignore[list-item]
            page = context.new_page()
            page.goto(path)
            page.evaluate("window.sameDocument = true")
            return page

        yield make


def test_four_people_follow_an_evening(
    open_as: Callable[[Person, str], Page],
    picture: Callable[[Page, str], object],
    violations: Callable[[Page], Violations],
    begin: Starter,
    alice: Person,
    bob: Person,
    charlie: Person,
    dana: Person,
) -> None:
    game = begin(alice, bob, charlie, dana, evening_minutes=5, days_per_turn=14)
    for seat in range(4):
        act(game, seat, Keep(log.load(game).offered[seat]), now=now())
    pages = [open_as(person, f"/games/{game.code}/") for person in (alice, bob, charlie, dana)]
    for page in pages:
        expect(page.get_by_text("as soon as everybody is at the page")).to_be_visible()
    # The pages say by themselves that they are open.
    while Seat.objects.filter(game=game, present_at=None).exists():
        pages[0].wait_for_timeout(200)
    assert sweep(now=now()).evenings == 1
    for page in pages:
        expect(page.get_by_text(EVERYBODY)).to_be_visible(timeout=15_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert "minutes left" in page.locator("#status").inner_text()
    picture(pages[0], "evening-390")
    assert violations(pages[0]) == []
    act(game, 0, Draw("blind"), Draw("blind"), now=now())
    expect(pages[1].locator("#status", has_text="Your turn")).to_be_visible(timeout=15_000)
    pages[3].close()
    Seat.objects.filter(game=game, number=3).update(present_at=now() - timedelta(minutes=3))
    assert sweep(now=now()).evenings == 1
    for page in pages[:3]:
        expect(page.get_by_text("Left the page: Dana.").first).to_be_visible(timeout=15_000)
        expect(page.get_by_text(EVERYBODY)).to_have_count(0)
        assert page.evaluate("window.sameDocument")
    picture(pages[0], "evening-over-390")
