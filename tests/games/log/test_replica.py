"""Commands that look at logs while others write, and on a replica, which nobody writes to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any, Final

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from engine.actions import Draw
from games.common.snapshots import snapshot
from games.log.replaying import replay_faults
from games.tables.models import Game, Seat
from tests.fixtures.games import act
from tests.games.races.together import Act, begin

LONGEST: Final = 60.0
"""Seconds after which somebody waits for ever."""

# What is committed is looked at, over more than one connection.
pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def just_before_seats_are_read(deed: Act[object]) -> Iterator[list[str]]:
    """Let a deed be done on another connection before the first query for seats here.

    The list holds that query once the deed is done.
    """
    met: list[str] = []

    def watch(execute: Any, sql: str, *rest: Any) -> Any:
        if 'FROM "games_seat"' in sql and not met:
            begin(deed).result(LONGEST)
            met.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        yield met


@contextmanager
def locked(game: Game) -> Iterator[None]:
    """Let another connection hold the lock of a game, as one that makes a move does."""
    held, looked = threading.Event(), threading.Event()

    def hold() -> bool:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            held.set()
            return looked.wait(LONGEST / 2)

    holder = begin(hold)
    try:
        assert held.wait(LONGEST)
        yield
    finally:
        looked.set()
        looked_meanwhile = holder.result(LONGEST)
    assert looked_meanwhile, "Somebody waited for the lock."


def test_a_move_between_two_queries_is_no_difference(game: Game) -> None:
    version = game.version
    with just_before_seats_are_read(lambda: act(game, 0, Draw("blind"), Draw("blind"))) as met:
        assert replay_faults(game.pk) == []
    game.refresh_from_db()
    assert met
    assert game.version > version
    assert replay_faults(game.pk) == []


def test_a_game_that_differs_is_reported_while_somebody_has_it_locked(game: Game) -> None:
    game.seats.filter(number=1).update(decision=1)
    with locked(game):
        (fault,) = replay_faults(game.pk)
    assert fault.startswith("Seat 1 waits for decision 1")


def test_a_snapshot_ends_with_what_was_done_in_it_whether_or_not_that_failed(game: Game) -> None:
    def kinds() -> list[str]:
        return list(
            Seat.objects.filter(game=game).order_by("number").values_list("kind", flat=True)
        )

    def change(kind: str) -> None:
        begin(lambda: Seat.objects.filter(game=game).update(kind=kind)).result(LONGEST)

    before = kinds()
    with snapshot(connection):
        assert kinds() == before
        change("keep")
        assert kinds() == before
    assert kinds() == ["keep"] * 2
    with pytest.raises(DatabaseError), snapshot(connection), connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    change("turn")
    assert kinds() == ["turn"] * 2


if connection.vendor == "postgresql":

    @pytest.fixture
    def replica(game: Game) -> Iterator[None]:
        """Let the database refuse what a replica refuses: to be written to, and to lock rows."""
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = on")
            yield
            cursor.execute("SET default_transaction_read_only = off")

    def said_by(command: str, **options: object) -> tuple[str, str]:
        """What a command that finds something says, and with what it ends."""
        out = StringIO()
        with pytest.raises(CommandError) as raised:
            call_command(command, stdout=out, stderr=StringIO(), **options)
        return out.getvalue(), str(raised.value)

    def test_a_replica_tells_games_that_replay_to_their_rows(game: Game, replica: None) -> None:
        out = StringIO()
        call_command("replay_all", processes=1, stdout=out, stderr=StringIO())
        assert out.getvalue().startswith("1 games replay to their rows")

    @pytest.fixture
    def wrong(game: Game) -> None:
        game.seats.filter(number=1).update(decision=1)

    def test_a_replica_tells_a_game_that_differs(wrong: None, game: Game, replica: None) -> None:
        said, end = said_by("replay_all", processes=1)
        assert said.startswith(f"{game.code}: Seat 1 waits for decision 1; the log says")
        assert end.startswith("1 of 1 games differ from their logs.")

    def test_logs_are_not_proved_on_a_replica_and_it_is_said_where_they_are(
        game: Game, replica: None
    ) -> None:
        said, end = said_by("verify_log")
        assert said == ""
        assert "The database cannot be written, and proofs are" in end
        assert "On a replica, run `manage.py replay_all`, or name the primary server" in end
