"""Two processes answer one decision at the same moment: one wins, and nothing is lost or mixed."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.db import connection, transaction
from django.db.models import Model

from engine.actions import Draw
from games import log
from games.tables.models import Game
from tests.conftest import PeopleFactory
from tests.faults.conftest import ROOT, on_this_database, until
from tests.faults.test_workers import choose, start

pytestmark = pytest.mark.services

SUBMIT = """
from django.utils.timezone import now
import engine
from games.common.errors import Refused
from games.play import submit_action
from games.tables.models import Game
try:
    submit_action(game=Game.objects.get(), seat=0, decision={decision}, actor="0", now=now(),
                  actions=[engine.actions.Draw("{source}")], key={key!r})
    print("accepted")
except Refused as refusal:
    print(type(refusal).__name__)
"""
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock'"


def at_once(row: Model, *commands: str) -> list[str]:
    """Let processes come to a locked row, one after the other, and open it.

    Gets what they say, in their order. All of them have come before the first goes on.
    """
    processes: list[subprocess.Popen[str]] = []
    try:
        with transaction.atomic():
            type(row)._default_manager.select_for_update().get(pk=row.pk)
            for command in commands:
                processes.append(
                    subprocess.Popen(
                        [sys.executable, "manage.py", "shell", "-v", "0", "-c", command],
                        cwd=ROOT,
                        env=on_this_database(),
                        stdout=subprocess.PIPE,
                        text=True,
                    )
                )
                until(lambda: waiting() == len(processes))
        return [process.communicate(timeout=60)[0].strip() for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def waiting() -> int:
    with connection.cursor() as cursor:
        # A transaction sees the others as they were when it first looked.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(WAITING, [connection.settings_dict["NAME"]])
        return int(cursor.fetchone()[0])


@pytest.fixture
def game(transactional_db: None, people: PeopleFactory) -> Game:
    """It is the turn of seat 0."""
    if connection.vendor != "postgresql":
        pytest.fail("needs PostgreSQL: make test-services")
    game = start([people("Alice"), people("Bob")], bots=0)
    choose(game, 0, 1)
    return game


def test_of_two_answers_from_two_processes_one_counts(game: Game) -> None:
    row = log.load(game).row
    card = next(card for card in row if card and card != "locomotive")
    decision = log.load(game).decision_seqs[0]
    answers = at_once(
        game,
        SUBMIT.format(decision=decision, source="blind", key=None),
        SUBMIT.format(decision=decision, source=card, key=None),
    )
    assert sorted(answers) == ["Stale", "accepted"]
    made = [line.action for line in log.events(game, after=decision) if line.action]
    assert made in ([Draw("blind")], [Draw(card)])
    assert log.verify(Game.objects.get()) == []


def test_a_request_that_two_processes_get_is_carried_out_once_and_answered_twice(
    game: Game,
) -> None:
    decision = log.load(game).decision_seqs[0]
    command = SUBMIT.format(decision=decision, source="blind", key="one request")
    assert at_once(game, command, command) == ["accepted", "accepted"]
    made = [line.action for line in log.events(game, after=decision) if line.action]
    assert made == [Draw("blind")]
    assert log.verify(Game.objects.get()) == []
