"""Proofs of logs that are remembered: what they spare, and what they cannot hide."""

from __future__ import annotations

import logging
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection

from engine.actions import Draw
from games import log, tasks
from games.log import triggers
from games.log.due import GROWING
from games.log.models import Event, LogProof
from games.log.proofs import PROVED_AGAIN, due_games, prove, prove_due_logs
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act


@pytest.fixture
def still(begin: Starter, alice: Person, bob: Person) -> Game:
    """Another game, in which nothing happens."""
    return begin(alice, bob)


def verified(*words: str) -> str:
    out = StringIO()
    call_command("verify_log", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def change(game: Game, seq: int) -> None:
    """Change an early event, as nobody may."""
    triggers.uninstall(connection)
    Event.objects.filter(game=game, seq=seq).update(actor="somebody")
    triggers.install(connection)


def write_anew(game: Game) -> None:
    """Rewrite the whole past of a game, so that it adds up: a minute earlier."""
    triggers.uninstall(connection)
    rows = list(Event.objects.filter(game=game))
    prev = rows[0].prev_hash
    for row in rows:
        row.at -= timedelta(minutes=1)
        row.prev_hash = prev
        prev = row.hash = log.records.entry_of(row).hash()
        row.save()
    triggers.install(connection)
    Game.objects.filter(pk=game.pk).update(head=prev)


def test_only_logs_that_have_changed_are_proved_again(game: Game, still: Game) -> None:
    assert verified("--new").startswith("2 logs are as they were written.")
    assert verified("--new").startswith("0 logs are as they were written.")
    act(game, 0, Draw("blind"), Draw("blind"))
    said = verified("--new")
    assert said.startswith("1 logs are as they were written.")
    assert "Without --new, all are proved." in said


def test_the_whole_log_of_a_game_that_goes_on_is_proved(game: Game) -> None:
    verified("--new")
    change(game, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    with pytest.raises(CommandError, match="1 of 1 logs have faults"):
        verified("--new")


def test_a_change_in_an_unchanging_log_is_found_in_time_and_by_the_full_command(
    still: Game,
) -> None:
    verified("--new")
    change(still, 1)
    with time_machine.travel(NOW + PROVED_AGAIN / 2):
        assert verified("--new").startswith("0 logs")
        with pytest.raises(CommandError, match="1 of 1 logs have faults"):
            verified()
    LogProof.objects.update(tried_at=NOW)
    with time_machine.travel(NOW + PROVED_AGAIN), pytest.raises(CommandError, match="1 of 1"):
        verified("--new")


def test_a_rewritten_past_that_adds_up_is_not_the_past_that_was_proved(
    game: Game,
) -> None:
    assert prove(game=game, now=NOW) == []
    write_anew(game)
    game.refresh_from_db()
    assert log.verify(game) == []
    (fault,) = prove(game=game, now=NOW)
    assert f"Event {game.version} is not the one that stood there on 2026-11-21" in fault
    # It does not become the truth by being looked at.
    assert prove(game=game, now=NOW) == [fault]


def test_a_log_with_faults_stays_unproved(game: Game) -> None:
    change(game, 1)
    assert prove(game=game, now=NOW)
    proof = LogProof.objects.get(game=game)
    assert (proof.seq, proof.proved_at) == (-1, None)


def test_a_worker_proves_what_is_due_and_tells_the_operators_of_faults(
    game: Game, still: Game, caplog: pytest.LogCaptureFixture
) -> None:
    assert prove_due_logs(now=NOW) == (2, 0)
    change(game, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    # A game that goes on is looked at once a day.
    assert prove_due_logs(now=NOW + GROWING / 2) == (0, 0)
    with caplog.at_level(logging.ERROR):
        assert prove_due_logs(now=NOW + GROWING) == (1, 1)
    assert f"Run `manage.py verify_log {game.code}`." in caplog.text
    assert prove_due_logs(now=NOW + GROWING) == (0, 0)


def test_missing_triggers_are_an_error_of_each_run(
    game: Game, tamper: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        tasks.prove_logs()
    assert "restore_triggers" in caplog.text
    assert LogProof.objects.get(game=game).seq == game.version


def test_a_proof_that_fails_by_itself_is_reported_and_keeps_no_other_log_waiting(
    game: Game, still: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    verify = log.verify

    def fail(one: Game) -> list[str]:
        if one.pk == game.pk:
            raise ValueError("no such thing")
        return verify(one)

    monkeypatch.setattr("games.log.proofs.verify", fail)
    assert prove_due_logs(now=NOW) == (2, 1)
    assert f"The log of game {game.code} could not be proved." in caplog.text
    assert LogProof.objects.get(game=still).proved_at == NOW


def test_a_run_is_short_and_the_next_one_goes_on(game: Game, still: Game) -> None:
    assert prove_due_logs(now=NOW, budget=0) == (1, 0)
    assert prove_due_logs(now=NOW, budget=0) == (1, 0)
    assert not due_games(now=NOW, growing=GROWING).exists()


def test_a_game_that_has_not_begun_is_not_due(db: None) -> None:
    Game.objects.create(board="usa", seat_count=2, created_at=NOW)
    assert not due_games(now=NOW).exists()
