from __future__ import annotations

from datetime import datetime

import pytest

import engine
from games import log
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, act


def play_to_the_end(game: Game) -> None:
    while (state := log.load(game)).outcome is None:
        seat = min(state.pending)
        # Claims come after draws and before tickets; the last listed one is a long route or so.
        legal = state.legal_actions(seat).listed()
        claims = [action for action in legal if type(action).__name__ == "Claim"]
        act(game, seat, claims[-1] if claims else legal[0])


@pytest.mark.parametrize("board", ["usa", "japan"])
def test_a_game_is_played_from_the_lobby_to_the_final_score(
    begin: Starter, alice: Person, bob: Person, board: str, now: datetime
) -> None:
    game = begin(alice, bob, board=board)
    play_to_the_end(game)
    game.refresh_from_db()
    state = log.load(game)
    assert state.outcome is not None
    assert game.status == "finished"
    assert game.ended_at == now
    assert game.version == state.seq
    for score in state.outcome.scores:
        for seat in game.seats.filter(number__in=score.seats):
            assert (seat.place, seat.points) == (score.place, score.total)
            assert seat.decision is seat.due_at is None
    assert log.verify(game) == []


def test_seats_know_what_they_have_to_decide_and_until_when(
    begin: Starter, alice: Person, bob: Person, now: datetime
) -> None:
    game = begin(alice, bob)
    for seat in game.seats.all():
        assert seat.kind == "setup"
        assert seat.opened_at == now
        assert seat.due_at is not None
        assert (seat.due_at - now).days == game.days_per_turn
    state = log.load(game)
    assert isinstance(state, engine.Game)
    assert {seat.number: seat.decision for seat in game.seats.all()} == state.decision_seqs
