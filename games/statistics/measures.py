"""The additions of a finished game to the sums: pure functions of its tally, in whole numbers.

A measure is (kind, key, number). Increase :data:`EDITION` when the meaning of one changes; the
worker then counts all games again. Decision 144 says why.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from engine.ending.tally import SeatTally, SideTally, Tally, TicketTally

EDITION: Final = 1
WIDTH_OF_TOTALS: Final = 10
"""Width of the steps in which totals are counted, in points."""

Measure = tuple[str, str, int]
Measures = Counter[Measure]


def measures_of_game(tally: Tally, days: int) -> Measures:
    """The additions of a game to the sums of its board.

    ``games``; ``turns`` and ``days`` by length; ``position`` of a seat in the playing order by
    ``games``, ``points`` and ``won/K``, where K sides shared the first place; ``sides`` and
    ``winners`` with their ``points`` and ``won_points`` by kind; ``total`` in steps of ten;
    tickets by id as ``offered``, ``kept``, ``completed``, ``brought`` (points) and ``kept_won``;
    tracks by id as ``claim`` by the seat's own turn, and ``claim_won``; cards ``drawn`` and
    ``taken``; ``trains`` left.
    """
    found = Counter[Measure]()
    found["games", "", 0] += 1
    found["ended", tally.reason, 0] += 1
    found["turns", "", tally.turns] += 1
    found["days", "", days] += 1
    first = sum(side.place == 1 for side in tally.sides)
    for side in tally.sides:
        found["sides", "", 0] += 1
        _score(found, side, first)
        for number in side.seats:
            _seat(found, tally.seats[number], won=side.place == 1)
            position = tally.seats[number].position
            found["position", "games", position] += 1
            found["position", "points", position] += side.total
            if side.place == 1:
                found["position", f"won/{first}", position] += 1
    return _without_zeros(found)


def measures_of_seat(tally: Tally, number: int) -> Measures:
    """The additions of a game to the sums of the person in a seat.

    As for a board, of this seat and its side; ``place`` by the number of sides, and of tracks the
    sum of turns as ``claim_turns``.
    """
    found = Counter[Measure]()
    seat, side = tally.seats[number], side_of(tally, number)
    first = sum(other.place == 1 for other in tally.sides)
    found["games", "", 0] += 1
    found["sides", "", 0] += 1
    found["place", str(len(tally.sides)), side.place] += 1
    found["position", "games", seat.position] += 1
    found["turns_taken", "", 0] += seat.turns
    if side.place == 1:
        found["won", str(first), 0] += 1
    _score(found, side, first)
    _seat(found, seat, won=side.place == 1)
    for (kind, key, turn), count in list(found.items()):
        if kind == "claim":
            del found[kind, key, turn]
            found["claim", key, 0] += count
            found["claim_turns", key, 0] += count * turn
    return _without_zeros(found)


TOGETHER: Final = frozenset({"ahead", "level", "behind", "partner"})
"""The kinds of meetings that count as one game each."""


def meetings(tally: Tally, number: int) -> Iterator[tuple[int, str]]:
    """The meetings of a seat: the other seats, and ``ahead``, ``level`` or ``behind`` by place.

    Seats of its own side are ``partner``, and ``partner_won`` as well if the side won. Kinds that
    count as a game with somebody are in :data:`TOGETHER`.
    """
    own = side_of(tally, number)
    for side in tally.sides:
        for other in side.seats:
            if other == number:
                continue
            if side is own:
                yield other, "partner"
                if own.place == 1:
                    yield other, "partner_won"
            elif own.place == side.place:
                yield other, "level"
            else:
                yield other, "ahead" if own.place < side.place else "behind"


def side_of(tally: Tally, number: int) -> SideTally:
    """The side of a seat."""
    return next(side for side in tally.sides if number in side.seats)


def _score(found: Measures, side: SideTally, first: int) -> None:
    won = side.place == 1
    found["winners", "", 0] += won
    found["total", "", side.total // WIDTH_OF_TOTALS * WIDTH_OF_TOTALS] += 1
    for kind, points in side.points.items():
        found["points", kind, 0] += points
        found["won_points", kind, 0] += points * won
    for ticket in side.tickets:
        found["kept", ticket.ticket, 0] += 1
        found["completed", ticket.ticket, 0] += ticket.completed
        found["brought", ticket.ticket, 0] += ticket.points
        found["kept_won", ticket.ticket, 0] += won


def _seat(found: Measures, seat: SeatTally, *, won: bool) -> None:
    for ticket in seat.offered:
        found["offered", ticket, 0] += 1
    for track, turn in seat.claims:
        found["claim", track, turn] += 1
        found["claim_won", track, 0] += won
    found["drawn", "", 0] += seat.drawn
    found["taken", "", 0] += seat.taken
    found["trains", "", seat.trains] += 1


def _without_zeros(found: Measures) -> Measures:
    return Counter({measure: total for measure, total in found.items() if total})


def tally_as_json(tally: Tally, days: int) -> dict[str, Any]:
    """A tally as stored, with the days from the start to the end."""
    stored: dict[str, Any] = json.loads(json.dumps(asdict(tally)))
    return {**stored, "days": days}


def tally_from_json(stored: Mapping[str, Any]) -> Tally:
    """A tally from its stored form."""
    return Tally(
        turns=stored["turns"],
        reason=stored["reason"],
        teams=stored["teams"],
        sides=tuple(
            SideTally(
                tuple(side["seats"]),
                side["place"],
                side["points"],
                tuple(TicketTally(**ticket) for ticket in side["tickets"]),
            )
            for side in stored["sides"]
        ),
        seats=tuple(_seat_from_json(seat) for seat in stored["seats"]),
    )


def _seat_from_json(stored: Mapping[str, Any]) -> SeatTally:
    claims: Sequence[Sequence[Any]] = stored["claims"]
    return SeatTally(
        **{
            **stored,
            "claims": tuple((track, turn) for track, turn in claims),
            "offered": tuple(stored["offered"]),
        }
    )
