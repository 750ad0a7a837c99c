"""A game for one reader: seats, own seat, and what they may know of the log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.timezone import now
from django.utils.translation import gettext as _

import engine
from games import log
from games.clock.core.game_calendars import has_vacations
from games.common import log_context, sql
from games.facts.views import PublicView, SeatView, public_view
from games.log import horizon
from games.people.models import Person
from games.plans.giving import plan_of
from games.plans.models import SeatPlan
from games.practice.models import Guest, PracticeGame
from games.tables.models import Game, GameStatus, Seat
from games.tables.seat_names import seat_name
from games.tables.selectors import games_visible_to
from games.talk.messages import NO_TALK, note_of, talk_mark
from games.talk.models import Message, PrivateNote
from games.votes.models import Vote

BOT_ANSWER_TIME = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Beside:
    """What is loaded beside the log of a game; False means that it is not queried.

    ``plan`` and ``note`` are the reader's own, ``vacations`` those of anybody at the table.
    """

    vacations: bool = True
    votes: bool = True
    talk: bool = True
    plan: bool = True
    note: bool = True


@dataclass(frozen=True)
class GameForReader:
    """A game as loaded for one request. ``seat`` is None for a spectator.

    The reader's own plan and note are loaded once.
    """

    game: Game
    seats: list[Seat]
    seat: Seat | None
    beside: Beside = Beside()

    @property
    def seat_number(self) -> int | None:
        """The number of the reader's seat."""
        return self.seat.number if self.seat else None

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The name of each seat, by its number."""
        names = {seat.number: seat_name(seat) for seat in self.seats}
        if self.practice and self.practice.guest_id:
            names |= {seat.number: _("Guest") for seat in self.seats if not seat.bot}
        return names

    @cached_property
    def practice(self) -> PracticeGame | None:
        """The additional row of a practice game; None for every other game."""
        if not self.game.practice:
            return None
        return PracticeGame.objects.filter(game=self.game).first()

    @property
    def bots(self) -> Mapping[int, str]:
        """The bots at the table, by the numbers of their seats."""
        return {seat.number: seat.bot for seat in self.seats if seat.bot}

    def waits_for_bots(self, moment: datetime) -> bool:
        """Whether the reader waits for nobody but bots, which answer within seconds."""
        deciding = [seat for seat in self.seats if seat.decision is not None]
        return (
            self.seat is not None
            and not self.is_over
            and bool(deciding)
            and all(seat.bot for seat in deciding)
            # Without a worker, a page that reloads itself for ever does not help.
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
    def is_delayed(self) -> bool:
        """Whether the reader sees the game later than its players do (games/log/horizon.py)."""
        return self.game.horizon is not None

    @property
    def is_over(self) -> bool:
        """Whether the game is over, so that nothing about it is hidden."""
        return self.game.status in (GameStatus.FINISHED, GameStatus.VOID)

    @cached_property
    def plan(self) -> SeatPlan | None:
        """The reader's plan."""
        person = self.seat.person if self.seat and self.beside.plan else None
        return plan_of(self.seat, person) if self.seat and person else None

    @cached_property
    def note(self) -> str:
        """The reader's note about the game, "" for none."""
        person = self.seat.person if self.seat and self.beside.note else None
        return note_of(self.game, person) if person else ""

    def talk_mark(self, reader: int) -> tuple[object, ...]:
        """The talk mark of the table for a person, loaded once."""
        if reader not in self._talk_marks:
            said = self.beside.talk
            self._talk_marks[reader] = talk_mark(self.game, reader) if said else NO_TALK
        return self._talk_marks[reader]

    def has_talk(self, reader: int) -> bool:
        """Whether there are messages that a person reads."""
        last, *_others = self.talk_mark(reader)
        return last is not None

    @cached_property
    def _talk_marks(self) -> dict[int, tuple[object, ...]]:
        return {}

    @property
    def last_seq(self) -> int:
        """The seq of the last event that the reader may know, -1 for none."""
        return self.game.version

    def events(self, *, after: int, most: int) -> list[log.RedactedEvent]:
        """At most n events after ``after`` as the reader may know them; no game is replayed."""
        until = min(after + most, self.last_seq)
        return log.redacted_page(self.game, self.seat_number, after=after, until=until)

    def snapshot(self) -> Snapshot:
        """The game as the reader may know it now; the state itself stays here."""
        return Snapshot(self.game, log.load(self.game), self.seat_number)

    def public_view(self) -> PublicView:
        """The view of everybody, whatever the reader may know."""
        return public_view(log.load(self.game))

    def snapshot_as_found(self) -> Snapshot:
        """The game as its row was loaded; later changes are left for the next request."""
        return Snapshot(self.game, log.load_as_found(self.game), self.seat_number)

    def views_at(self, seqs: Collection[int]) -> Iterator[engine.View]:
        """The game after each of these events, as the reader knew it then.

        Once the game is over, that is everything.
        """
        for seq, state in log.states(self.game, until=max(seqs)):
            if seq in seqs:
                yield engine.view(state, self.seat_number, revealed=self.is_over)

    def milestones(self, *, until: int) -> Sequence[log.Milestone]:
        """The public numbers at the start of every turn up to event ``until``, and after it."""
        return log.milestones_of(self.game, until=until)


class Snapshot:
    """A game at one moment, through the eyes of one seat (None is a spectator)."""

    def __init__(self, game: Game, state: engine.Game, seat: int | None) -> None:
        self._game = game
        self._state = state
        self.view = engine.view(state, seat)

    @property
    def own(self) -> SeatView | None:
        """The view of the reader's own seat; None for a spectator."""
        return None if self.view.seat is None else SeatView(self.view)

    def events(self, *, after: int = -1) -> list[log.RedactedEvent]:
        """The events after ``after`` as the reader may know them."""
        return log.redacted_events(self._game, self._state, self.view.seat, after=after)


UNREAD: Final = (
    "game__secret",
    "person__password",
    "person__last_login",
    "person__is_superuser",
    "person__name_key",
    "person__name_skeleton",
    "person__theme",
    "person__run_by",
    "person__mail_bounced",
    "person__is_staff",
    "person__created",
    "person__sign_outs",
)
"""Fields that pages about a game never use, such as how its players sign in."""


def _visible_to_guest(guest: int) -> QuerySet[Game]:
    return Game.objects.filter(Q(public=True) | Q(practice_game__guest=guest))


def _seats(visible: QuerySet[Game], code: str) -> QuerySet[Seat]:
    """The seats of the game of a code, if it is among the visible ones, marked for `_beside`."""
    found = Seat.objects.filter(game__in=visible.filter(code=code).values("pk")).annotate(
        has_vacations=has_vacations(),
        # No condition on the outcome: it is part of an index condition, and SQLite would plan the
        # whole query again for each value.
        has_votes=Exists(Vote.objects.filter(game=OuterRef("game"), closed_at=None)),
        has_talk=Exists(Message.objects.filter(game=OuterRef("game"))),
        has_plan=Exists(SeatPlan.objects.filter(seat=OuterRef("pk"))),
        has_note=Exists(
            PrivateNote.objects.filter(game=OuterRef("game"), person=OuterRef("person"))
        ),
    )
    return found.select_related("game", "person").defer(*UNREAD).order_by("number")


_seats_for_anybody: Final = sql.PreparedQuery(lambda code: _seats(games_visible_to(None), code))
_seats_for_person: Final = sql.PreparedQuery(
    lambda person, code: _seats(games_visible_to(person), code)
)
_seats_for_guest: Final = sql.PreparedQuery(
    lambda guest, code: _seats(_visible_to_guest(guest), code)
)


Found = TypeVar("Found", bound=GameForReader)


def find_game(code: str, reader: Person | Guest | None, kind: type[Found]) -> Found | None:
    """The game of a code for a person, a guest or an anonymous user (None), in one query.

    Of a running game with delayed spectators they get what they may know, with one or two more
    queries. None if there is no such game, or the reader may not see it.
    """
    if isinstance(reader, Guest):
        seats = _seats_for_guest.rows(reader.pk, code)
    elif reader is not None:
        seats = _seats_for_person.rows(reader.pk, code)
    else:
        seats = _seats_for_anybody.rows(code)
    if not seats:
        return None
    for row in seats:
        row.game = seats[0].game
    log_context.about_game(seats[0].game_id)
    if isinstance(reader, Guest):
        mine = [seat for seat in seats if not seat.bot] if seats[0].game.practice else []
    else:
        # An empty seat of an imported game does not belong to an anonymous user.
        mine = [seat for seat in seats if reader is not None and seat.person_id == reader.pk]
    if not mine:
        horizon.limit(seats[0].game, seats, now=now())
    seat = mine[0] if mine else None
    return kind(seats[0].game, seats, seat, _beside(seats, seat))


def _beside(seats: Sequence[Any], seat: Any) -> Beside:
    if seats[0].game.horizon is not None:
        # Present rows: the number of queries must not reveal what was said after the horizon.
        return Beside(vacations=True, votes=False, talk=True, plan=False, note=False)
    return Beside(
        vacations=any(one.has_vacations for one in seats),
        votes=seats[0].has_votes,
        talk=seats[0].has_talk,
        plan=seat is not None and seat.has_plan,
        note=seat is not None and seat.has_note,
    )


def game_visible_to(code: str, reader: Person | Guest | None) -> QuerySet[Game]:
    """The game of a code if a person, a guest or an anonymous user may see it."""
    if isinstance(reader, Guest):
        return _visible_to_guest(reader.pk).filter(code=code)
    return games_visible_to(reader).filter(code=code)
