"""A game as one line of a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from games.common.dates import DateFormat, format_datetime
from games.common.durations import describe_duration
from games.facts.prompts import short_prompt, waiting
from games.language.amounts import in_points, place_word
from games.language.boards import board_name
from games.log import RedactedEvent
from games.people.models import Person
from games.plans.models import PlanFate, SeatPlan
from games.plans.texts import doing
from games.tables.models import Game, Seat
from games.tables.seat_names import seat_name
from games.web.parts.durations import DeadlineText, deadline_text, usual_pace
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.game_clock import format_moment as times
from games.web.parts.phrases import joined


@dataclass(frozen=True, slots=True)
class GameLine:
    """``waits_for`` is what is waited for, ``others`` who else plays."""

    code: str
    title: str
    url: str
    board: str
    others: str
    waits_for: str
    clock: DeadlineText | None = None
    usual_pace: str = ""
    """The usual pace of those who are waited for, or ""."""
    withdraw_url: str = ""
    """The address that withdraws a held move, or ""."""
    clock_remarks: str = ""
    """Remarks about bank, pause and substitute, or ""."""
    latest: str = ""
    """The sentence of the last event that has one, or ""."""
    picture_url: str = ""
    """The address of a picture of the present board, or ""."""
    plan: str = ""
    """What the reader's own plan is doing, or ""."""
    plan_goes_on: bool = False
    """Whether a press lets that plan go on; else one pauses it."""


def your_move_line(game: Game, mine: Seat, moment: datetime) -> GameLine:
    """The line of a game in which a seat has something to decide."""
    return _line(
        game,
        mine.person_id,
        short_prompt(mine.kind),
        clock=deadline_text(mine.due_at, moment),
        clock_remarks=_clock_remarks(game, mine),
    )


def held_move_line(game: Game, mine: Seat) -> GameLine:
    """The line of a game in which the move of a seat is held."""
    held = _("Held until %(until)s") % {"until": format_datetime(mine.held_until, DateFormat.TIME)}
    withdraw_url = reverse("withdraw-held", args=[game.code])
    return _line(game, mine.person_id, held, withdraw_url=withdraw_url)


def others_move_line(
    game: Game, mine: Seat, moment: datetime, paces: Mapping[int, timedelta]
) -> GameLine:
    """The line of a game that waits for somebody else; ``paces`` has their usual times."""
    deciding = [seat for seat in game.seats.all() if seat.decision is not None]
    due = [seat.due_at for seat in deciding if seat.due_at]
    usual = [
        paces[seat.person_id] for seat in deciding if seat.person_id and seat.person_id in paces
    ]
    return _line(
        game,
        mine.person_id,
        waiting([seat_name(seat) for seat in deciding]),
        clock=deadline_text(min(due, default=None), moment),
        clock_remarks=_clock_remarks(game, mine),
        usual_pace=usual_pace(max(usual, default=None)),
    )


def with_plan(line: GameLine, plan: SeatPlan | None, game: Game, mine: Seat) -> GameLine:
    """A line that says what the reader's own plan is doing."""
    if plan is None:
        return line
    said = doing(plan, mine, engine.load_board(game.board))
    return replace(line, plan=said, plan_goes_on=plan.fate != PlanFate.STANDING)


def as_card(line: GameLine, game: Game, events: Iterable[RedactedEvent]) -> GameLine:
    """A line with a picture of the board, and the latest of these events, which come latest first.

    The picture is another one after each event, so that browsers may keep each for good.
    """
    names = [seat_name(seat) for seat in game.seats.all()]
    formatter = EventFormatter(engine.load_board(game.board), names, None)
    sentences = (formatter.sentence(event) for event in events)
    return replace(
        line,
        latest=next(filter(None, sentences), ""),
        picture_url=f"{reverse('game-picture', args=[game.code])}?v={game.version}",
    )


def _clock_remarks(game: Game, mine: Seat) -> str:
    """Remarks about the clock of a seat."""
    words = []
    if mine.open_since is not None:
        words.append(_("your table is looking for a substitute for you"))
    if game.paused_at is not None:
        words.append(
            _("paused until %(at)s") % {"at": times(game.resume_at)}
            if game.resume_at
            else _("paused")
        )
    if mine.bank_from is not None:
        words.append(
            _("your time bank of %(left)s starts to run on %(at)s")
            % {"at": times(mine.bank_from), "left": describe_duration(mine.bank)}
        )
    return " · ".join(words)


def watched_line(game: Game) -> GameLine:
    """The line of a game that somebody looks at from outside."""
    names = joined(seat_name(seat) for seat in game.seats.all())
    return replace(_line(game, None, ""), others=names)


def finished_line(game: Game, person: Person) -> GameLine:
    """The line of a game that is over."""
    mine = next(seat for seat in game.seats.all() if seat.person_id == person.pk)
    if mine.place is None or mine.points is None:
        return _line(game, person.pk, _("Ended without a result."))
    result = {
        "place": mine.place,
        "count": side_count(game.seats.all()),
        "points": in_points(mine.points),
    }
    if mine.place == 1 and mine.team is not None:
        return _line(game, person.pk, _("Your team won with %(points)s.") % result)
    if mine.place == 1:
        return _line(game, person.pk, _("You won with %(points)s.") % result)
    result["place"] = place_word(mine.place)
    return _line(game, person.pk, _("%(place)s of %(count)d, %(points)s") % result)


def side_count(seats: Iterable[Seat]) -> int:
    """The number of sides: seats, or teams of seats."""
    return len({seat.number if seat.team is None else seat.team for seat in seats})


def _line(game: Game, reader: int | None, waits_for: str, **more: Any) -> GameLine:
    seats = game.seats.all()
    mine = [seat for seat in seats if reader is not None and seat.person_id == reader]
    if mine and mine[0].team is not None:
        others = _mates_and_opponents(mine[0], seats)
    else:
        names = [seat_name(seat) for seat in seats if seat not in mine]
        others = _("with %(names)s") % {"names": joined(names)} if names else ""
    return GameLine(
        code=game.code,
        title=game.title,
        url=reverse("game", args=[game.code]),
        board=board_name(engine.load_board(game.board)),
        others=others,
        waits_for=waits_for,
        **more,
    )


def _mates_and_opponents(mine: Seat, seats: Iterable[Seat]) -> str:
    """The mates of a seat, and the teams against them."""
    teams: dict[int | None, list[str]] = {}
    for seat in seats:
        if seat.pk != mine.pk:
            teams.setdefault(seat.team, []).append(seat_name(seat))
    mates = teams.pop(mine.team, [])
    return _("with %(mates)s, against %(others)s") % {
        "mates": joined(mates),
        "others": "; ".join(joined(names) for names in teams.values()),
    }
