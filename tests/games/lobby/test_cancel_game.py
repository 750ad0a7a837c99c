from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.common.errors import Refused
from games.lobby import GameOptions, cancel_game, create_game, expire_lobbies, join_game
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter

MONTH = timedelta(days=30)


@pytest.fixture
def game(alice: Person, now: datetime) -> Game:
    return create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)


def test_the_organiser_cancels_a_game_that_has_not_begun(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    cancel_game(game=game, person=alice, now=now)
    game.refresh_from_db()
    assert (game.status, game.ended_at) == ("cancelled", now)
    with pytest.raises(Refused, match="was cancelled"):
        join_game(game=game, person=bob, now=now)


def test_others_cannot_cancel_it(game: Game, bob: Person, now: datetime) -> None:
    with pytest.raises(Refused, match="Only the organiser"):
        cancel_game(game=game, person=bob, now=now)


def test_a_game_that_has_begun_is_not_cancelled(
    begin: Starter, alice: Person, bob: Person, now: datetime
) -> None:
    with pytest.raises(Refused, match="already begun"):
        cancel_game(game=begin(alice, bob), person=alice, now=now)


def test_a_game_that_nobody_joins_expires(game: Game, now: datetime) -> None:
    assert expire_lobbies(now=now + MONTH - timedelta(seconds=1)) == 0
    assert expire_lobbies(now=now + MONTH) == 1
    assert expire_lobbies(now=now + MONTH) == 0
    game.refresh_from_db()
    assert game.status == "cancelled"


def test_a_running_game_never_expires(
    begin: Starter, alice: Person, bob: Person, now: datetime
) -> None:
    game = begin(alice, bob)
    assert expire_lobbies(now=now + 2 * MONTH) == 0
    game.refresh_from_db()
    assert game.status == "running"


def test_one_bad_game_does_not_keep_the_others_from_expiring(
    game: Game, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = create_game(organiser=bob, options=GameOptions(board="usa", seats=2), now=now)
    real = Game.save

    def save(self: Game, **options: object) -> None:
        if self.pk == game.pk:
            raise ZeroDivisionError
        real(self, **options)

    monkeypatch.setattr(Game, "save", save)
    assert expire_lobbies(now=now + MONTH) == 1
    other.refresh_from_db()
    assert other.status == "cancelled"
