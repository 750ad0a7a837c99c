"""Pairing of 10,000 waiting wishes beside the bare page that every page is built on."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from datetime import timedelta

from games.lobby.pairing.models import Wish
from games.lobby.pairing.paces import PACES
from games.lobby.pairing.tables import find_tables
from games.lobby.pairing.wishes import WAITS_FOR, boards_for
from games.people.blocks import Block
from games.people.models import Person
from games.people.traces import DeviceTrace, TraceKind
from games.players.models import Rating, ReliabilitySum
from tools.bench.figure import Figure, compare
from tools.bench.pages import bare_pages
from tools.bench.site import NOW

WISHES, PEOPLE = 10_000, 5_000
NEED_S = 1.0


def ten_thousand_wishes() -> Figure:
    """Read the wishes of 5,000 people and all that parts them, and find the tables."""
    _fill()
    began = time.process_time()
    seated = sum(len(table.waiting) for table in find_tables(now=NOW))
    seconds = time.process_time() - began
    figure = compare(
        f"tables for {WISHES:,} wishes of {PEOPLE:,} people, {seated:,} seated",
        ours=("runs", _find),
        theirs=bare_pages(),
        need=0.0015,
        aim=0.003,
    )
    text = f"{figure.text}; {seconds:.2f} s of processor time (at most {NEED_S:g} s)"
    return replace(figure, text=text, enough=figure.enough and seconds <= NEED_S)


def _find() -> int:
    assert find_tables(now=NOW)
    return 1


def _fill() -> None:
    """Store people, each with two wishes, a rating, turns, two blocks and a network."""
    dice = random.Random(43)
    people = [
        Person(email=f"waits-{number}@example.org", name=f"Waits {number}", name_key=f"w{number}",
               name_skeleton=f"w{number}")
        for number in range(PEOPLE)
    ]  # fmt: skip
    people = Person.objects.bulk_create(people)
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
