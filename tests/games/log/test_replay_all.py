"""`manage.py replay_all`: what rows say otherwise than the logs."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games.log.models import Event
from games.people.models import Person
from games.play.end_game import adjudicate_game, void_game
from games.tables.models import Game
from tests.fixtures.commands import environment_of_the_test
from tests.fixtures.games import NOW, Starter
from tests.paths import ROOT


def replayed(*codes: str) -> str:
    out = StringIO()
    call_command("replay_all", *codes, processes=1, stdout=out, stderr=StringIO())
    return out.getvalue()


def found(*codes: str) -> str:
    out = StringIO()
    with pytest.raises(CommandError) as raised:
        call_command("replay_all", *codes, processes=1, stdout=out, stderr=StringIO())
    assert "verify_log" in str(raised.value)
    assert "A log with faults" in str(raised.value)
    return out.getvalue()


def test_games_in_play_and_finished_ones_replay_to_their_rows(game: Game, played: Game) -> None:
    assert replayed().startswith("2 games replay to their rows")


def test_games_that_a_director_ended_replay_to_their_rows(
    begin: Starter, alice: Person, bob: Person, played: Game
) -> None:
    first, second = begin(alice, bob), begin(alice, bob, board="japan")
    adjudicate_game(game=first, places=None, actor="director", reason="", now=NOW)
    void_game(game=second, actor="director", reason="", now=NOW)
    void_game(game=played, actor="director", reason="", now=NOW)
    assert replayed().startswith("3 games")


def test_a_game_that_waits_for_players_has_nothing_to_replay(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(code="aaaaaaaa")
    waiting = Game.objects.create(board="usa", seat_count=2, created_at=NOW)
    assert replayed().startswith("2 games")
    Game.objects.filter(pk=waiting.pk).update(version=3)
    assert f"{waiting.code}: The game has begun, and its log is empty." in found()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"decision": 1}, "Seat 0 waits for decision 1; the log says"),
        ({"kind": "keep"}, "Seat 0 waits for a 'keep'; the log says 'turn'."),
        ({"due_at": None}, "Seat 0 has a decision without a deadline."),
        ({"opened_at": None}, "Seat 0 has a decision, and no clock that runs."),
        ({"over_at": NOW}, "Seat 0 ended at 2026"),
        ({"place": 1}, "Seat 0 has place 1 and None points; the result says nothing."),
    ],
)
def test_a_seat_that_differs_is_reported(game: Game, changed: dict[str, object], said: str) -> None:
    game.seats.filter(number=0).update(**changed)
    assert f"{game.code}: {said}" in found()


def test_a_clock_without_a_decision_is_reported(game: Game) -> None:
    game.seats.filter(number=1).update(due_at=NOW)
    assert "Seat 1 has nothing to decide, and yet a clock that runs." in found(game.code)


def test_a_status_that_differs_is_reported(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=NOW)
    assert "The game is finished; by its log it is running." in found()


def test_points_and_times_of_a_finished_game_are_compared(played: Game) -> None:
    played.seats.filter(number=1).update(points=F("points") + 1)
    Game.objects.filter(pk=played.pk).update(ended_at=NOW + timedelta(days=1))
    said = found()
    assert "Seat 1 has place" in said
    assert "the last event of its log is of" in said


def test_an_event_that_is_missing_is_reported(game: Game, tamper: None) -> None:
    Event.objects.filter(game=game, seq=2).delete()
    assert "Event 2 is missing; event 3 is the next." in found()


def test_a_log_that_cannot_be_read_is_reported_and_the_others_are_compared(
    game: Game, played: Game, tamper: None
) -> None:
    Event.objects.filter(game=game, seq=1).update(type="game.unheard_of")
    said = found()
    assert "The log cannot be replayed" in said
    assert played.code not in said


def test_a_sample_is_spread_over_all_games(begin: Starter, alice: Person, bob: Person) -> None:
    for _ in range(4):
        begin(alice, bob)
    out = StringIO()
    call_command("replay_all", sample=2, processes=1, stdout=out)
    assert out.getvalue().startswith("2 games")


def test_an_unknown_game_is_named(db: None) -> None:
    with pytest.raises(CommandError, match="There is no game nonesuch"):
        call_command("replay_all", "nonesuch")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_several_processes_find_the_one_game_that_differs(
    begin: Starter, alice: Person, bob: Person
) -> None:
    games = [begin(alice, bob) for _ in range(41)]
    games[30].seats.filter(number=1).update(decision=1)
    done = subprocess.run(
        [sys.executable, "manage.py", "replay_all", "--processes", "2"],
        cwd=ROOT,
        env=environment_of_the_test(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith(f"{games[30].code}: Seat 1 waits for decision 1; the log says")
    assert "1 of 41 games differ from their logs." in done.stderr
