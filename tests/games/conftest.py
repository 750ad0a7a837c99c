"""Tables to test at: games in the lobby, running games, and hands that play them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

import pytest
from django.db import connection

import engine
from engine import actions
from games import log
from games.lobby import GameOptions, create_game, join_game
from games.log import cache, triggers
from games.people.models import Person
from games.play import Accepted, submit_action
from games.tables.models import Game

NOW = datetime(2026, 11, 21, 7, 30, tzinfo=UTC)

Starter = Callable[..., Game]


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture(autouse=True)
def _cold_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def begin(db: None) -> Starter:
    """Start a game of these people: `begin(alice, bob, board="japan", bots=["random"])`."""

    def make(
        *people: Person, board: str = "usa", bots: Sequence[str] = (), **options: object
    ) -> Game:
        game = create_game(
            organiser=people[0],
            options=GameOptions(
                board=board,
                seats=len(people) + len(bots),
                bots=bots,
                **{"order_fixed": True, **options},
            ),
            now=NOW,
        )
        for person in people[1:]:
            # Some tests need more games than a newcomer may join.
            join_game(game=game, person=person, admission=False, now=NOW)
        game.refresh_from_db()
        assert game.status == "running"
        return game

    return make


@pytest.fixture
def tamper(db: None) -> None:
    """Let a test change what must not be changed."""
    triggers.uninstall(connection)


def act(game: Game, seat: int, *steps: engine.Action, **options: object) -> Accepted:
    """Submit actions of a seat for the decision that it has open."""
    if "decision" not in options:
        options["decision"] = log.load(game).opened[seat]
    return submit_action(
        game=game, seat=seat, actions=steps, **{"actor": str(seat), "now": NOW, **options}
    )


def keep_all(game: Game, *seats: int) -> None:
    """Let seats keep all their first tickets."""
    for seat in seats:
        act(game, seat, actions.Keep(log.load(game).offered[seat]))
