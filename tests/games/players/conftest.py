"""Games that are over, without the trouble of playing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest

from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW

Ended = Callable[..., Game]


@pytest.fixture
def ended(db: None) -> Ended:
    """Store a rated game that ended: `ended([alice], [bob], places=[1, 2], hours=3)`.

    Each list is a side; `hours` after the start of the tests it was over.
    """

    def make(
        *sides: Sequence[Person],
        places: Sequence[int],
        hours: float = 0,
        board: str = "usa",
        **fields: object,
    ) -> Game:
        at: datetime = NOW + timedelta(hours=hours)
        people = [person for side in sides for person in side]
        game = Game.objects.create(
            **{
                "board": board,
                "seat_count": len(people),
                "rated": True,
                "status": "finished",
                "version": 0,
                "created_at": NOW,
                "ended_at": at,
                **fields,
            }
        )
        numbers = iter(range(len(people)))
        scores = [
            {"seats": [next(numbers) for _ in side], "place": place}
            for side, place in zip(sides, places, strict=True)
        ]
        for number, person in enumerate(people):
            Seat.objects.create(game=game, number=number, person=person, over_at=game.ended_at)
        Event.objects.create(
            game=game,
            seq=0,
            at=at,
            actor="0",
            type="game.ended",
            version=1,
            data={"scores": scores},
        )
        return game

    return make
