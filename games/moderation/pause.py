"""Stopping the clock of a game, and letting it run again."""

from __future__ import annotations

from datetime import datetime

from games.clock.pause import pause_game
from games.clock.resume import resume_game
from games.log.stamps import stamp
from games.moderation.acting import DIRECTOR, act
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.tables.models import Game


def pause(
    *, actor: Person, game: Game, reason: str, until: datetime | None = None, now: datetime
) -> AuditEntry:
    """Takes all deadlines off a game, until a time or until it is resumed.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, or the game is paused or does not run.
    """

    def work(digest: str) -> dict[str, object]:
        pause_game(game=game, actor=DIRECTOR, resume_at=until, now=now)
        return {"until": stamp(until) if until else None}

    return act(actor=actor, game=game, deed=Deed.PAUSE, reason=reason, work=work, now=now)


def resume(
    *,
    actor: Person,
    game: Game,
    reason: str,
    undoes: AuditEntry | None = None,
    now: datetime,
) -> AuditEntry:
    """Ends the pause of a game: everybody has the time left that they had.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, or the game is not paused.
    """

    def work(digest: str) -> None:
        resume_game(game=game, actor=DIRECTOR, now=now)

    return act(
        actor=actor,
        game=game,
        deed=Deed.RESUME,
        reason=reason,
        work=work,
        undoes=undoes,
        now=now,
    )
