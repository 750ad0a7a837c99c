from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from engine.actions import Draw, DrawTickets
from engine.events import CardDrawn, TableEvent
from games import log
from games.common.errors import Stale
from games.people.models import Person
from games.play import play_automatic
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all

LATE = timedelta(days=3)


@pytest.fixture
def setup(begin: Starter, alice: Person, bob: Person) -> Game:
    return begin(alice, bob)


@pytest.fixture
def game(setup: Game) -> Game:
    keep_all(setup, 0, 1)
    setup.refresh_from_db()
    return setup


def clock(game: Game, seat: int, now: datetime) -> int:
    decision = log.load(game).decision_seqs[seat]
    return play_automatic(game=game, seat=seat, decision=decision, now=now)


def test_the_log_says_first_that_the_deadline_was_missed(game: Game, now: datetime) -> None:
    last = clock(game, 0, now + LATE)
    lines = list(log.events(game, after=game.version))
    assert lines[0].event == TableEvent(
        "table.deadline_missed", {"seat": 0, "due": "2026-11-24T07:30:00Z"}
    )
    assert {line.actor for line in lines} == {"clock"}
    assert lines[-1].seq == last


def test_the_clock_draws_two_cards_and_the_next_seat_is_to_move(game: Game, now: datetime) -> None:
    clock(game, 0, now + LATE)
    drawn = [line for line in log.events(game, after=game.version) if type(line.event) is CardDrawn]
    assert len(drawn) == 2
    seat = game.seats.get(number=1)
    assert (seat.kind, seat.opened_at, seat.due_at) == ("turn", now + LATE, now + 2 * LATE)
    game.refresh_from_db()
    assert log.verify(game) == []


def test_an_open_draw_is_finished_and_no_more(game: Game, now: datetime) -> None:
    act(game, 0, Draw("blind"))
    game.refresh_from_db()
    clock(game, 0, now + LATE)
    drawn = [line for line in log.events(game, after=game.version) if type(line.event) is CardDrawn]
    assert len(drawn) == 1


def test_of_drawn_tickets_the_cheapest_is_kept(game: Game, now: datetime) -> None:
    before = len(log.load(game).tickets[0])
    act(game, 0, DrawTickets())
    clock(game, 0, now + LATE)
    state = log.load(game)
    assert len(state.tickets[0]) == before + 1
    assert state.turn_seat == 1


def test_first_tickets_are_chosen_for_one_seat_at_a_time(setup: Game, now: datetime) -> None:
    clock(setup, 1, now + LATE)
    state = log.load(setup)
    assert len(state.tickets[1]) == 2
    assert state.pending == {0: "setup"}


def test_the_clock_stops_where_the_first_turn_begins(setup: Game, now: datetime) -> None:
    clock(setup, 1, now + LATE)
    clock(setup, 0, now + LATE)
    state = log.load(setup)
    assert state.pending == {0: "turn"}
    assert setup.seats.get(number=0).due_at == now + 2 * LATE


def test_the_clock_does_not_move_before_the_deadline(game: Game, now: datetime) -> None:
    with pytest.raises(Stale):
        clock(game, 0, now + LATE - timedelta(seconds=1))
    assert log.load(game).seq == game.version


def test_the_clock_does_not_answer_a_decision_that_was_answered(game: Game, now: datetime) -> None:
    decision = log.load(game).decision_seqs[0]
    act(game, 0, Draw("blind"), Draw("blind"))
    with pytest.raises(Stale):
        play_automatic(game=game, seat=0, decision=decision, now=now + LATE)
