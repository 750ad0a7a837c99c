"""Pages about people: news, groups, opponents, players, games to watch, a late spectator."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.timezone import now
from playwright.sync_api import Page

from games.lobby import GameOptions, create_game
from games.lobby.groups.groups import found_group
from games.lobby.groups.members import accept_invitation, invite_member
from games.people.blocks import block
from games.people.groups import PlayerGroup
from games.people.models import Person
from games.players.follows.following import follow
from games.tables.models import Game, GameStatus

ADDRESSES = (
    "/", "/following/", "/following/people/", "/opponents/", "/players/", "/groups/", "/watch/",
    "/settings/blocked/", "/lobby/?board=usa", "/lobby/new/", "/people/Bob/",
)  # fmt: skip


@pytest.fixture
def company(live_server: Any) -> list[str]:
    """The demo, in which Alice follows Bob and Charlie, and has a group; more addresses to see."""
    call_command("demo", stdout=io.StringIO())
    alice, bob, charlie, dana = (
        Person.objects.get(name=name) for name in ("Alice", "Bob", "Charlie", "Dana")
    )
    for other in (bob, charlie):
        follow(person=alice, other=other, now=now())
    group = found_group(owner=alice, name="Night owls", now=now())
    for other in (bob, charlie):
        invite_member(group=group, owner=alice, person=other, now=now())
    accept_invitation(group=group, person=bob, now=now())
    block(person=alice, other=dana, now=now())
    create_game(
        organiser=bob,
        options=GameOptions(board="usa", seats=3, spectator_hours=12),
        group=PlayerGroup.objects.get(),
        days_for_group=2,
        now=now(),
    )
    running = Game.objects.filter(status=GameStatus.RUNNING, public=True)
    running = running.exclude(seats__person=alice)
    Game.objects.filter(pk__in=list(running.values_list("pk", flat=True)[:1])).update(
        spectator_turns=2
    )
    late = [f"/games/{game.code}/" for game in Game.objects.filter(spectator_turns=2)]
    return [*ADDRESSES, f"/groups/{group.pk}/", *late]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_pages_about_people_keep_to_wcag_and_fit(
    company: list[str],
    page: Page,
    log_in: Callable[[Person], None],
    violations: Callable[[Page], Any],
    picture: Callable[[Page, str], Path],
    width: int,
    height: int,
) -> None:
    log_in(Person.objects.get(name="Alice"))
    page.set_viewport_size({"width": width, "height": height})
    found: dict[str, Any] = {}
    for number, address in enumerate(company):
        page.goto(address)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for violation in violations(page):
                found.setdefault(f"{violation['rule']}: {violation['nodes'][0]}", address)
            picture(page, f"people-{number:02}-{width}-{scheme}")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found[f"{address} scrolls sideways"] = address
    assert found == {}
