from __future__ import annotations

import time
from datetime import datetime, timedelta

import pytest

from engine.actions import Draw
from games import log
from games.clock.models import Outage
from games.log.models import Event
from games.people.models import Person
from games.scheduler import outage
from games.scheduler.sweep import sweep
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all

HOUR = timedelta(hours=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """A game with Alice to move; the clock has just swept."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    sweep(now=NOW)
    return game


def due(game: Game, seat: int = 0) -> timedelta:
    at = game.seats.get(number=seat).due_at
    assert at
    return at - NOW


def test_after_an_outage_nobody_is_late(game: Game) -> None:
    swept = sweep(now=NOW + timedelta(days=10))
    assert swept.moved == 1
    assert swept.played == 0
    assert due(game) == timedelta(days=13)
    assert log.load(game).turn_seat == 0


def test_the_log_tells_everybody_of_it(game: Game) -> None:
    sweep(now=NOW + 5 * HOUR)
    event = Event.objects.filter(game=game).latest("seq")
    assert event.type == "table.deadlines_moved"
    assert event.actor == "clock"
    assert event.data == {
        "since": "2026-11-21T07:30:00Z",
        "until": "2026-11-21T12:30:00Z",
        "due": {"0": "2026-11-24T12:30:00Z"},
    }
    assert log.verify(game) == []


def test_a_late_sweep_is_not_an_outage(game: Game, settings: object) -> None:
    assert sweep(now=NOW + timedelta(minutes=15)).moved == 0
    settings.OUTAGE_MINUTES = 5
    assert sweep(now=NOW + timedelta(minutes=21)).moved == 1


def test_an_outage_is_made_up_for_once(game: Game) -> None:
    for minutes in range(3):
        sweep(now=NOW + 5 * HOUR + timedelta(minutes=minutes))
    assert due(game) == timedelta(days=3) + 5 * HOUR


def test_every_outage_counts(game: Game) -> None:
    sweep(now=NOW + 5 * HOUR)
    sweep(now=NOW + 7 * HOUR)
    assert due(game) == timedelta(days=3) + 7 * HOUR


def test_who_was_asked_during_the_outage_gets_back_the_rest_of_it(game: Game) -> None:
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + 3 * HOUR)
    sweep(now=NOW + 5 * HOUR)
    assert due(game, 1) == timedelta(days=3) + 3 * HOUR + 2 * HOUR


def test_a_sweep_that_died_half_way_is_continued(
    game: Game, begin: Starter, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = begin(alice, bob)
    push, pushed = outage._compensate, []

    def fragile(*args: object) -> None:
        if pushed:
            raise KeyboardInterrupt
        pushed.append(args)
        push(*args)

    with monkeypatch.context() as broken:
        broken.setattr(outage, "_compensate", fragile)
        with pytest.raises(KeyboardInterrupt):
            sweep(now=NOW + 5 * HOUR)
    sweep(now=NOW + 5 * HOUR + timedelta(minutes=1))
    for one in (game, other):
        assert due(one) == timedelta(days=3) + 5 * HOUR
        assert Event.objects.filter(game=one, type="table.deadlines_moved").count() == 1
    assert not Outage.objects.filter(made_up=False).exists()


def test_a_game_that_was_not_given_its_time_back_is_not_enforced(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stuck(*args: object) -> None:
        raise RuntimeError("the database is busy")

    with monkeypatch.context() as broken:
        broken.setattr(outage, "_compensate", stuck)
        swept = sweep(now=NOW + timedelta(days=10))
    assert swept.failed == 1
    assert swept.played == 0
    assert log.load(game).turn_seat == 0
    assert sweep(now=NOW + timedelta(days=10, minutes=1)).moved == 1
    assert due(game) == timedelta(days=13)


def test_the_first_sweep_of_a_new_site_is_no_outage(
    begin: Starter, alice: Person, bob: Person
) -> None:
    begin(alice, bob)
    assert sweep(now=NOW + timedelta(days=1)).moved == 0


def test_a_sweep_that_ran_out_of_time_is_continued_by_the_next(
    game: Game, begin: Starter, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [game, *(begin(alice, bob) for _ in range(3))]
    monkeypatch.setattr(outage, "BATCH", 2)
    seconds = iter(range(1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(seconds)))
    later = NOW + timedelta(days=10)
    rounds = [sweep(now=later + timedelta(minutes=minute), budget=6) for minute in range(8)]
    assert 0 < rounds[0].moved < 4
    assert rounds[0].played == 0
    assert sum(one.moved for one in rounds) == 4
    assert not Outage.objects.filter(made_up=False).exists()
    monkeypatch.undo()
    for one in games:
        assert Event.objects.filter(game=one, type="table.deadlines_moved").count() == 1
        assert due(one) == timedelta(days=13)


def test_games_that_failed_are_tried_again_after_all_others(
    game: Game, begin: Starter, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = begin(alice, bob)
    push, broken = outage._compensate, {game.pk}

    def fragile(what: Outage, now: datetime, one: Game) -> int:
        if one.pk in broken:
            raise RuntimeError("the database is busy")
        return push(what, now, one)

    monkeypatch.setattr(outage, "_compensate", fragile)
    swept = sweep(now=NOW + timedelta(days=10))
    assert (swept.moved, swept.failed, swept.played) == (1, 1, 0)
    assert due(other) == timedelta(days=13)
    broken.clear()
    assert sweep(now=NOW + timedelta(days=10, minutes=1)).moved == 1
    assert due(game) == timedelta(days=13)
    assert not Outage.objects.filter(made_up=False).exists()
