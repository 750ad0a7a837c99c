"""Inviting by email, from the lobby to a seat, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils.timezone import now
from playwright.sync_api import Browser, Page, expect

from games.lobby import GameOptions, create_game
from games.lobby.invitations.answering import decline, join
from games.lobby.invitations.invite import invite
from games.lobby.invitations.sending import send_due_invitations
from games.notifications.mail.delivery import deliver_account_mails
from games.people.models import Person
from tests.fixtures.invitations import STRANGER
from tests.fixtures.mail import html_of, text_of

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}


def letter(address: str) -> Any:
    """The newest mail to an address."""
    moment = now() + timedelta(seconds=5)
    send_due_invitations(now=moment)
    deliver_account_mails(now=moment)
    return [sent.message() for sent in mail.outbox if address in sent.to][-1]


def test_somebody_is_invited_in_the_lobby_and_takes_the_seat_by_one_press(
    page: Page,
    browser: Browser,
    live_server: Any,
    log_in: Callable[[Person], None],
    alice: Person,
    picture: Callable[..., Any],
    violations: Callable[[Page], Any],
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=4), now=now())
    log_in(alice)
    page.goto("/lobby/")
    page.get_by_text("Invite by email").click()
    page.get_by_label("Email address to invite").fill(STRANGER)
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.get_by_text("The invitation is on its way.")).to_be_visible()
    expect(page.get_by_text("no answer yet")).to_be_visible()

    for address, answer in (("anna@example.com", join), ("bert@example.org", decline)):
        invitation = invite(game=game, inviter=alice, address=address, now=now())
        named = {"name": "Anna", "language": "en"} if answer is join else {}
        answer(invitation=invitation, now=now(), **named)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for name, size in (("phone", PHONE), ("desk", DESK)):
            page.set_viewport_size(size)
            page.goto("/lobby/")
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            picture(page, f"invite-lobby-{name}-{theme}")

    message = letter(STRANGER)
    path = re.search(r"/invited/\S+", text_of(message))
    assert path
    theirs = browser.new_context(base_url=live_server.url, viewport=PHONE)
    other = theirs.new_page()
    for name, size in (("phone", PHONE), ("desk", DESK)):
        for theme in ("light", "dark"):
            other.emulate_media(color_scheme=theme)
            other.set_viewport_size(size)
            other.goto(path[0])
            assert violations(other) == []
            picture(other, f"invite-page-{name}-{theme}")
    other.get_by_label("The name that others will see").fill("Anna")
    other.get_by_role("button", name="Join the game").click()
    expect(other.get_by_text("These names are free:")).to_be_visible()
    assert violations(other) == []
    picture(other, "invite-taken")
    other.get_by_label("The name that others will see").fill("Erin")
    other.get_by_role("button", name="Join the game").click()
    expect(other.get_by_role("heading", name="You have joined as Erin")).to_be_visible()
    assert violations(other) == []
    picture(other, "invite-joined")
    theirs.close()
    paper = browser.new_page(viewport=DESK)
    paper.set_content(html_of(message))
    picture(paper, "invite-mail")
    paper.close()
    page.reload()
    expect(page.locator("li", has_text=STRANGER)).to_contain_text("joined")
