"""Games that are over, with the logs of golden records."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import cache

import pytest

import engine
from engine import record, wire
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW
from tests.paths import GOLDEN

Stored = Callable[..., Game]


@cache
def golden(name: str) -> tuple[engine.Board, list[tuple[str, int, object]]]:
    played = record.load_file(GOLDEN / f"{name}.jsonl")
    return engine.load_board(played.header.board), [wire.encode(one) for one in played.events()]


def store_game(name: str, *people: Person | None, bots: int = 0, **fields: object) -> Game:
    """A finished game with the log of a golden record; seats without a person are bots."""
    board, events = golden(name)
    held = [*people, *[None] * bots]
    ended = next(data for type_, _version, data in events if type_ == "game.ended")
    game = Game.objects.create(
        **{
            "board": board.key,
            "board_digest": board.digest,
            "seat_count": len(held),
            "status": "finished",
            "version": len(events) - 1,
            "changed": True,
            "created_at": NOW,
            "started_at": NOW,
            "ended_at": NOW + timedelta(days=12, hours=5),
            **fields,
        }
    )
    for number, person in enumerate(held):
        score = next(one for one in ended["scores"] if number in one["seats"])
        Seat.objects.create(
            game=game,
            number=number,
            person=person,
            bot="" if person else "planner",
            place=score["place"],
            points=score["total"],
            over_at=game.ended_at,
        )
    Event.objects.bulk_create(
        Event(game=game, seq=seq, at=NOW, actor="0", type=type_, version=version, data=data)
        for seq, (type_, version, data) in enumerate(events)
    )
    return game


@pytest.fixture
def stored(db: None) -> Stored:
    return store_game
