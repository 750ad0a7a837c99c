"""People read the names of boards, never the keys by which programs know them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
import time_machine
from django.test import Client

from games.common.errors import Refused
from games.leagues.models import Season
from games.leagues.season.plan import game_kind
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.players.models import RatingChange
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    OPENS,
    STARTS,
    a_plan,
    announced,
    crowd,
    director,
    league,
    registered,
)
from tests.games.moderation.conftest import adam, mona

__all__ = ["adam", "announced", "crowd", "director", "league", "mona", "registered"]

KEY = re.compile(
    r"(?<![\w/.-])(usa|japan|team-asia|india|switzerland|lantern-island|europe|nordic"
    r"|legendary-asia)(?![\w/.-])"
)


def visible(html: str) -> str:
    """The text of a page without scripts, styles, tags and their contents."""
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", html))


def browser_of(person: Person | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


@pytest.fixture
def plan() -> object:
    return a_plan([game_kind("team-asia", [4], 2), game_kind("usa", [2], 1)], division_size=8)


def test_what_cannot_be_paired_names_the_board(
    announced: Callable[..., Season],
    crowd: Callable[[int], list[Person]],
    director: Person,
    plan: object,
) -> None:
    season = announced(plan)
    for person in crowd(3):
        register(season=season, person=person, now=OPENS)
    browser = browser_of(director)
    with time_machine.travel(OPENS + DAY):
        page = visible(browser.get("/leagues/night-club/1/direct/").content.decode())
        assert "A table on Team Asia has 4 seats" in page
        assert not KEY.findall(page)
        form = browser.get("/leagues/night-club/plan/").context["form"]
        data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
        data |= {"board_1": "team-asia", "seats_1": "4", "games_1": "1", "division_size": "9"}
        refused = visible(browser.post("/leagues/night-club/plan/", data).content.decode())
    assert "games on Team Asia at tables" in refused
    assert not KEY.findall(refused)


def test_no_page_of_a_league_and_no_mail_about_it_shows_a_key(
    announced: Callable[..., Season],
    crowd: Callable[[int], list[Person]],
    director: Person,
    alice: Person,
    plan: object,
    inbox: Inbox,
) -> None:
    season = announced(plan)
    for person in (*crowd(7), alice):
        register(season=season, person=person, now=OPENS)
    texts = {"mails at first": "\n".join(text_of(mail) for mail in inbox(at=OPENS))}
    pages = ["", "direct/", "division/1/", "risk/", "standings.csv", "season.ics", "decisions/"]
    for moment in (CLOSES, STARTS):
        run_season(season=season, now=moment)
        texts[f"mails of {moment}"] = "\n".join(text_of(mail) for mail in inbox(at=moment))
        with time_machine.travel(moment):
            for page in pages if moment == STARTS else pages[:3]:
                answer = browser_of(director).get(f"/leagues/night-club/1/{page}")
                assert answer.status_code == 200, page
                texts[f"{page} at {moment}"] = visible(answer.content.decode())
    assert "Team Asia" in "".join(texts.values())
    for where, text in texts.items():
        assert not KEY.findall(text), where


def test_no_page_of_a_game_or_of_the_site_shows_a_key(
    begin: Starter, alice: Person, bob: Person, mona: Person, inbox: Inbox
) -> None:
    game: Game = begin(alice, bob)
    keep_all(game, 0, 1)
    create_game(organiser=alice, options=GameOptions(board="japan", seats=2), now=NOW)
    for address, person in {
        "/": alice,
        "/lobby/": None,
        "/lobby/new/": alice,
        "/seats/": alice,
        "/ranking/": None,
        "/ranking/usa/": None,
        "/people/Alice/": None,
        "/rules/": None,
        "/boards/usa/": None,
        "/settings/notices/": alice,
        f"/games/{game.code}/": alice,
        f"/games/{game.code}/clock/": alice,
        f"/games/{game.code}/replay/": alice,
        f"/games/{game.code}/decisions/": bob,
        f"/direct/{game.code}/": mona,
        "/moderation/": mona,
    }.items():
        with time_machine.travel(NOW, tick=False):
            answer = browser_of(person).get(address)
        assert answer.status_code == 200, address
        assert not KEY.findall(visible(answer.content.decode())), address
    mails = "\n".join(text_of(mail) for mail in inbox())
    assert "USA" in mails
    assert not KEY.findall(mails)


def test_the_admin_shows_names_and_filters_by_them(
    begin: Starter, alice: Person, bob: Person, adam: Person
) -> None:
    game = begin(alice, bob)
    for board in ("usa", ""):
        RatingChange.objects.create(
            game=game, at=NOW, number=0, person=alice, board=board, place=1,
            mu_before=25, sigma_before=8, mu_after=26, sigma_after=7,
        )  # fmt: skip
    browser = browser_of(adam)
    for address, rows in {"": 2, "?of=usa": 1, "?of=all": 1, "?of=japan": 0}.items():
        page = browser.get(f"/admin/games/ratingchange/{address}").content.decode()
        assert page.count('class="field-of_board') == rows, address
        assert not KEY.findall(visible(page)), address
    assert "Team Asia" in page


def test_a_board_that_there_is_not_is_answered_with_names(alice: Person) -> None:
    for make in (
        lambda: create_game(
            organiser=alice, options=GameOptions(board="atlantis", seats=2), now=NOW
        ),
        lambda: game_kind("atlantis", [2], 1),
    ):
        with pytest.raises(
            Refused,
            match=r"Choose one of: Europe, India, Japan, Lantern Island, Legendary Asia, Nordic",
        ):
            make()
