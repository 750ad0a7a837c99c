"""Games that bots play through the services, once: what all games of the database are copies of.

Nothing of them stays in the database; they are kept in memory with all rows that they left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final
from unittest.mock import patch

from django.db import transaction
from django.db.models import Model

from games import log
from games.clock.models import ClockEntry
from games.lobby import GameOptions, create_game, join_game
from games.log.models import Event
from games.notifications.models import DeliveryStatus, Notice
from games.play.bots import play_as_bot
from games.players.models import ReliabilityRecord
from games.players.reliability import count_reliability_in
from games.statistics.counting import tally_up_to
from games.tables.models import Game, Seat
from tools.players.people import make_person

DOMAIN: Final = "load.example"
BEGINNING: Final = datetime(2026, 1, 5, 7, 0, tzinfo=UTC)
LANTERN: Final = ("lantern-island", 2)
TABLES: Final = (LANTERN, LANTERN, ("japan", 2)) * 6 + (("lantern-island", 3), ("usa", 2))
"""Boards and sizes of tables: short games are played most, as they are."""
BOTS: Final = ("planner",) * 6 + ("random",)
STOP_IN: Final = 8
"""After one move in this many a running copy of the game may stop."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A game at a time, and the rows about it."""

    at: datetime
    game: Game
    rows: list[Model]
    """Seats and records of reliability."""
    history: list[Model]
    """The ledger of clocks and the notices, of which old games have none."""


@dataclass(frozen=True, slots=True)
class Template:
    """A game that was played: in the lobby, at some stops, and at its end."""

    people: list[int]
    lobby: Stop
    stops: list[Stop]
    end: Stop
    events: list[Event]
    tally: dict[str, Any] | None


def play_templates(count: int) -> Iterator[Template]:
    """Play a number of games, one at a time: the same number, the same game."""
    for number in range(count):
        with transaction.atomic():
            template = _play(number)
            transaction.set_rollback(True)
        yield template


def _play(number: int) -> Template:
    dice = random.Random(number)
    board, seats = TABLES[number % len(TABLES)]
    people = [make_person(f"Template {place}", DOMAIN) for place in range(seats)]
    now = BEGINNING
    options = GameOptions(board=board, seats=seats, days_per_turn=7)
    # The shuffles follow from the number, so that the game is the same in all databases.
    secret = sha256(f"load {number}".encode()).digest()
    with patch("games.lobby.create.secrets.token_bytes", lambda size: secret[:size]):
        game = create_game(organiser=people[0], options=options, now=now)
    lobby = _stop(game.pk, now)
    for person in people[1:]:
        join_game(game=game, person=person, admission=False, now=now)
    stops: list[Stop] = []
    while (state := log.load(game)).outcome is None:
        if state.turn and (not stops or dice.randrange(STOP_IN) == 0):
            stops.append(_stop(game.pk, now))
        seat = min(state.pending)
        now += timedelta(minutes=dice.randint(20, 1_600))
        bot = BOTS[number % len(BOTS)]
        play_as_bot(game=game, state=state, seat=seat, bot=bot, now=now, dice=dice)
    game.refresh_from_db()
    return Template(
        people=[person.pk for person in people],
        lobby=lobby,
        stops=stops,
        end=_stop(game.pk, now),
        events=list(Event.objects.filter(game=game).order_by("seq")),
        tally=tally_up_to(game, game.version),
    )


def _stop(game: int, now: datetime) -> Stop:
    row = Game.objects.get(pk=game)
    if row.version >= 0:
        count_reliability_in(game=row.pk)
    notices = list(Notice.objects.filter(game=game).order_by("pk"))
    for notice in notices:
        notice.status, notice.fanned_out = DeliveryStatus.SENT, True
    return Stop(
        at=now,
        game=row,
        rows=[
            *Seat.objects.filter(game=game).order_by("number"),
            *ReliabilityRecord.objects.filter(game=game),
        ],
        history=[*ClockEntry.objects.filter(game=game).order_by("pk"), *notices],
    )
