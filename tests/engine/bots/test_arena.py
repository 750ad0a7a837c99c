"""The arena: the same bouts, swapped sides, Elo with intervals, and going on from kept games."""

from __future__ import annotations

import json

import pytest

import engine
from engine.bots.arena import Bout, Result, bouts, play_bout, ratings
from engine.cli import main

USA = engine.load_board("usa")


def test_a_shuffle_comes_back_with_the_first_bot_on_every_side():
    wanted = bouts(USA, 3, ["planner", "random"], 2, "swap")
    assert [bout.side for bout in wanted] == [0, 1, 2, 0, 1, 2]
    assert len({bout.seed for bout in wanted}) == 2
    assert len(bouts(engine.load_board("team-asia"), 4, ["planner", "random"], 1, "swap")) == 2


def test_the_same_bout_ends_the_same():
    bout = Bout("planner", "random", "same", 1)
    assert play_bout(USA, 2, bout) == play_bout(USA, 2, bout)
    assert play_bout(USA, 2, bout).won == 1.0


def test_elo_follows_the_share_of_games():
    """Three of four games are 191 points of Elo; the half game each way takes a few off."""
    results = [
        Result(Bout("level-4", "planner-1", f"shuffle {number}", side), won, won, 0)
        for number in range(50)
        for side, won in ((0, 1.0), (1, 1.0 if number % 2 else 0.0))
    ]
    strong, planner = ratings(results, ["level-4", "planner-1"])
    assert (planner.bot, planner.elo) == ("planner-1", 1500)
    assert 1670 < strong.elo < 1695
    assert 1600 < strong.low < strong.elo < strong.high < 1800


def test_the_command_goes_on_from_the_games_that_it_kept(tmp_path, capsys):
    kept = tmp_path / "games.jsonl"

    def arena(shuffles: int) -> dict:
        arguments = ["arena", "--bot=planner", "--bot=random", f"--shuffles={shuffles}", "--json"]
        assert main([*arguments, f"--results={kept}"]) == 0
        return json.loads(capsys.readouterr().out)

    assert arena(1)["games"] == 2
    first = kept.read_text().splitlines()
    summary = arena(2)
    assert kept.read_text().splitlines()[:2] == first
    assert len(kept.read_text().splitlines()) == summary["games"] == 4
    assert arena(2) == summary
    assert summary["elo"][0]["bot"] == "planner"
    assert summary["pairs"][0]["won"] > 0.5


def test_the_command_prints_tables(capsys):
    assert main(["arena", "--bot=planner-1", "--bot=random", "--shuffles=1"]) == 0
    shown = capsys.readouterr().out
    assert "usa, 2 seats, 2 games" in shown
    assert "planner-1  1500" in shown


def test_a_search_of_any_number_of_playouts_competes(capsys):
    small = ["arena", "--board=lantern-island", "--shuffles=1", "--json"]
    assert main([*small, "--bot=search-2", "--bot=random"]) == 0
    assert {one["bot"] for one in json.loads(capsys.readouterr().out)["elo"]} == {
        "search-2", "random",
    }  # fmt: skip
    with pytest.raises(SystemExit):
        main(["arena", "--bot=search-many"])
    assert "there is no bot 'search-many'" in capsys.readouterr().err
