from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

import engine
from engine import record, wire
from engine.actions import Draw
from engine.bots import choose_action
from games import log
from games.common.errors import Refused
from games.lobby import GameOptions, create_game
from games.log.models import LogProof
from games.log.proofs import prove_due_logs
from games.people.models import Person
from games.play import play_bots
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all


@pytest.fixture
def running(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    game.refresh_from_db()
    return game


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The record of a game that two bots played elsewhere."""
    chance = engine.Chance.from_seed(11, 2)
    board = engine.load_board("usa")
    events = engine.setup_events(board, 2, chance)
    told: list[tuple] = [(event, "table", None) for event in events]
    game = engine.replay(board, events)
    while game.outcome is None:
        seat = min(game.pending)
        action = choose_action("random", engine.view(game, seat))
        first, *rest = game.play(seat, action, chance)
        told.append((first, str(seat), {**wire.encode_action(action), "seat": seat}))
        told += [(event, str(seat), None) for event in rest]
    header = record.Header("usa", board.digest, 2, chance.commitment, list(chance.contributions))
    return list(record.dump(record.record_game(told, header, chance.secret)))


@pytest.fixture
def finished(db: None, lines: list[str], now: datetime) -> Game:
    return log.import_record(lines, now=now)


def test_a_record_comes_in_as_a_finished_game_without_people(
    finished: Game, lines: list[str]
) -> None:
    assert finished.status == "finished"
    assert finished.result == json.loads(lines[-1])["result"]
    assert [(seat.person, seat.bot) for seat in finished.seats.all()] == [(None, "")] * 2
    for score in finished.result["scores"]:
        for seat in finished.seats.filter(number__in=score["seats"]):
            assert (seat.place, seat.points) == (score["place"], score["total"])
    assert log.verify(finished) == []


def test_a_record_goes_out_as_it_came_in(finished: Game, lines: list[str]) -> None:
    # PostgreSQL keeps the keys of an object in an order of its own.
    assert [*map(json.loads, log.export_record(finished))] == [*map(json.loads, lines)]


def test_a_game_played_here_is_read_elsewhere(
    begin: Starter, alice: Person, tamper: None, now: datetime
) -> None:
    game = begin(alice, bots=["random"], contribution="a lamp — één")
    # A bot takes the chair of the person, so that the game ends in one call.
    game.seats.filter(number=0).update(person=None, bot="random")
    play_bots(game=game, now=now)
    game.refresh_from_db()
    told = list(log.export_record(game))
    log.models.Event.objects.filter(game=game).delete()
    copy = log.import_record(told, now=now)
    assert copy.code != game.code
    assert copy.result == game.result
    assert list(log.export_record(copy)) == told


def test_a_worker_proves_the_log_that_a_record_brought(finished: Game, now: datetime) -> None:
    assert prove_due_logs(now=now) == (1, 0)
    assert LogProof.objects.get(game=finished).seq == finished.version


def test_a_game_is_not_imported_twice(finished: Game, lines: list[str], now: datetime) -> None:
    with pytest.raises(Refused, match="already here"):
        log.import_record(lines, now=now)


def change(place: int, how: Callable[[dict], None]) -> Callable[[list[str]], None]:
    def apply(lines: list[str]) -> None:
        data = json.loads(lines[place])
        how(data)
        lines[place] = json.dumps(data)

    return apply


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda lines: lines.__setitem__(4, "nonsense"), "Line 5 is not JSON"),
        (lambda lines: lines.pop(0), "Line 1: a record begins with its header"),
        (lambda lines: lines.pop(), "closes with its end line"),
        (lambda lines: lines.pop(7), "Event 7 is where event 6 belongs"),
        (change(9, lambda row: row.update(actor="9")), "Line 10: the actor '9'"),
        (change(9, lambda row: row.update(version=7)), "Line 10: Version 7"),
        (change(9, lambda row: row.update(type="game.meteor")), "Line 10: .*unknown"),
        (change(-1, lambda row: row.update(secret="00" * 32)), "not the one that was committed"),
        (change(-1, lambda row: row.update(result=None)), "result is not the one"),
        (change(-1, lambda row: row.update(hash="0" * 64)), "hash"),
        (change(0, lambda row: row.update(board="atlantis")), "atlantis"),
        (change(0, lambda row: row.update(board_digest="0" * 64)), "facts of the board"),
        (change(0, lambda row: row.update(rules_version="2")), "rules version"),
        (change(0, lambda row: row.update(seats=9)), "2 contributions for 9 seats"),
        (change(0, lambda row: row.update(seats="two")), "Line 1: .* 'seats'"),
        (change(0, lambda row: row.update(contributions=[1, 2])), "Line 1: the header"),
        (change(-2, lambda row: row.update(at="2026-11-21")), "hash is not that of the last"),
        (change(0, lambda row: row.update(contributions=["x", "y"])), "not what the rules"),
    ],
)
def test_a_record_that_does_not_add_up_is_refused_with_the_place(
    db: None,
    lines: list[str],
    now: datetime,
    spoil: Callable[[list[str]], object],
    words: str,
) -> None:
    spoilt = lines.copy()
    spoil(spoilt)
    with pytest.raises(Refused, match=words):
        log.import_record(spoilt, now=now)
    assert not Game.objects.exists()


def test_a_running_game_gives_a_view_that_says_it_proves_nothing(running: Game) -> None:
    header, *lines = map(json.loads, log.export_record(running, seat=0))
    assert "proves nothing" in header["notice"]
    assert len(lines) == running.version + 1
    for line in lines:
        assert not {"salt", "hash", "prev_hash", "action", "secret"} & set(line)


def test_a_view_tells_a_seat_its_own_cards_and_no_others(running: Game) -> None:
    def drawn(seat: int | None) -> list[dict]:
        lines = map(json.loads, log.export_record(running, seat=seat))
        return [line["data"] for line in lines if line.get("type") == "game.card_drawn"]

    assert all("card" in data for data in drawn(0))
    assert all("card" not in data for data in drawn(1))
    assert all("card" not in data for data in drawn(None))


def test_a_view_of_a_running_game_is_refused_as_a_record(running: Game, now: datetime) -> None:
    with pytest.raises(Refused, match="record is incomplete"):
        log.import_record(log.export_record(running), now=now)


def test_a_game_in_the_lobby_has_nothing_to_export(alice: Person, now: datetime) -> None:
    with pytest.raises(Refused, match="not begun"):
        log.export_record(
            create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)
        )


def test_an_odd_time_is_refused_with_its_line(db: None, lines: list[str], now: datetime) -> None:
    told = record.load(lines)
    told.entries[-1] = replace(told.entries[-1], at="2026-01-01T00:00:00+00:00")
    with pytest.raises(Refused, match=rf"Line {len(lines) - 1}: the time .* is not in the form"):
        log.import_record(record.dump(told), now=now)


def test_the_commands_carry_a_game_through_a_file(
    finished: Game, tamper: None, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    call_command("export_record", finished.code, output=path, stderr=StringIO())
    log.models.Event.objects.filter(game=finished).delete()
    out = StringIO()
    call_command("import_record", path, stdout=out)
    assert Game.objects.latest("pk").code in out.getvalue()


def test_the_checker_without_a_database_agrees(finished: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    call_command("export_record", finished.code, output=path, stderr=StringIO())
    checked = subprocess.run([sys.executable, "-m", "engine", "check", path], capture_output=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    path.write_text(path.read_text().replace('"actor":"1"', '"actor":"0"', 1))
    checked = subprocess.run([sys.executable, "-m", "engine", "check", path], capture_output=True)
    assert checked.returncode != 0


def test_the_export_command_never_overwrites_a_file(finished: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("precious")
    with pytest.raises(CommandError, match="exists already"):
        call_command("export_record", finished.code, output=path)
    assert path.read_text() == "precious"


def test_the_import_command_names_the_file_that_it_refuses(db: None, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("nonsense\n")
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("import_record", path, stdout=out)
    assert f"{path}: This record is incomplete. Line 1 is not JSON" in out.getvalue()
