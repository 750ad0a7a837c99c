"""Decisions about time: pause, resume, extend, shorten, excuse a miss, nudge."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.clock.actions.excuses import count_miss, excuse_miss
from games.clock.actions.game_clock import pause_game, resume_game
from games.clock.actions.turn_time import extend_deadline, shorten_deadline
from games.common.actors import DIRECTOR
from games.common.dates import parse_stamp, stamp
from games.common.errors import Refused
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import ModerationAction
from games.moderation.moved_deadlines import changes_for_audit
from games.moderation.place import lock_game
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat


@decision(ModerationAction.PAUSE)
def pause(at: Decision, *, until: datetime | None = None) -> DecisionOutcome:
    """Remove all deadlines of a game, until a time or until it is resumed.

    :raises Refused: if the game is paused or does not run.
    """
    pause_game(game=at.game, actor=DIRECTOR, resume_at=until, now=at.now)
    return DecisionOutcome({"until": stamp(until) if until else None})


@decision(ModerationAction.RESUME)
def resume(at: Decision) -> DecisionOutcome:
    """End the pause of a game: everybody has the time left that they had.

    :raises Refused: if the game is not paused.
    """
    resume_game(game=at.game, actor=DIRECTOR, now=at.now)
    return DecisionOutcome()


@decision(ModerationAction.EXTEND)
def extend(at: Decision, *, by: timedelta, seat: int | None = None) -> DecisionOutcome:
    """Give the open turn of one seat, or of all who are to move, more time.

    :raises Refused: if there is no open turn, or the time is too short or too long.
    """
    lock_game(at.game)
    before = _due(at.game)
    due = extend_deadline(game=at.game, seat=seat, by=by, actor=DIRECTOR, now=at.now)
    return DecisionOutcome(
        {
            "seats": sorted(due),
            "minutes": int(by / timedelta(minutes=1)),
            # The starts of these turns: a later turn of the same seat was not extended.
            "turns": _turns(at.game, due),
            "due": changes_for_audit(before, due),
        },
        subject=None if seat is None else _person(at.game, seat),
    )


@decision(ModerationAction.SHORTEN)
def shorten(at: Decision) -> DecisionOutcome:
    """Take back the extension of the decision to undo, as far as it is not used up.

    :raises Refused: if those turns are over, or nothing of it is left.
    """
    data = at.undone.data
    turns = {int(seat): parse_stamp(opened) for seat, opened in data.get("turns", {}).items()}
    by = timedelta(minutes=data["minutes"])
    lock_game(at.game)
    before = _due(at.game)
    due = shorten_deadline(game=at.game, turns=turns, by=by, actor=DIRECTOR, now=at.now)
    return DecisionOutcome({"seats": sorted(due), "due": changes_for_audit(before, due)})


def _person(game: Game, seat: int) -> Person | None:
    """The person in a seat, whom a decision is about."""
    return Person.objects.filter(seats__game=game, seats__number=seat).first()


def _due(game: Game) -> dict[int, datetime | None]:
    return dict(Seat.objects.filter(game=game).values_list("number", "due_at"))


def _turns(game: Game, seats: Iterable[int]) -> dict[str, str]:
    rows = Seat.objects.filter(game=game, number__in=list(seats), opened_at__isnull=False)
    return {str(row.number): stamp(row.opened_at) for row in rows if row.opened_at}


@decision(ModerationAction.EXCUSE)
def excuse_turn(at: Decision, *, seat: int, decision: int) -> DecisionOutcome:
    """Record that a missed turn does not count against its player; it is not erased.

    :raises Refused: if there is no such miss, or it is excused already.
    """
    excuse_miss(game=at.game, seat=seat, decision=decision, actor=DIRECTOR, by=at.actor, now=at.now)
    return DecisionOutcome({"seat": seat, "decision": decision}, subject=_person(at.game, seat))


@decision(ModerationAction.COUNT)
def withdraw_excuse(at: Decision) -> DecisionOutcome:
    """Undo an excuse: the missed turn counts again.

    :raises Refused: if the miss counts already.
    """
    missed = {key: at.undone.data[key] for key in ("seat", "decision")}
    count_miss(game=at.game, **missed, actor=DIRECTOR, now=at.now)
    return DecisionOutcome(missed, subject=_person(at.game, missed["seat"]))


@decision(ModerationAction.NUDGE)
def nudge(at: Decision) -> DecisionOutcome:
    """Ask everybody who is to move in a game to do so; all players are notified.

    People who hold a move are asked, too, so that the others do not learn of it.

    :raises Refused: if no person is to move.
    """
    waiting = Seat.objects.filter(
        game=at.game,
        game__status=GameStatus.RUNNING,
        decision__isnull=False,
        person__isnull=False,
    )
    seats = sorted(waiting.values_list("number", flat=True))
    if not seats:
        raise Refused(_("Nobody is to move in this game."))
    return DecisionOutcome({"seats": seats})
