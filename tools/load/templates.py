"""Games that bots play through the services, once: what all games of the database are copies of.

Nothing of them stays in the database; they are kept in memory with all rows that they left.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from django.db import transaction
from django.db.models import Model

from engine.chance import commitment_of
from engine.hash_chain import GENESIS, canonical_json
from games import log
from games.clock.models import ClockEntry
from games.common.dates import stamp
from games.lobby import GameOptions, create_game, join_game
from games.log.models import Event
from games.notifications.models import DeliveryStatus, Notice
from games.people.models import Person
from games.play.bots import play_as_bot
from games.players.models import ReliabilityRecord
from games.players.reliability import count_reliability_in
from games.statistics.counting import tally_up_to
from games.tables.models import Game, Seat

Stored = tuple[Event, tuple[Any, ...], tuple[bytes, bytes, bytes]]
"""An event of a game that was played; what is the same in every copy of its row; the canonical
JSON of its link (engine/hash_chain.py), cut where time, hash and salt go."""
BEGINNING: Final = datetime(2026, 1, 5, 7, 0, tzinfo=UTC)
LANTERN: Final = ("lantern-island", 2)
TABLES: Final = (LANTERN, LANTERN, ("japan", 2)) * 6 + (("lantern-island", 3), ("usa", 2))
"""Boards and sizes of tables: short games are played most, as they are."""
BOTS: Final = ("planner",) * 6 + ("random",)
STOP_IN: Final = 8
"""After one move in this many a running copy of the game may stop."""
CHILDREN: Final = (ClockEntry, Notice)


def stored_event(row: Event) -> Stored:
    """The event of a row of the log."""
    data, action = canonical_json(row.data), canonical_json(row.action)
    actor, kind = canonical_json(row.actor), canonical_json(row.type)
    text = None if row.action is None else action.decode()
    parts = (
        b'{"action":%b,"actor":%b,"at":"' % (action, actor),
        b'","data":%b,"prev_hash":"' % data,
        b'","seq":%d,"type":%b,"version":%d}' % (row.seq, kind, row.version),
    )
    return row, (row.actor, row.type, row.version, data.decode(), text), parts


def chained(game: int, events: Sequence[Stored], shift: timedelta) -> Iterator[tuple[Any, ...]]:
    """The rows of a copy of a log, so much later; the last value of each is its hash."""
    prev = GENESIS
    for event, same, (begin, middle, end) in events:
        at = event.at + shift
        salt = os.urandom(16).hex()
        link = b'%b%b%b%b","salt":"%b%b' % (
            begin, stamp(at).encode(), middle, prev.encode(), salt.encode(), end,
        )  # fmt: skip
        own = sha256(link).hexdigest()
        yield (game, event.seq, at, *same, salt, prev, own)
        prev = own


@dataclass(frozen=True, slots=True)
class Stop:
    """A game at a time: its rows, and how many lines its log had.

    ``counts`` says how many rows of each table in :data:`CHILDREN` there were.
    """

    at: datetime
    game: Game
    seats: list[Seat]
    conduct: list[ReliabilityRecord]
    counts: dict[type[Model], int]
    version: int


@dataclass(frozen=True, slots=True)
class Template:
    """A game that was played: in the lobby, at some stops, and at its end."""

    people: list[int]
    lobby: Stop
    stops: list[Stop]
    end: Stop
    events: list[Stored]
    children: dict[type[Model], list[Model]]
    tally: dict[str, Any] | None
    board: str


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
    people = [
        Person.objects.create_user(f"template-{place}@load.example", f"Template {place}")
        for place in range(seats)
    ]
    now = BEGINNING
    options = GameOptions(board=board, seats=seats, days_per_turn=7)
    game = create_game(organiser=people[0], options=options, now=now)
    _fix_chance(game, number)
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
        events=[stored_event(row) for row in Event.objects.filter(game=game).order_by("seq")],
        children={
            ClockEntry: list(ClockEntry.objects.filter(game=game).order_by("pk")),
            Notice: [_told(one) for one in Notice.objects.filter(game=game).order_by("pk")],
        },
        tally=tally_up_to(game, game.version),
        board=board,
    )


def _fix_chance(game: Game, number: int) -> None:
    """Let the shuffles of a game follow from its number, so that it is the same in all databases.

    The row is one of a transaction that is rolled back; nobody has seen a commitment to another.
    """
    secret = sha256(f"load {number}".encode()).digest()
    Game.objects.filter(pk=game.pk).update(secret=secret, commitment=commitment_of(secret))


def _stop(game: int, now: datetime) -> Stop:
    row = Game.objects.get(pk=game)
    if row.version >= 0:
        count_reliability_in(game=row.pk)
    return Stop(
        at=now,
        game=row,
        seats=list(Seat.objects.filter(game=game).order_by("number")),
        conduct=list(ReliabilityRecord.objects.filter(game=game)),
        counts={model: model._default_manager.filter(game=game).count() for model in CHILDREN},
        version=row.version,
    )


def _told(notice: Notice) -> Notice:
    notice.status, notice.fanned_out = DeliveryStatus.SENT, True
    return notice
