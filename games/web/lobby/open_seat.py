"""A seat that looks for a substitute, as a list shows it: only what everybody may know."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

import engine
from games.clock import wording
from games.clock.terms import terms_of
from games.tables.models import Seat
from games.tables.naming import seat_name
from games.web.parts.clock import Clock, clock
from games.web.parts.clocks import moment
from games.web.parts.words import joined


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """``player`` is who holds it until somebody takes it, ``others`` who else plays."""

    code: str
    board: str
    number: int
    player: str
    others: str
    pace: str
    absence: list[str]
    since: str
    clock: Clock | None
    game_url: str
    take_url: str


def open_seat(seat: Seat, now: datetime) -> OpenSeat:
    """Gets the line of a seat."""
    game = seat.game
    others = [other for other in game.seats.all() if other.number != seat.number]
    return OpenSeat(
        code=game.code,
        board=engine.load_board(game.board).name,
        number=seat.number,
        player=seat_name(seat),
        others=joined(seat_name(other) for other in others),
        pace=wording.pace(terms_of(game)),
        absence=wording.absence(game),
        since=moment(seat.open_since),
        clock=clock(seat.due_at, now),
        game_url=reverse("game", args=[game.code]),
        take_url=reverse("take-seat", args=[game.code, seat.number]),
    )
