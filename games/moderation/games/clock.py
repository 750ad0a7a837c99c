"""Decisions about time: pause, resume, extend, shorten, excuse a miss, nudge."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.clock.actions.game_clock import pause_game, resume_game
from games.clock.actions.misses import count_miss, excuse_miss
from games.clock.actions.turn_time import extend_deadline, shorten_deadline
from games.common.dates import parse_stamp, stamp
from games.common.errors import Refused
from games.moderation.games.decision import DIRECTOR, decide_in_game
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.moved_deadlines import changes_for_audit
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat


def pause(
    *, actor: Person, game: Game, reason: str, until: datetime | None = None, now: datetime
) -> AuditEntry:
    """Take all deadlines off a game, until a time or until it is resumed.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, or the game is paused or does not run.
    """

    def work(digest: str) -> dict[str, object]:
        pause_game(game=game, actor=DIRECTOR, resume_at=until, now=now)
        return {"until": stamp(until) if until else None}

    return decide_in_game(
        actor=actor, game=game, deed=ModerationAction.PAUSE, reason=reason, work=work, now=now
    )


def resume(
    *,
    actor: Person,
    game: Game,
    reason: str,
    undoes: AuditEntry | None = None,
    now: datetime,
) -> AuditEntry:
    """End the pause of a game: everybody has the time left that they had.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, or the game is not paused.
    """

    def work(digest: str) -> None:
        resume_game(game=game, actor=DIRECTOR, now=now)

    return decide_in_game(
        actor=actor,
        game=game,
        deed=ModerationAction.RESUME,
        reason=reason,
        work=work,
        undoes=undoes,
        now=now,
    )


def extend(
    *,
    actor: Person,
    game: Game,
    by: timedelta,
    seat: int | None = None,
    reason: str,
    now: datetime,
) -> AuditEntry:
    """Give the open turn of one seat, or of all who are to move, more time.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, no open turn, or the time is too short or too long.
    """

    def work(digest: str) -> dict[str, object]:
        before = _due(game)
        due = extend_deadline(game=game, seat=seat, by=by, actor=DIRECTOR, now=now)
        return {
            "seats": sorted(due),
            "minutes": int(by / timedelta(minutes=1)),
            # Which turns they are: a later one of the same seat was given nothing.
            "turns": _turns(game, due),
            "due": changes_for_audit(before, due),
        }

    return decide_in_game(
        actor=actor, game=game, deed=ModerationAction.EXTEND, reason=reason, work=work, now=now
    )


def shorten(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Take back the time that an entry tells of, as far as it is not used up.

    :raises NotAllowed: if the actor may not act in that game.
    :raises Refused: if there is no reason, those turns are over, or nothing of it is left.
    """
    game = entry.game
    assert game is not None
    turns = {int(seat): parse_stamp(at) for seat, at in entry.data.get("turns", {}).items()}
    by = timedelta(minutes=entry.data["minutes"])

    def work(digest: str) -> dict[str, object]:
        before = _due(game)
        due = shorten_deadline(game=game, turns=turns, by=by, actor=DIRECTOR, now=now)
        return {"seats": sorted(due), "due": changes_for_audit(before, due)}

    return decide_in_game(
        actor=actor,
        game=game,
        deed=ModerationAction.SHORTEN,
        reason=reason,
        work=work,
        undoes=entry,
        now=now,
    )


def _due(game: Game) -> dict[int, datetime | None]:
    return dict(Seat.objects.filter(game=game).values_list("number", "due_at"))


def _turns(game: Game, seats: Iterable[int]) -> dict[str, str]:
    rows = Seat.objects.filter(game=game, number__in=list(seats), opened_at__isnull=False)
    return {str(row.number): stamp(row.opened_at) for row in rows if row.opened_at}


def excuse_turn(
    *, actor: Person, game: Game, seat: int, decision: int, reason: str, now: datetime
) -> AuditEntry:
    """Note that a missed turn does not speak against who missed it; it is not erased.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, no such miss, or it is excused already.
    """

    def work(digest: str) -> dict[str, object]:
        excuse_miss(game=game, seat=seat, decision=decision, actor=DIRECTOR, by=actor, now=now)
        return {"seat": seat, "decision": decision}

    return decide_in_game(
        actor=actor, game=game, deed=ModerationAction.EXCUSE, reason=reason, work=work, now=now
    )


def withdraw_excuse(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Take an excuse back that an entry tells of: the missed turn counts again.

    :raises NotAllowed: if the actor may not act in that game.
    :raises Refused: if there is no reason, or the miss counts already.
    """
    game = entry.game
    assert game is not None
    seat, decision = entry.data["seat"], entry.data["decision"]

    def work(digest: str) -> dict[str, object]:
        count_miss(game=game, seat=seat, decision=decision, actor=DIRECTOR, now=now)
        return {"seat": seat, "decision": decision}

    return decide_in_game(
        actor=actor,
        game=game,
        deed=ModerationAction.COUNT,
        reason=reason,
        work=work,
        undoes=entry,
        now=now,
    )


def nudge(*, actor: Person, game: Game, reason: str, now: datetime) -> AuditEntry:
    """Ask everybody who is to move in a game to do so; all players hear of it.

    Also who holds a move: that they do is not for the others to hear.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, or no person is to move.
    """

    def work(digest: str) -> dict[str, object]:
        waiting = Seat.objects.filter(
            game=game,
            game__status=GameStatus.RUNNING,
            decision__isnull=False,
            person__isnull=False,
        )
        seats = sorted(waiting.values_list("number", flat=True))
        if not seats:
            raise Refused(_("Nobody is to move here."))
        return {"seats": seats}

    return decide_in_game(
        actor=actor, game=game, deed=ModerationAction.NUDGE, reason=reason, work=work, now=now
    )
