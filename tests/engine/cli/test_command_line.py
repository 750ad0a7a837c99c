"""``python -m engine``: what people and scripts run."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys

import pytest

from engine.cli import main
from tests.paths import ROOT


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """A folder with the records of two games."""
    folder = tmp_path_factory.mktemp("records")
    status = main(
        ["simulate", "--board=japan", "--seats=3", "--games=2", "--seed=7", f"--record={folder}"]
    )
    assert status == 0
    return sorted(folder.iterdir())


def test_it_runs_as_a_module_without_anything_installed():
    """`-I -S` leaves out site-packages, the environment and the working folder."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import runpy; sys.argv[1:] = ['--help']"
    command = [sys.executable, "-I", "-S", "-c", f"{code}; runpy.run_module('engine')"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert "simulate" in answer.stdout


def test_simulate_prints_a_row_a_seat_and_how_the_games_ended(capsys):
    assert main(["simulate", "--games", "3", "--seats", "4", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:4] == ["seat", "bot", "wins", "points"]
    assert [line.split()[:2] for line in lines[1:5]] == [[str(n), "random"] for n in range(4)]
    assert "3 games of usa" in lines[-1]
    assert "ended by: final round 3." in lines[-1]


def test_the_same_seed_simulates_the_same_games(capsys):
    def summary(seed: str) -> dict:
        assert main(["simulate", "--games", "3", "--seed", seed, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert summary("7") == summary("7")
    assert summary("7")["seats"] != summary("8")["seats"]


def test_bots_take_the_seats_in_turn(capsys):
    def seats(*options: str) -> list[str]:
        main(["simulate", "--games=1", "--seats=3", "--json", *options])
        return [row["bot"] for row in json.loads(capsys.readouterr().out)["seats"]]

    assert seats() == ["random", "random", "random"]
    assert seats("--bot=planner") == ["planner", "planner", "planner"]
    assert seats("--bot=planner", "--bot=random") == ["planner", "random", "planner"]


def test_a_table_of_the_wrong_size_is_refused_with_the_right_ones(capsys):
    assert main(["simulate", "--seats", "6"]) == 2
    assert "2, 3, 4, 5" in capsys.readouterr().err


def test_simulate_writes_one_record_a_game_and_nothing_else(records):
    assert [path.name for path in records] == ["japan-3-7-0000.jsonl", "japan-3-7-0001.jsonl"]


def test_records_add_up(records, capsys):
    assert main(["check", *map(str, records)]) == 0
    assert capsys.readouterr().out.count("adds up") == 2


def test_a_changed_record_is_found_and_named(records, tmp_path, capsys):
    lines = records[0].read_text(encoding="utf-8").splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if '"game.card_drawn"' in line)
    row = json.loads(lines[place])
    row["data"]["card"] = "red" if row["data"]["card"] != "red" else "blue"
    lines[place] = json.dumps(row) + "\n"
    forged = tmp_path / "forged.jsonl"
    forged.write_text("".join(lines), encoding="utf-8")
    assert main(["check", str(forged), str(records[1])]) == 1
    told = capsys.readouterr()
    assert f"Event {place - 1}" in told.err
    assert "adds up" in told.out


@pytest.mark.parametrize("content", ["", "not a record\n", "{}\n", "[1]\n[2]\n", "\ufeff{}"])
def test_a_file_that_is_no_record_is_told_so(content, tmp_path, capsys):
    path = tmp_path / "odd.jsonl"
    path.write_text(content, encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert str(path) in capsys.readouterr().err
    assert main(["show", str(path)]) == 2
    assert capsys.readouterr().err


def check(*options, **more):
    """Run the checker as a program."""
    command = [sys.executable, "-m", "engine", "check", *map(str, options)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, **more)


def test_a_record_is_read_from_standard_input_and_quiet_tells_faults_alone(records):
    whole = records[0].read_bytes()
    answer = check("--quiet", "-", input=whole)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, b"", b"")
    answer = check("--quiet", "-", input=whole[:-100])
    assert answer.returncode == 1
    assert answer.stderr.startswith(b"-: Line ")


def test_many_records_end_with_a_count(records, capsys):
    assert main(["check", "--quiet", *map(str, records)]) == 0
    assert capsys.readouterr().err == "2 of 2 add up.\n"


@pytest.mark.slow
def test_a_check_is_held_to_its_memory_and_its_time(records, tmp_path):
    large = tmp_path / "large.jsonl"
    large.write_bytes(b"x" * (64 << 20))
    answer = check("--max-megabytes", 20, large)
    assert answer.returncode == 2
    assert b"not enough memory" in answer.stdout + answer.stderr
    answer = check("--quiet", "--max-seconds", 1, *records * 200)
    assert answer.returncode == -signal.SIGXCPU


def test_a_missing_file_is_told_so(tmp_path, capsys):
    assert main(["check", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_show_tells_the_log_and_the_table(records, capsys):
    assert main(["show", str(records[0])]) == 0
    told = capsys.readouterr().out
    assert "The order of play is" in told
    assert "1. seat" in told


def test_show_tells_a_seat_its_own_cards_and_not_those_of_others(records, capsys):
    def lines(*options: str) -> list[str]:
        assert main(["show", str(records[0]), "--at", "10", *options]) == 0
        return capsys.readouterr().out.splitlines()

    assert not any("dealt" in line or "hand:" in line for line in lines())
    own = lines("--seat", "1")
    assert [line for line in own if "dealt" in line] == [
        line for line in own if "You were dealt" in line
    ]
    assert len([line for line in own if "hand:" in line]) == 1


@pytest.mark.parametrize("options", [["--seat", "3"], ["--at", "99999"], ["--at", "-1"]])
def test_show_refuses_what_the_record_does_not_have(records, options, capsys):
    assert main(["show", str(records[0]), *options]) == 2
    assert " to " in capsys.readouterr().err


def type_in(monkeypatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_play_reads_commands_until_the_player_leaves(monkeypatch, capsys):
    type_in(
        monkeypatch, "help\nkeep 1 2\nshow\nflap\nclaim boston to miami: 9 red\ndraw blind\nquit\n"
    )
    assert main(["play", "--seed", "x", "--bot", "random"]) == 0
    told = capsys.readouterr().out
    assert "keep 1 2 3" in told
    assert "You kept" in told
    assert "You drew a card from the deck" in told
    assert "--seed x" in told


def test_play_offers_what_was_meant_and_does_not_do_it(monkeypatch, capsys):
    type_in(monkeypatch, "keep two\nkepe 1 2\nkeep 1 2, please\ndrwa blind\nquit\n")
    assert main(["play", "--seed", "x", "--bot", "random"]) == 0
    told = capsys.readouterr().out
    assert "“two” does not say which tickets." in told
    assert told.index("Did you mean “keep 1 2”?") < told.index("You kept")
    assert "Did you mean “draw blind”?" in told
    assert "You drew a card" not in told


def test_play_lists_no_more_commands_than_can_be_read(monkeypatch, capsys):
    type_in(monkeypatch, "keep 1 2\nhelp\n")
    assert main(["play", "--seed", "x", "--bot", "random"]) == 0
    assert capsys.readouterr().out.count("claim ") <= 30


def test_bench_gives_every_figure_as_a_number(capsys):
    assert main(["bench", "--seconds", "0", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["events replayed, usa"] > 0
    assert all(value > 0 for value in figures.values())
