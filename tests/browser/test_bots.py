"""Levels, a hint and a review, as somebody sees them who plays against bots."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.timezone import now
from playwright.sync_api import Page, expect

import engine
from engine.bots import choose_action
from games import log
from games.common.work import HINTS, REVIEWS
from games.lobby import GameOptions, create_game
from games.notifications.leases import make_due
from games.people.models import Person
from games.play import bot_process, submit_action
from games.practice import hints
from games.review import reviews
from games.review.models import Review
from games.tables.models import Game
from tests.conftest import PeopleFactory


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(hints, "PLAYOUTS", 60)
    monkeypatch.setattr(reviews, "PLAYOUTS", 30)
    yield
    bot_process.end_idle()


@pytest.fixture
def alice(live_server: Any, people: PeopleFactory) -> Person:
    return people("Alice")


def against_bots(person: Person, *, until_over: bool) -> Game:
    """A game of a person and two bots, to the person's first turn or to its end."""
    options = GameOptions(
        board="usa", seats=3, bots=["level-2", "level-4"], order_fixed=True, name="Evening train"
    )
    game = create_game(organiser=person, options=options, now=now())
    dice = random.Random(5)
    while (state := log.load(game)).outcome is None:
        if state.turn and state.turn_seat == 0 and not until_over:
            break
        seat = next(iter(state.pending))
        bot = "random" if seat == 0 and state.turn % 5 == 0 else "planner"
        submit_action(
            game=game,
            seat=seat,
            decision=state.decision_seqs[seat],
            actions=[choose_action(bot, engine.view(state, seat), dice)],
            actor=str(seat),
            now=now(),
        )
    game.refresh_from_db()
    return game


def look(
    page: Page, name: str, violations: Callable[[Page], Any], picture: Callable[[Page, str], Path]
) -> None:
    """Hold a page against WCAG, at two widths by day and by night, and take pictures."""
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert violations(page) == []
            picture(page, f"{name}-{width}-{scheme}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_hint_comes_to_the_page_by_itself(
    alice: Person,
    page: Page,
    log_in: Callable[[Person], None],
    violations: Callable[[Page], Any],
    picture: Callable[[Page, str], Path],
) -> None:
    game = against_bots(alice, until_over=False)
    log_in(alice)
    page.goto(f"/games/{game.code}/")
    expect(page.get_by_text("Your first hint makes this a practice game")).to_be_visible()
    look(page, "hint-before", violations, picture)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("Working out a hint")).to_be_visible()
    assert make_due(HINTS, now=now()) == 1
    best = page.locator(".hint-best")
    expect(best).to_be_visible()
    look(page, "hint", violations, picture)
    best.click()
    expect(page).to_have_url(re.compile("/move/"))


def test_a_review_is_made_while_the_page_is_open_then_shared_and_read(
    alice: Person,
    page: Page,
    log_in: Callable[[Person], None],
    violations: Callable[[Page], Any],
    picture: Callable[[Page, str], Path],
) -> None:
    game = against_bots(alice, until_over=True)
    log_in(alice)
    page.goto(f"/games/{game.code}/")
    page.get_by_role("link", name="Review my decisions").click()
    look(page, "review-before", violations, picture)
    page.get_by_role("button", name="Review my decisions").click()
    expect(page.get_by_text("Your review is being made")).to_be_visible()
    make_due(REVIEWS, now=now())
    page.reload()
    look(page, "review-being-made", violations, picture)
    while make_due(REVIEWS, now=now()):
        pass
    assert Review.objects.get().status == "ready"
    expect(page.get_by_role("heading", name="The decisions that mattered")).to_be_visible()
    look(page, "review", violations, picture)
    page.locator("#audience").select_option("everyone")
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_text("Your review is shared.")).to_be_visible()
    page.locator(".review-list a").first.click()
    expect(page).to_have_url(re.compile("/replay/"))


def test_the_levels_are_explained_and_chosen(
    alice: Person,
    page: Page,
    log_in: Callable[[Person], None],
    violations: Callable[[Page], Any],
    picture: Callable[[Page, str], Path],
) -> None:
    log_in(alice)
    for address, name in (
        ("/learn/bots/", "levels"), ("/lobby/", "levels-lobby"), ("/learn/", "levels-learn"),
    ):  # fmt: skip
        page.goto(address)
        for folded in page.locator("main details").all():
            folded.evaluate("one => { one.open = true }")
        look(page, name, violations, picture)
    page.goto("/lobby/")
    page.get_by_label("Level of the bots").first.select_option("level-1")
    page.get_by_role("button", name="Play now").first.click()
    expect(page.get_by_text("Apprentice (")).to_be_visible()
