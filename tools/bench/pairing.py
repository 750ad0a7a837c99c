"""Pairing of 10,000 waiting wishes beside the bare page that every page is built on."""

from __future__ import annotations

import random
from datetime import timedelta

from games.lobby.pairing.models import Wish
from games.lobby.pairing.paces import PACES
from games.lobby.pairing.tables import find_tables
from games.lobby.pairing.wishes import WAITS_FOR, boards_for
from games.people.blocks import Block
from games.people.models import Person
from games.people.traces import DeviceTrace, TraceKind
from games.players.models import Rating, ReliabilitySum
from tools.bench.figure import Figure, at_most, compare, timed
from tools.bench.pages import bare_pages
from tools.bench.site import NOW, make_players

WISHES, PEOPLE = 10_000, 5_000


def ten_thousand_wishes() -> Figure:
    """Read the wishes of 5,000 people and all that parts them, and find the tables."""
    _fill()
    seated, seconds = timed(_find)
    return Figure(
        f"tables for {WISHES:,} wishes of {PEOPLE:,} people, {seated:,} seated",
        compare(0.0015, ours=("runs", lambda: _find() > 0), theirs=bare_pages()),
        at_most(1, seconds, "s of processor time"),
    )


def _find() -> int:
    return sum(len(table.waiting) for table in find_tables(now=NOW))


def _fill() -> None:
    """Store people, each with two wishes, a rating, turns, two blocks and a network."""
    dice = random.Random(43)
    people = make_players(PEOPLE)
    Wish.objects.bulk_create(
        _wish(person, dice, rated=rated) for person in people for rated in (True, False)
    )
    Rating.objects.bulk_create(
        Rating(person=person, mu=dice.gauss(25, 6), sigma=2, games=9, at=NOW) for person in people
    )
    ReliabilitySum.objects.bulk_create(
        ReliabilitySum(person=person, answered=dice.randint(30, 99), missed=5) for person in people
    )
    Block.objects.bulk_create(
        Block(person=person, blocked=people[number - apart], at=NOW)
        for number, person in enumerate(people)
        for apart in (1, 7)
    )
    DeviceTrace.objects.bulk_create(
        DeviceTrace(person=person, kind=TraceKind.NETWORK, digest=f"{number // 3:064}", seen_at=NOW)
        for number, person in enumerate(people)
    )


def _wish(person: Person, dice: random.Random, *, rated: bool) -> Wish:
    seats = dice.choice((2, 3, 4, 5))
    made_at = NOW - timedelta(hours=dice.random() * 60)
    return Wish(
        person=person,
        board=dice.choice(("", "", *boards_for(seats))),
        seats=seats,
        pace=dice.choice([*PACES]),
        rated=rated,
        made_at=made_at,
        ends_at=made_at + WAITS_FOR,
    )


FIGURES = (ten_thousand_wishes,)
