from __future__ import annotations

from datetime import datetime

import pytest

from engine.actions import Draw
from games import log
from games.common.errors import Stale
from games.people.models import Person
from games.play import play_bots, play_waiting_bots
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all


@pytest.fixture
def game(begin: Starter, alice: Person) -> Game:
    return begin(alice, bots=["random", "random"])


def test_bots_choose_their_first_tickets_without_waiting_for_people(
    game: Game, now: datetime
) -> None:
    assert play_bots(game=game, now=now) == 2
    assert log.load(game).pending == {0: "setup"}


def test_bots_move_until_a_person_is_to_move(game: Game, now: datetime) -> None:
    play_bots(game=game, now=now)
    keep_all(game, 0)
    act(game, 0, Draw("blind"), Draw("blind"))
    assert play_bots(game=game, now=now) >= 2
    state = log.load(game)
    assert state.turn_seat == 0
    assert state.turn == 4
    assert {line.actor for line in log.events(game, after=state.decision_seqs[0])} <= {"0"}


def test_a_bot_acts_under_the_number_of_its_seat(game: Game, now: datetime) -> None:
    play_bots(game=game, now=now)
    acted = [line for line in log.events(game) if line.action]
    assert [(line.actor, line.seat) for line in acted] == [("1", 1), ("2", 2)]


def test_a_bot_is_given_its_view_and_nothing_else(
    game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def spy(name: str, view: object, dice: object) -> object:
        seen.append(view)
        return view.legal_actions().listed()[0]

    monkeypatch.setattr("games.play.bots.choose_action", spy)
    play_bots(game=game, now=now)
    for view in seen:
        others = [seat for seat in range(3) if seat != view.seat]
        assert all(sum(view.hands[seat].values()) == 0 for seat in others)
        assert all(not view.offered[seat] and not view.tickets[seat] for seat in others)


def test_a_lost_message_is_made_up_for_by_the_sweep(game: Game, now: datetime) -> None:
    assert play_waiting_bots(now=now) == 2
    assert play_waiting_bots(now=now) == 0


def test_one_bad_game_does_not_keep_the_others_waiting(
    begin: Starter, alice: Person, game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = begin(alice, bots=["random"])
    real = play_bots

    def fail(*, game: Game, now: datetime, seconds: float | None = None) -> int:
        if game.pk == other.pk:
            raise ZeroDivisionError
        return real(game=game, now=now, seconds=seconds)

    monkeypatch.setattr("games.play.bots.play_bots", fail)
    assert play_waiting_bots(now=now) == 2


def test_a_bot_that_comes_second_leaves_the_game_to_who_was_first(
    game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(**_: object) -> None:
        raise Stale

    monkeypatch.setattr("games.play.bots.submit_action", late)
    assert play_bots(game=game, now=now) == 0


@pytest.mark.usefixtures("_hints_are_waited_for")
@pytest.mark.django_db(transaction=True)
def test_a_worker_is_asked_when_a_bot_is_to_move_and_the_move_is_committed(
    begin: Starter, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(
        "celery.app.base.Celery.send_task",
        lambda self, name, args=(), **options: asked.append((name, tuple(args))),
    )
    game = begin(alice, bots=["random"])
    call = ("games.play_bots", (game.pk,))
    assert asked.count(call) == 1
    keep_all(game, 1)
    keep_all(game, 0)
    assert asked.count(call) == 1
    act(game, 0, Draw("blind"), Draw("blind"))
    assert asked.count(call) == 2
    act(game, 1, Draw("blind"))
    assert asked.count(call) == 2


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_does_not_undo_a_move(
    begin: Starter, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*args: object, **options: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("celery.app.base.Celery.send_task", down)
    game = begin(alice, bots=["random"])
    game.refresh_from_db()
    assert game.status == "running"
