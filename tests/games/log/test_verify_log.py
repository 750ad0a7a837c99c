from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from engine.actions import Draw
from games import log
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    game.refresh_from_db()
    return game


def verify(*codes: str) -> str:
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_log", *codes, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_a_log_that_nobody_touched_adds_up(game: Game) -> None:
    out = StringIO()
    call_command("verify_log", game.code, stdout=out)
    assert out.getvalue() == "1 logs are as they were written.\n"


def test_a_changed_card_shows(game: Game, tamper: None) -> None:
    drawn = Event.objects.filter(game=game, type="game.card_drawn").first()
    assert drawn is not None
    drawn.data["card"] = "locomotive" if drawn.data["card"] != "locomotive" else "red"
    drawn.save()
    assert f"Event {drawn.seq} (game.card_drawn) is not what was written" in verify(game.code)


def test_a_change_with_a_fitting_hash_shows_in_the_next_event(game: Game, tamper: None) -> None:
    drawn = Event.objects.filter(game=game, type="game.card_drawn").first()
    assert drawn is not None
    drawn.data["card"] = "locomotive" if drawn.data["card"] != "locomotive" else "red"
    drawn.hash = log.records.entry_of(drawn).hash()
    drawn.save()
    assert f"Event {drawn.seq + 1} does not follow the event before it" in verify(game.code)


def test_a_chain_forged_to_its_end_is_caught_by_the_rules(game: Game, tamper: None) -> None:
    rows = list(Event.objects.filter(game=game))
    forged = next(row for row in rows if row.type == "game.card_drawn")
    forged.data["card"] = "locomotive" if forged.data["card"] != "locomotive" else "red"
    prev = rows[0].prev_hash
    for row in rows:
        row.prev_hash = prev
        prev = row.hash = log.records.entry_of(row).hash()
        row.save()
    assert f"Event {forged.seq} (game.card_drawn) is not what the rules" in verify(game.code)


@pytest.mark.parametrize("field", ["actor", "at", "salt"])
def test_no_field_of_the_last_event_can_be_changed_unseen(
    game: Game, tamper: None, field: str
) -> None:
    last = Event.objects.filter(game=game, seq=game.version)
    last.update(**{field: F("at") + timedelta(days=1) if field == "at" else "x"})
    assert f"Event {game.version} " in verify(game.code)


def test_a_missing_event_shows(game: Game, tamper: None) -> None:
    Event.objects.filter(game=game, seq=3).delete()
    assert "Event 3 is missing; event 4 is the next." in verify(game.code)


def test_events_cut_off_the_end_show(game: Game, tamper: None) -> None:
    Event.objects.filter(game=game, seq=game.version).delete()
    assert f"but the game is at {game.version}" in verify(game.code)


def test_a_last_event_that_its_game_does_not_know_shows(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(head="f" * 64)
    assert f"Event {game.version} has another hash than the game remembers" in verify(game.code)


def test_a_seat_that_waits_for_something_else_shows(game: Game) -> None:
    game.seats.filter(number=1).update(decision=1)
    assert "Seat 1 waits for decision 1" in verify(game.code)


def test_a_log_of_other_rules_is_left_to_another_program(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(rules_version="2")
    assert "verify it with a program that has the former" in verify(game.code)


def test_a_log_of_another_edition_of_the_board_says_what_to_put_back(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(board_digest="0" * 64)
    assert "Put back engine/board/data/usa.json" in verify(game.code)


def test_a_log_without_its_triggers_is_an_alarm(game: Game, tamper: None) -> None:
    with pytest.raises(CommandError, match="triggers that keep the log append-only are missing"):
        call_command("verify_log", stdout=StringIO())


def test_an_unknown_game_is_named(db: None) -> None:
    with pytest.raises(CommandError, match="There is no game nonesuch"):
        call_command("verify_log", "nonesuch")
