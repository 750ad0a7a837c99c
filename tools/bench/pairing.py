"""Pairing of 10,000 waiting wishes beside the bare page that every page is built on."""

from __future__ import annotations

import random
from datetime import timedelta

from games.lobby.pairing.models import Wish
from games.lobby.pairing.paces import PACES
from games.lobby.pairing.tables import find_tables
from games.lobby.pairing.wishes import WAITS_FOR, boards_for
from games.people.blocks import Block
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
    wishes, ratings, turns, blocks, traces = [], [], [], [], []
    for number, person in enumerate(people):
        for rated in (True, False):
            seats = dice.choice((2, 3, 4, 5))
            made_at = NOW - timedelta(hours=dice.random() * 60)
            wishes.append(
                Wish(
                    person=person,
                    board=dice.choice(("", "", *boards_for(seats))),
                    seats=seats,
                    pace=dice.choice([*PACES]),
                    rated=rated,
                    made_at=made_at,
                    ends_at=made_at + WAITS_FOR,
                )
            )
        ratings.append(Rating(person=person, mu=dice.gauss(25, 6), sigma=2, games=9, at=NOW))
        turns.append(ReliabilitySum(person=person, answered=dice.randint(30, 99), missed=5))
        blocked = (people[number - 1], people[number - 7])
        blocks += [Block(person=person, blocked=other, at=NOW) for other in blocked]
        network = f"{number // 3:064}"
        traces.append(
            DeviceTrace(person=person, kind=TraceKind.NETWORK, digest=network, seen_at=NOW)
        )
    Wish.objects.bulk_create(wishes)
    Rating.objects.bulk_create(ratings)
    ReliabilitySum.objects.bulk_create(turns)
    Block.objects.bulk_create(blocks)
    DeviceTrace.objects.bulk_create(traces)


FIGURES = (ten_thousand_wishes,)
