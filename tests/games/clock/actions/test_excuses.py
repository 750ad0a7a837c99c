from __future__ import annotations

from datetime import timedelta

import pytest

from engine.actions import Draw
from games.clock.actions.excuses import count_miss, excuse_miss
from games.clock.models import Miss
from games.common.errors import Refused
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, tick: Tick) -> Game:
    """Both have missed a turn, Alice has missed another one."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    for day in (3, 6, 9):
        tick(days=day)
    return game


def test_a_turn_that_the_clock_played_is_kept_as_a_miss(game: Game, alice: Person) -> None:
    first = Miss.objects.filter(seat=0).earliest("at")
    assert (first.person, first.due_at, first.at) == (alice, *[NOW + timedelta(days=3)] * 2)
    assert Miss.objects.count() == 3
    assert game.seats.get(number=0).missed == 2


def test_an_excused_miss_stays_and_is_not_counted(game: Game, dana: Person) -> None:
    miss = Miss.objects.filter(seat=0).latest("at")
    found = excuse_miss(
        game=game, seat=0, decision=miss.decision, actor="director", by=dana, reason="flu", now=NOW
    )
    assert (found.pk, found.excused_by, found.reason) == (miss.pk, dana, "flu")
    assert Miss.objects.count() == 3
    assert game.seats.get(number=0).missed == 1
    event = Event.objects.filter(game=game).latest("seq")
    assert (event.type, event.data) == (
        "table.miss_excused",
        {"seat": 0, "decision": miss.decision},
    )
    assert game.clock_entries.latest("pk").what == "excused"


def test_what_was_not_missed_or_is_excused_is_refused(game: Game) -> None:
    with pytest.raises(Refused, match="made no move"):
        excuse_miss(game=game, seat=0, decision=1, actor="director", now=NOW)
    miss = Miss.objects.filter(seat=1).get()
    excuse_miss(game=game, seat=1, decision=miss.decision, actor="director", now=NOW)
    with pytest.raises(Refused, match="already been excused"):
        excuse_miss(game=game, seat=1, decision=miss.decision, actor="director", now=NOW)


def test_two_excuses_of_one_row_leave_nothing_of_it(game: Game) -> None:
    for miss in Miss.objects.filter(seat=0).order_by("-at"):
        excuse_miss(game=game, seat=0, decision=miss.decision, actor="director", now=NOW)
    assert game.seats.get(number=0).missed == 0


def test_an_excuse_that_is_taken_back_counts_again(game: Game, dana: Person) -> None:
    for miss in Miss.objects.filter(seat=0):
        excuse_miss(game=game, seat=0, decision=miss.decision, actor="director", by=dana, now=NOW)
    count_miss(game=game, seat=0, decision=miss.decision, actor="director", now=NOW)
    miss.refresh_from_db()
    assert (miss.excused_at, miss.excused_by, miss.reason) == (None, None, "")
    assert game.seats.get(number=0).missed == 1
    event = Event.objects.filter(game=game).latest("seq")
    assert (event.type, event.data) == (
        "table.miss_counted",
        {"seat": 0, "decision": miss.decision},
    )
    assert game.clock_entries.latest("pk").what == "counted"
    with pytest.raises(Refused, match="already counts"):
        count_miss(game=game, seat=0, decision=miss.decision, actor="director", now=NOW)


def test_a_miss_before_the_last_own_move_is_in_no_row(game: Game) -> None:
    miss = Miss.objects.filter(seat=0).latest("at")
    excuse_miss(game=game, seat=0, decision=miss.decision, actor="director", now=NOW)
    act(game, 1, Draw("blind"), Draw("blind"))
    act(game, 0, Draw("blind"), Draw("blind"))
    count_miss(game=game, seat=0, decision=miss.decision, actor="director", now=NOW)
    assert game.seats.get(number=0).missed == 0
