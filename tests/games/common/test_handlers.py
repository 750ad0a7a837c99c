"""The registry of handlers: every path loads, in the stated order, all in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.utils.module_loading import import_string

from engine.actions import Draw
from games import log
from games.absence.substitution import replace_player
from games.common import handlers
from games.common.handlers import FirstAnswer, Handlers, on_game_taken_back, on_seat_handed_over
from games.notifications.models import DeliveryStatus, Notice
from games.people.models import Person
from games.play.transaction import game_transaction
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all

Record = Callable[..., None]


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    return game


def test_the_site_has_loaded_every_path() -> None:
    for each in handlers.ALL:
        assert each.paths
        assert each._handlers == [import_string(path) for path in each.paths]


def test_a_path_that_leads_nowhere_stops_the_start() -> None:
    for path in ("games.play.hold.no_such_function", "games.no_such_room.act"):
        with pytest.raises(ImportError):
            Handlers[[]](path).load()


def test_nothing_that_tells_the_hand_leaves_before_the_rest_goes() -> None:
    assert on_seat_handed_over.paths[0] == "games.notifications.outbox.drop_for_seat"


@pytest.mark.django_db
@pytest.mark.parametrize("registry", [on_seat_handed_over, on_game_taken_back])
def test_handlers_are_called_in_the_stated_order(
    registry: Handlers[[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []

    def named(path: str) -> Record:
        return lambda *args: called.append(path)

    monkeypatch.setattr(registry, "_handlers", [named(path) for path in registry.paths])
    registry(1)
    assert tuple(called) == registry.paths


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_nothing_is_called() -> None:
    with pytest.raises(AssertionError):
        Handlers[[]]()()


@pytest.mark.django_db
def test_one_failure_takes_back_a_hand_over_with_all_that_other_rooms_did(
    game: Game, charlie: Person, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(seat: Seat, now: datetime) -> None:
        assert not Notice.objects.filter(person=alice, status=DeliveryStatus.PENDING).exists()
        raise RuntimeError

    waiting = Notice.objects.filter(person=alice, status=DeliveryStatus.PENDING).count()
    assert waiting
    monkeypatch.setattr(on_seat_handed_over, "_handlers", [*on_seat_handed_over._handlers, fail])
    with pytest.raises(RuntimeError):
        replace_player(game=game, seat=0, by=charlie, actor="director", now=NOW)
    assert Notice.objects.filter(person=alice, status=DeliveryStatus.PENDING).count() == waiting
    assert Seat.objects.get(game=game, number=0).person == alice


@pytest.mark.django_db
def test_one_failure_takes_back_a_take_back(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(seat: Seat, now: datetime) -> None:
        raise RuntimeError

    start = log.load(game).seq
    act(game, 0, Draw("blind"), Draw("blind"))
    before = log.load(game).seq
    monkeypatch.setattr(on_game_taken_back, "_handlers", [fail])
    with pytest.raises(RuntimeError), game_transaction(game=game, now=NOW) as locked:
        locked.take_back(start)
    assert log.load(game).seq == before


def test_the_first_answer_counts_and_the_others_are_not_asked() -> None:
    def never(number: int) -> str:
        raise AssertionError

    answers: FirstAnswer[[int]] = FirstAnswer()
    assert answers(1) is None
    answers._handlers = [lambda number: None, lambda number: str(number), never]
    assert answers(1) == "1"
