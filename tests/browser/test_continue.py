"""From the main link of a mail to the table, without a password, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.timezone import now
from playwright.sync_api import Page, expect

from games.accounts.models import GameSession
from games.notifications.mail.return_addresses import store_reply_token
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import keep_all

LINK = "c0ffee" * 5 + "c0"


@pytest.fixture
def game(live_server: Any, begin: Callable[..., Game], people: Any, bob: Person) -> Game:
    """A private game at the turn of Vera, who has no password."""
    vera = people("Vera")
    vera.set_unusable_password()
    vera.save()
    game = begin(vera, bob)
    keep_all(game, 0, 1)
    Game.objects.filter(pk=game.pk).update(public=False)
    seat = Seat.objects.get(game=game, number=0)
    store_reply_token(
        token="", link=LINK, person=vera, seat=seat, decision=seat.decision, now=now()
    )
    return game


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_link_of_a_mail_opens_the_table(
    page: Page,
    game: Game,
    bob: Person,
    log_in: Callable[[Person], None],
    picture: Callable[..., Any],
    violations: Callable[[Page], Any],
    width: int,
    scheme: Any,
) -> None:
    def look(name: str) -> None:
        picture(page, f"{name}-{width}-{scheme}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert violations(page) == [], name

    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/games/{game.code}/")
    look("sign-in-to-move")
    page.goto(f"/continue/{LINK}/{game.code}/")
    look("continue")
    page.get_by_role("button", name="Continue as Vera").click()
    page.wait_for_url(f"**/games/{game.code}/")
    look("game-session")
    page.get_by_label("Your message").fill("From a train.")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".saying-text", has_text="From a train.")).to_be_visible()
    session = GameSession.objects.get()
    page.goto(f"/end-session/{session.end_token}/")
    look("end-session")
    page.get_by_role("button", name="End the session").click()
    expect(page.get_by_text("The session has ended.")).to_be_visible()
    answer = page.goto(f"/games/{game.code}/")
    assert answer is not None
    assert answer.status == 404


def test_another_account_is_named_and_the_owner_is_not(
    page: Page,
    game: Game,
    bob: Person,
    log_in: Callable[[Person], None],
    picture: Callable[..., Any],
    violations: Callable[[Page], Any],
) -> None:
    log_in(bob)
    page.goto(f"/continue/{LINK}/{game.code}/")
    expect(page.get_by_text("You are signed in as Bob.")).to_be_visible()
    picture(page, "another-account-1280")
    assert violations(page) == []
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("button", name="Continue as Vera")).to_be_visible()
