from __future__ import annotations

import io

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.timezone import now
from django.utils.translation import override

import engine
from games import log
from games.demo.leagues import NAME, OVER
from games.demo.people import DOMAIN
from games.language.boards import board_name
from games.people.models import Person
from games.tables import selectors
from games.tables.models import Game

OF_ALICE = {"japan", "usa", "team-asia"}


@pytest.mark.slow
def test_the_demo_has_a_game_of_every_kind_and_makes_none_twice(db: None) -> None:
    call_command("demo", stdout=io.StringIO())
    others = set(engine.board_names()) - OF_ALICE
    games = Game.objects.filter(season_game=None).values_list("status", "board")
    assert sorted(games) == sorted(
        [("finished", "japan"), ("open", "japan")]
        + [("running", board) for board in OF_ALICE | others]
    )
    alice = Person.objects.get(email=f"alice@{DOMAIN}")
    waiting = list(selectors.seats_to_move(alice))
    assert {(seat.game.board, seat.kind) for seat in waiting} == {
        (board, "turn") for board in OF_ALICE
    }
    asia = next(seat.game for seat in waiting if seat.game.board == "team-asia")
    page = _page(alice, asia)
    assert "tunnel, turn up" in page[page.index('id="routes-now"') : page.index('id="routes-open"')]
    assert "with Bob, against Charlie and Dana" in _page(alice)
    bob = Person.objects.get(email=f"bob@{DOMAIN}")
    looks = [seat for seat in selectors.seats_to_move(bob) if seat.game.board in others]
    assert sorted((seat.game.board, seat.kind) for seat in looks) == [
        (board, "turn") for board in sorted(others)
    ]
    for seat in looks:
        assert seat.game.seats.exclude(bot="").count() == seat.game.seats.count() - 1
        assert log.load(seat.game).turn > 6
        with override(bob.language):
            name = board_name(engine.load_board(seat.game.board))
        assert name in _page(bob, seat.game)
    assert all(seat.due_at > now() for seat in [*waiting, *looks])
    season = Game.objects.filter(season_game__division__season__league__name=NAME)
    assert season.filter(status="finished").count() == OVER
    assert season.filter(status="running").count() == 12 - OVER
    assert "Lamplighters" in _page(alice, url="/leagues/")
    for game in [*Game.objects.exclude(status="open").filter(season_game=None), season[0]]:
        assert log.verify(game) == []
    codes = set(Game.objects.values_list("code", flat=True))
    call_command("demo", stdout=io.StringIO())
    assert set(Game.objects.values_list("code", flat=True)) == codes


def _page(person: Person, game: Game | None = None, *, url: str = "/") -> str:
    browser = Client()
    browser.force_login(person)
    return browser.get(f"/games/{game.code}/" if game else url).content.decode()
