"""The file of a new board, and nothing else: it is played, drawn, listed, and played in leagues."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client

import engine
from engine import record
from engine.board import loading
from games.leagues.models import Season, SeasonGame
from games.leagues.season.plan import game_kind
from games.leagues.season.risk import season_risks
from games.leagues.season.runner import run_season
from games.leagues.season.standings import division_standings
from games.log.records import export_record
from games.people.models import Person
from games.tables.models import GameStatus
from tests.engine.board.samples import ring_board, write
from tests.fixtures.games import NOW, Starter
from tests.games.leagues.conftest import (
    STARTS,
    a_plan,
    announced,
    crowd,
    director,
    league,
    play_out,
    registered,
)

__all__ = ["announced", "crowd", "director", "league", "registered"]

DAY = timedelta(days=1)


@pytest.fixture
def ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> engine.Board:
    """A board that is there for this test, beside those of the repository."""
    for path in loading.BOARD_FOLDER.glob("*.json"):
        shutil.copy(path, tmp_path)
    write(tmp_path, ring_board())
    monkeypatch.setattr(loading, "BOARD_FOLDER", tmp_path)
    return engine.load_board("ring")


def test_a_new_board_with_known_mechanics_is_a_file_and_nothing_else(
    ring: engine.Board, begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, board="ring")
    play_out(game, NOW)
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    assert record.check(record.load(export_record(game))) == []
    browser = Client()
    with time_machine.travel(NOW, tick=False):
        landing = browser.get("/").content.decode()
        assert "10 boards" in landing
        assert "Lantern Island for two and three players, Ring for two to six players" in landing
        for address in (f"/games/{game.code}/", f"/games/{game.code}/replay/?at={game.version}"):
            page = browser.get(address).content.decode()
            assert "Ring" in page
            assert 'class="board"' in page
        page = browser.get("/boards/ring/").content.decode()
        assert page.count('<th scope="row">') == len(ring.tracks)
        picture = browser.get("/boards/ring/picture.png").content
        assert picture.startswith(b"\x89PNG")
        for language, parts in {"en": "B, J and A", "nl": "B, J en A"}.items():
            page = browser.get("/rules/", headers={"accept-language": language}).content.decode()
            row = f"<td>Ring</td>\n<td>2, 3, 4, 5, 6</td>\n<td>{parts}</td>"
            assert row in page
        browser.force_login(alice)
        assert "Ring (2–6)" in browser.get("/lobby/new/").content.decode()


@pytest.mark.slow
def test_a_league_is_played_on_a_new_board_by_six_sides(
    ring: engine.Board, registered: Callable[..., Season], director: Person
) -> None:
    plan = a_plan([game_kind("ring", [6], 1)], division_size=6)
    season = registered(6, plan)
    run_season(season=season, now=STARTS)
    drawn = SeasonGame.objects.get()
    assert drawn.game is not None
    assert ring.typical_length(2) == 150
    risks = season_risks(season, now=STARTS + DAY)
    assert [pace.board for pace in risks.paces] == ["Ring"]
    play_out(drawn.game, STARTS + DAY)
    run_season(season=season, now=STARTS + 2 * DAY)
    (table,) = division_standings(season).values()
    assert sum(line.points for line in table) == sum(plan.points[6])
    browser = Client()
    browser.force_login(director)
    with time_machine.travel(STARTS + 2 * DAY, tick=False):
        form = browser.get("/leagues/night-club/plan/").content.decode()
    assert "Points by place at a table with 6 sides" in form


@pytest.mark.django_db
def test_a_new_board_has_a_game_with_lessons(ring: engine.Board, client: Client) -> None:
    assert "/learn/ring/begin/" in client.get("/learn/").content.decode()
    address = client.post("/learn/ring/begin/").headers["Location"]
    assert "Take a card" in client.get(address).content.decode()
    assert client.get("/rules/ring/").status_code == 200
