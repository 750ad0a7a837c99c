"""The recap of a game for a mail: views, events since the reader's last move, the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine import wire
from engine.events import CardsDealt, GameEnded, RowFilled, TableEvent, TicketsDealt
from games.clock.core.game_calendars import GameCalendars
from games.common.dates import DateFormat, format_datetime
from games.common.durations import describe_duration
from games.facts.views import PublicView, SeatView, public_view, seat_view
from games.log import BUILDING_EVENTS, RedactedEvent, redact_line
from games.log.reading import LogLine, board_of, events
from games.people.models import MailPrivacy
from games.tables.models import Seat

BOARD_EVENTS: Final = (
    *BUILDING_EVENTS,
    *("game.taken_back", "game.tickets_chosen", "game.tickets_kept"),
)
"""The types of events that change the picture of a board; tickets ask for cities with rings."""


@dataclass(frozen=True, slots=True)
class Recap:
    """``table`` is what everybody may know, ``own`` the seat's view, None below full privacy.

    ``tickets`` is the number of tickets in the hand, ``events`` are those since the seat's last
    move, ``has_not_moved`` says that it has made none. ``board_changed`` says that the board,
    or what is marked on it for the reader, is not as it was before that move.
    """

    own: SeatView | None
    table: PublicView
    tickets: int
    events: tuple[RedactedEvent, ...]
    has_not_moved: bool
    board_changed: bool


def read_recap(*, seat: Seat, privacy: str) -> Recap:
    """Read what a mail tells one seat of a started game, in a single reading of its log.

    Below full privacy the reader's own events are shown as a spectator sees them: a card that the
    clock drew for an absent player is a card of the hand.
    """
    lines = list(events(seat.game))
    news = _first_unseen(lines, seat.number)
    reader = seat.number if privacy == MailPrivacy.FULL else None
    since = []
    steps = engine.replay_steps(board_of(seat.game), [line.event for line in lines])
    for line, (event, state) in zip(lines, steps, strict=True):
        # The first event lays out the table. Each is redacted for its own moment, so that the end
        # of the game reveals none of them.
        if line.seq >= (news or 1) and not _shown_elsewhere(event, state):
            since.append(redact_line(line, reader, state))
    return Recap(
        own=None if reader is None else seat_view(state, reader),
        table=public_view(state),
        tickets=len(state.tickets[seat.number]),
        events=tuple(since),
        has_not_moved=not news,
        board_changed=not news or any(map(changes_board, lines[_last_move(lines, seat.number) :])),
    )


def changes_board(line: LogLine | RedactedEvent) -> bool:
    """Whether an event changes the picture of the board for somebody."""
    type_ = line.type if isinstance(line, RedactedEvent) else wire.encode(line.event)[0]
    return type_ in BOARD_EVENTS


def _shown_elsewhere(event: engine.Event, state: engine.Game) -> bool:
    """Whether the mail shows it in another way: as hand, choice, row or final table."""
    laid_out = state.turn == 0 and isinstance(event, RowFilled)
    return laid_out or isinstance(event, CardsDealt | TicketsDealt | GameEnded)


def _last_move(lines: Sequence[LogLine], number: int) -> int:
    """The place of the first line of the seat's last own move."""
    place = _after_last_move(lines, number)
    while place and _is_own_move(lines[place - 1], number):
        place -= 1
    return place


def _first_unseen(lines: Sequence[LogLine], number: int) -> int:
    """The place of the first line after the seat's last own move and what came of it."""
    place = _after_last_move(lines, number)
    while place and place < len(lines) and not _is_a_cause(lines[place]):
        place += 1
    return place


def _after_last_move(lines: Sequence[LogLine], number: int) -> int:
    """The place of the line after the seat's last own move, 0 where it has made none."""
    place = len(lines)
    while place and not _is_own_move(lines[place - 1], number):
        place -= 1
    return place


def _is_own_move(line: LogLine, number: int) -> bool:
    return line.seat == number and line.actor == str(number)


def _is_a_cause(line: LogLine) -> bool:
    return line.action is not None or isinstance(line.event, TableEvent)


def clock_lines(*, seat: Seat, names: Sequence[str], now: datetime) -> tuple[str, ...]:
    """Sentences for the reader in a seat, in the active language and time zone."""
    game, lines = seat.game, []
    if game.paused_at is not None and game.resume_at is not None:
        lines.append(
            _("The game is paused and resumes on %(at)s. Nothing is due until then.")
            % {"at": _moment(game.resume_at)}
        )
    elif game.paused_at is not None:
        lines.append(_("The game is paused: there are no deadlines until it resumes."))
    if seat.decision is not None and seat.bank_from is not None:
        lines.append(
            _("Your time bank starts to run on %(at)s; it holds %(left)s.")
            % {"at": _moment(seat.bank_from), "left": describe_duration(seat.bank)}
        )
    calendars = GameCalendars(game, now)
    until = calendars.away_until(seat)
    if until is not None:
        lines.append(_("You are on vacation until %(until)s.") % {"until": _moment(until)})
    for other in game.seats.order_by("number") if calendars.somebody_away else ():
        until = calendars.away_until(other) if other.number != seat.number else None
        if until is not None:
            lines.append(
                _("%(name)s is away until %(until)s.")
                % {"name": names[other.number], "until": _moment(until)}
            )
    return tuple(lines)


def _moment(at: datetime) -> str:
    return format_datetime(at, DateFormat.LONG_WEEKDAY_TIME)
