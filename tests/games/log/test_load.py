from __future__ import annotations

from datetime import datetime

import pytest
from django.db import transaction

from engine.actions import Draw
from games import log
from games.common.errors import LogError
from games.lobby import GameOptions, create_game
from games.log import cache
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import act


def test_the_state_is_the_same_with_and_without_the_cache(game: Game) -> None:
    for _step in range(5):
        state = log.load(game)
        assert state.turn_seat is not None
        act(game, state.turn_seat, Draw("blind"), Draw("blind"))
        warm = log.load(game)
        cache.clear()
        assert log.load(game) == warm


def test_changing_a_loaded_state_changes_no_other(game: Game) -> None:
    state = log.load(game)
    state.hands[0]["red"] += 5
    assert log.load(game).hands[0]["red"] == state.hands[0]["red"] - 5


def test_a_state_that_was_rolled_back_is_forgotten(game: Game) -> None:
    before = log.load(game)
    with transaction.atomic():
        act(game, 0, Draw("blind"), Draw("blind"))
        transaction.set_rollback(True)
    assert log.load(game) == before


def test_an_earlier_state_can_be_had(game: Game) -> None:
    assert log.load(game, at=0).pending == {}
    assert log.load(game, at=game.version) == log.load(game)
    with pytest.raises(LogError, match="has no event 999"):
        log.load(game, at=999)


def test_a_game_that_has_not_begun_has_no_state(alice: Person, now: datetime) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)
    with pytest.raises(LogError, match="has no event 0"):
        log.load(game)


def test_nobody_moves_on_a_log_that_ends_with_an_event_the_game_does_not_know(
    game: Game, tamper: None
) -> None:
    decision = log.load(game).decision_seqs[0]
    Event.objects.filter(game=game, seq=game.version).update(hash="f" * 64)
    cache.clear()
    with pytest.raises(LogError, match="is missing or not the one that its row remembers"):
        act(game, 0, Draw("blind"), decision=decision)


def test_an_event_newer_than_the_program_says_to_update_it(game: Game, tamper: None) -> None:
    Event.objects.filter(game=game, seq=2).update(version=2)
    cache.clear()
    with pytest.raises(LogError, match="Update the program"):
        log.load(game)


def test_an_unknown_event_says_to_update_the_program(game: Game, tamper: None) -> None:
    Event.objects.filter(game=game, seq=2).update(type="game.meteor")
    cache.clear()
    with pytest.raises(LogError, match=r"'game.meteor' is unknown.* Update the program"):
        log.load(game)


def test_another_edition_of_the_board_is_named_by_its_digest(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(board_digest="0" * 64)
    game.refresh_from_db()
    cache.clear()
    with pytest.raises(LogError, match=r"Put back engine/board/data/usa.json .* 0{64}"):
        log.load(game)
