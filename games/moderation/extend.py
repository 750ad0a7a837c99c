"""Giving more time for open turns of a game, and taking it back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.clock.extend import extend_deadline
from games.clock.shorten import shorten_deadline
from games.log.stamps import read_stamp, stamp
from games.moderation.acting import DIRECTOR, act
from games.moderation.deadlines import moved
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.tables.models import Game, Seat


def extend(
    *,
    actor: Person,
    game: Game,
    by: timedelta,
    seat: int | None = None,
    reason: str,
    now: datetime,
) -> AuditEntry:
    """Gives the open turn of one seat, or of all who are to move, more time.

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
            "due": moved(before, due),
        }

    return act(actor=actor, game=game, deed=Deed.EXTEND, reason=reason, work=work, now=now)


def shorten(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Takes back the time that an entry tells of, as far as it is not used up.

    :raises NotAllowed: if the actor may not act in that game.
    :raises Refused: if there is no reason, those turns are over, or nothing of it is left.
    """
    game = entry.game
    assert game is not None
    turns = {int(seat): read_stamp(at) for seat, at in entry.data.get("turns", {}).items()}
    by = timedelta(minutes=entry.data["minutes"])

    def work(digest: str) -> dict[str, object]:
        before = _due(game)
        due = shorten_deadline(game=game, turns=turns, by=by, actor=DIRECTOR, now=now)
        return {"seats": sorted(due), "due": moved(before, due)}

    return act(
        actor=actor,
        game=game,
        deed=Deed.SHORTEN,
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
