"""Public numbers of each seat and team (B-15), and whom the reader may nudge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import View
from games.drawing.palette import seat_tints
from games.facts.seats import (
    TeamNumbers,
    mechanic_columns,
    seat_numbers,
    team_numbers,
)
from games.language.bots import bot_label
from games.notifications.models import Notice, NoticeKind
from games.notifications.nudges import BETWEEN_NUDGES, FIRST_NUDGE_AFTER
from games.tables.models import GameStatus
from games.web.parts import phrases
from games.web.parts.game_clock import Clock
from games.web.parts.game_context import GameContext
from games.web.parts.pictures import seat_sign


class Status(NamedTuple):
    """What the table waits for at a seat, and the class of its badge."""

    style: str
    text: str


class PlayerLine(NamedTuple):
    """One seat in playing order. ``bot`` is the rank and strength of a bot, "" for a person.

    ``status`` says what the table waits for, None for nothing, ``placing`` that a drawn card
    lies before it which is in neither hand nor rack yet (A-3). ``offered`` counts the tickets that
    it chooses from, ``url`` is the page of the player, "" for a bot. ``absence`` is the clock of
    whoever is away or has to be replaced, None for all others.
    ``points`` are those of the routes, in the end those of the final score (B-12), "" where teams
    have one score together; ``tickets`` are "–" until all have chosen. ``more`` has the numbers of
    the mechanics of the board by name.
    """

    seat: int
    name: str
    sign: SafeString
    mine: bool
    bot: str
    deciding: bool
    status: Status | None
    placing: bool
    points: int | str
    trains: int
    cards: int
    tickets: int | str
    offered: int
    absence: Clock | None
    url: str
    more: list[tuple[str, int | None]]


@dataclass(frozen=True, slots=True)
class TeamLines:
    """The seats that play together, and what they share; without teams one of all seats.

    ``number`` counts from 1 in playing order; 0 where the board has no teams. ``points`` are those
    of the final score, None until then (A-11).
    """

    number: int
    mine: bool
    points: int | None
    numbers: TeamNumbers | None
    players: list[PlayerLine]


def team_lines(view: View, lines: Sequence[PlayerLine]) -> list[TeamLines]:
    """The lines of the players team by team (A-1)."""
    if not view.teams:
        return [TeamLines(0, False, None, None, list(lines))]
    totals = _final_points(view)
    return [
        TeamLines(
            number=number + 1,
            mine=view.seat in seats,
            points=totals.get(seats[0]),
            numbers=team_numbers(view, number),
            players=[line for line in lines if line.seat in seats],
        )
        for number, seats in enumerate(view.teams)
    ]


def _final_points(view: View) -> dict[int, int]:
    """The points of the final score by seat; nothing while the game runs."""
    scores = view.outcome.scores if view.outcome else ()
    return {seat: score.total for score in scores for seat in score.seats}


def _next_up(view: View) -> int | None:
    """The seat whose turn comes after the one that is being played; None before the first."""
    if view.turn_seat is None or view.outcome is not None:
        return None
    at = view.order.index(view.turn_seat) + 1
    return view.order[at % len(view.order)]


def player_lines(
    view: View,
    names: Mapping[int, str],
    bots: Mapping[int, str],
    pages: Mapping[int, str],
    clocks: Iterable[Clock] = (),
    *,
    over: bool = False,
) -> list[PlayerLine]:
    """The seats in playing order; ``clocks`` say who is away.

    Once a game is ``over`` nobody decides, even if it was stopped at an open decision.
    """
    absences = {
        clock["number"]: clock
        for clock in clocks
        if clock["away_until"] or clock["needs_substitute"]
    }
    tints = seat_tints(view.teams)
    next_up = _next_up(view) if view.teams else None
    totals = _final_points(view)
    columns = [column.name for column in mechanic_columns(view.board)]
    return [
        PlayerLine(
            seat=seat,
            name=names[seat],
            sign=seat_sign(tints[seat]),
            mine=seat == view.seat,
            bot=bot_label(bots[seat]) if seat in bots else "",
            deciding=seat in view.pending and not over,
            status=None if over else _status(view, seat, next_up),
            placing=seat in view.card_to_place,
            points="" if totals and view.teams else totals.get(seat, view.points[seat]),
            trains=numbers.trains,
            cards=numbers.cards,
            tickets="–" if numbers.tickets is None else numbers.tickets,
            offered=view.offered_counts[seat] if seat in view.pending else 0,
            absence=absences.get(seat),
            url=pages.get(seat, ""),
            more=[(name, getattr(numbers, name)) for name in columns],
        )
        for seat in view.order
        for numbers in [seat_numbers(view, seat)]
    ]


def _status(view: View, seat: int, next_up: int | None) -> Status | None:
    setup = not view.turn and view.outcome is None
    if seat in view.pending:
        return Status("badge-lamp", _("choosing") if setup else _("to move"))
    if setup:
        return Status("badge-good", _("has chosen"))
    return Status("badge-quiet", _("next")) if seat == next_up else None


def players_panel(
    context: GameContext,
    view: View,
    *,
    clocks: Iterable[Clock] = (),
    nudgeable: Sequence[tuple[int, str]] = (),
    shared_networks: Sequence[str] = (),
) -> dict[str, Any]:
    """The players and supplies on the page of a game.

    ``nudgeable`` are the seats that may be nudged, ``shared_networks`` the pairs who let the table
    know that they share one.
    """
    over = view.outcome is not None or context.is_over
    lines = player_lines(view, context.names, context.bots, context.player_urls, clocks, over=over)
    return {
        **players_table(view, lines),
        "discarded_kinds": phrases.cards(view.discards),
        "nudgeable": nudgeable,
        "shared_networks": shared_networks,
    }


def players_table(view: View, lines: Sequence[PlayerLine]) -> dict[str, Any]:
    """The names of web/play/players.html that the page of a game and its replay share.

    ``columns`` are those of the mechanics of the board, ``stocks`` what each supply has left.
    """
    return {
        "teams": team_lines(view, lines),
        "columns": mechanic_columns(view.board),
        "stocks": stocks(view),
        "bullet_supply": view.board.bullet_trains.supply if view.board.bullet_trains else 0,
    }


def stocks(view: View) -> dict[str, int]:
    """What each supply of the table has left."""
    return {
        "bullets": view.bullets,
        "deck": view.deck_size,
        "discards": sum(view.discards.values()),
        "ticket_deck": view.ticket_deck_size,
    }


def nudgeable_seats(context: GameContext, moment: datetime) -> list[tuple[int, str]]:
    """Number and name of the seats that may be nudged; ask nothing while all are quick."""
    if context.seat is None or context.game.status != GameStatus.RUNNING:
        return []
    slow = [
        seat
        for seat in context.seats
        if seat.opened_at
        and moment - seat.opened_at >= FIRST_NUDGE_AFTER
        and seat.decision is not None
        and seat.person_id not in (None, context.seat.person_id)
    ]
    if not slow:
        return []
    nudged = set(
        Notice.objects.filter(
            game=context.game, kind=NoticeKind.NUDGE, created_at__gt=moment - BETWEEN_NUDGES
        ).values_list("person_id", flat=True)
    )
    return [
        (seat.number, context.names[seat.number]) for seat in slow if seat.person_id not in nudged
    ]
