from __future__ import annotations

from datetime import datetime

import pytest

from games.common.errors import Refused
from games.lobby import GameOptions, create_game, join_game, leave_game, remove_player
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter


@pytest.fixture
def game(alice: Person, bob: Person, now: datetime) -> Game:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=now)
    join_game(game=game, person=bob, now=now)
    return game


def test_another_can_take_the_seat_of_who_leaves(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    leave_game(game=game, person=bob, now=now)
    assert join_game(game=game, person=charlie, now=now).number == 1


def test_who_has_no_seat_cannot_leave(game: Game, charlie: Person, now: datetime) -> None:
    with pytest.raises(Refused, match="no seat"):
        leave_game(game=game, person=charlie, now=now)


def test_the_organiser_cancels_instead_of_leaving(game: Game, alice: Person, now: datetime) -> None:
    with pytest.raises(Refused, match="Cancel it instead"):
        leave_game(game=game, person=alice, now=now)


def test_nobody_leaves_a_game_that_has_begun(
    begin: Starter, alice: Person, bob: Person, now: datetime
) -> None:
    game = begin(alice, bob)
    with pytest.raises(Refused, match="already begun"):
        leave_game(game=game, person=bob, now=now)
    assert game.seats.filter(person=bob).exists()


def test_the_organiser_can_free_a_seat(game: Game, alice: Person, now: datetime) -> None:
    remove_player(game=game, organiser=alice, seat=1, now=now)
    assert game.seats.count() == 1


@pytest.mark.parametrize("seat", [0, 2])
def test_only_the_seat_of_another_player_can_be_freed(
    game: Game, alice: Person, seat: int, now: datetime
) -> None:
    with pytest.raises(Refused, match="No other player"):
        remove_player(game=game, organiser=alice, seat=seat, now=now)


def test_players_cannot_remove_each_other(game: Game, bob: Person, now: datetime) -> None:
    with pytest.raises(Refused, match="Only the organiser"):
        remove_player(game=game, organiser=bob, seat=0, now=now)
    assert game.seats.count() == 2
