"""Games of a season are played by the players of load, turn after turn."""

from __future__ import annotations

from queue import Queue
from typing import Any
from unittest.mock import Mock

import pytest

from games import log
from games.leagues.models import SeasonGame
from tests.tools.load.filling import fill
from tools.load.players import MOVES, SEASON, VISITS, Players, Turn
from tools.load.turns import season_turns_now, turns_now


class _Moving(Players):
    """Players whose moves are all accepted, or none."""

    accepted = True

    def _move(self, browser: Any, turn: Turn) -> bool:
        return self.accepted


def in_season(turn: Turn) -> tuple[_Moving, Queue[Turn], Mock]:
    season, browser = Queue[Turn](), Mock()
    season.put(turn)
    return _Moving(1, [], Queue(), season=season), season, browser


@pytest.mark.django_db
def test_every_game_of_the_season_waits_for_a_turn_that_only_visits_of_the_season_take() -> None:
    fill(30)
    games = [one.game for one in SeasonGame.objects.select_related("game")]
    assert len(games) > 10
    for game in games:
        assert game is not None
        assert log.load(game).turn == 1
        assert log.verify(game) == []
    turns = season_turns_now()
    assert {turn.code for turn in turns} == {game.code for game in games if game is not None}
    for turn in turns:
        assert len({turn.cookie, *turn.after}) == 2
    others = {turn.code for turn in turns_now()}
    assert others
    assert not others & {turn.code for turn in turns}


def test_after_a_move_in_a_season_the_page_of_it_is_read_and_the_next_one_moves() -> None:
    players, season, browser = in_season(Turn("abc", "anna", ("bert", "carl")))
    players._move_in_season(browser)
    assert season.get_nowait() == Turn("abc", "bert", ("carl", "anna"))
    browser.get.assert_called_once_with("season", SEASON, "anna")


def test_a_game_of_a_season_in_which_no_move_is_accepted_is_left_and_no_more_of_them_is_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tools.load.players.PATIENCE", 0.01)
    players, season, browser = in_season(Turn("abc", "anna", ("bert",)))
    players.accepted = False
    players._move_in_season(browser)
    assert season.empty()
    assert not players.tally.failures
    players._move_in_season(browser)
    assert players.tally.failures == {"no turn in a season": 1}


def test_visits_of_the_season_are_some_of_a_hundred_and_none_of_a_run_of_moves() -> None:
    assert sum(VISITS.values()) == 100
    assert "league" in VISITS
    assert [*MOVES] == ["move"]
