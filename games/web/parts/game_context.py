"""A game as one reader finds it in one request: seats, own seat, snapshot of what they may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.http import Http404, HttpRequest
from django.urls import reverse

import engine
from games import log
from games.drawing.palette import seat_tints
from games.orders.models import StandingOrder
from games.orders.standing_orders import order_of
from games.tables.models import Game, GameStatus, Seat
from games.tables.seat_names import seat_name
from games.tables.selectors import games_visible_to
from games.talk.notes import note_of
from games.web.parts.event_formatter import EventFormatter

BOT_ANSWER_TIME = timedelta(minutes=1)


@dataclass(frozen=True)
class GameContext:
    """A game as it was found, for one request. ``seat`` is None for a spectator.

    What only the reader may see beside the log, a standing order and a note, is read once.
    """

    game: Game
    seats: list[Seat]
    seat: Seat | None

    @property
    def seat_number(self) -> int | None:
        """The number of the reader's seat."""
        return self.seat.number if self.seat else None

    @property
    def names(self) -> Mapping[int, str]:
        """The name of each seat, by its number."""
        return {seat.number: seat_name(seat) for seat in self.seats}

    @property
    def player_urls(self) -> Mapping[int, str]:
        """The addresses of the pages of those who sit here, by the number of the seat."""
        return {
            seat.number: reverse("player", args=[seat.person.name])
            for seat in self.seats
            if seat.person is not None
        }

    @property
    def bots(self) -> list[int]:
        """The numbers of the seats that bots hold."""
        return [seat.number for seat in self.seats if seat.bot]

    def waits_for_bots(self, moment: datetime) -> bool:
        """Whether the reader waits for nobody but bots, which answer within seconds."""
        deciding = [seat for seat in self.seats if seat.decision is not None]
        return (
            self.seat is not None
            and not self.is_over
            and bool(deciding)
            and all(seat.bot for seat in deciding)
            # Where no worker runs, a page that loads itself for ever helps nobody.
            and any(
                seat.opened_at and moment - seat.opened_at < BOT_ANSWER_TIME for seat in deciding
            )
        )

    @property
    def board(self) -> engine.Board:
        return engine.load_board(self.game.board)

    @property
    def has_log(self) -> bool:
        """Whether there is a log to look at."""
        return self.game.version >= 0

    @property
    def is_over(self) -> bool:
        """Whether everything about the game may be told."""
        return self.game.status in (GameStatus.FINISHED, GameStatus.VOID)

    @cached_property
    def order(self) -> StandingOrder | None:
        """The reader's order for the next turn."""
        person = self.seat.person if self.seat else None
        return order_of(self.seat, person) if self.seat and person else None

    @cached_property
    def note(self) -> str:
        """The reader's note about the game, "" for none."""
        person = self.seat.person if self.seat else None
        return note_of(self.game, person) if person else ""

    def formatter(self, view: engine.View) -> EventFormatter:
        """A formatter that tells events to the reader of this view."""
        names = [self.names[seat] for seat in range(view.seats)]
        return EventFormatter(view.board, names, view.seat, seat_tints(view.teams))

    def snapshot(self) -> Snapshot:
        """The game as the reader may know it now; the state itself goes no further."""
        return Snapshot(self.game, log.load(self.game), self.seat_number)

    def view_at(self, *, seq: int) -> engine.View:
        """The game as it stood after event ``seq``: what the reader knew then.

        Once the game is over, that is everything.
        """
        return engine.view(log.state_at(self.game, at=seq), self.seat_number, revealed=self.is_over)


class Snapshot:
    """A game at one moment, through the eyes of one seat (None is a spectator)."""

    def __init__(self, game: Game, state: engine.Game, seat: int | None) -> None:
        self._game = game
        self._state = state
        self.view = engine.view(state, seat)

    def events(self, *, after: int = -1) -> list[log.RedactedEvent]:
        """The events after ``after`` as the reader may know them."""
        return log.redacted_events(self._game, self._state, self.view.seat, after=after)


def game_context_or_404(request: HttpRequest, code: str) -> GameContext:
    """The game of a code as the person of this request finds it, in one query.

    :raises Http404: if there is no such game, or the reader may not look at it.
    """
    visible = games_visible_to(request.user).filter(code=code).values("pk")
    found = Seat.objects.filter(game__in=visible).select_related("game", "person")
    seats = list(found.defer("game__secret").order_by("number"))
    if not seats:
        raise Http404
    reader = request.user.pk
    # An empty seat of an imported game is not a stranger's.
    mine = [seat for seat in seats if reader is not None and seat.person_id == reader]
    return GameContext(seats[0].game, seats, mine[0] if mine else None)
