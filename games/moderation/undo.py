"""Undoing what was done, where the game allows it. What is undone stays in the audit log."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.replace_player import replace_player
from games.absence.return_to_seat import return_to_seat
from games.errors import Refused
from games.moderation.acting import DIRECTOR, act
from games.moderation.lift import lift
from games.moderation.models import AuditEntry, Deed
from games.moderation.pause import resume
from games.moderation.void import withdraw_proposal
from games.people.models import Person
from games.people.sanctions import Sanction
from games.play.door import door
from games.tables.models import Game, GameStatus, Seat

SANCTIONS: Final = (Deed.WARN, Deed.MUTE, Deed.SUSPEND, Deed.BAN)
IN_A_GAME: Final = (Deed.PAUSE, Deed.PROPOSE_VOID, Deed.TAKE_BACK, Deed.REPLACE)


def can_be_undone(entry: AuditEntry) -> bool:
    """Whether something can be undone: nobody has, and nothing hidden came out that would stay so.

    Time that was given, an excuse and a game that was ended are not taken back.
    """
    if hasattr(entry, "undone_by"):
        return False
    if entry.deed in SANCTIONS:
        return True
    return (
        entry.deed in IN_A_GAME and entry.game is not None and entry.game.status in _allowed(entry)
    )


@transaction.atomic
def undo(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Undoes what an entry of the audit log tells of.

    :raises NotAllowed: if the actor may not act there.
    :raises Refused: if there is no reason, or it cannot be undone (any more).
    """
    if not can_be_undone(entry):
        raise Refused(_("This cannot be undone any more."))
    if entry.deed in SANCTIONS:
        sanction = Sanction.objects.get(pk=entry.data["sanction"])
        return lift(actor=actor, sanction=sanction, reason=reason, now=now)
    game = entry.game
    assert game is not None
    if entry.deed == Deed.PAUSE:
        return resume(actor=actor, game=game, reason=reason, undoes=entry, now=now)
    if entry.deed == Deed.PROPOSE_VOID:
        return withdraw_proposal(actor=actor, game=game, reason=reason, now=now)
    if entry.deed == Deed.TAKE_BACK:
        return _go_forward(actor, game, entry, reason, now)
    return _sit_back(actor, game, entry, reason, now)


def _allowed(entry: AuditEntry) -> tuple[GameStatus, ...]:
    if entry.deed == Deed.PROPOSE_VOID:
        return (GameStatus.RUNNING, GameStatus.FINISHED)
    return (GameStatus.RUNNING,)


def _go_forward(
    actor: Person, game: Game, entry: AuditEntry, reason: str, now: datetime
) -> AuditEntry:
    """Goes back to the moment before a take-back, which the log still has."""

    def work(digest: str) -> dict[str, object]:
        with door(game=game, now=now) as table:
            since = table.game.version
            table.take_back(entry.data["from"])
            return {"to": entry.data["from"], "from": since, "until": table.game.version}

    return act(
        actor=actor,
        game=game,
        deed=Deed.TAKE_BACK,
        reason=reason,
        work=work,
        undoes=entry,
        now=now,
    )


def _sit_back(
    actor: Person, game: Game, entry: AuditEntry, reason: str, now: datetime
) -> AuditEntry:
    """Gives a seat back to who held it before, or ends the search for a substitute."""
    held = entry.subject_id
    before = Person.objects.filter(pk=held).first() if held else None
    if before is None:
        raise Refused(_("Nobody held that seat before."))
    seat = entry.data["seat"]

    def work(digest: str) -> dict[str, object]:
        if Seat.objects.filter(game=game, number=seat, person=before).exists():
            return_to_seat(game=game, person=before, now=now)
        else:
            replace_player(game=game, seat=seat, by=before, actor=DIRECTOR, now=now)
        return {"seat": seat, "by": "back"}

    return act(
        actor=actor,
        game=game,
        deed=Deed.REPLACE,
        reason=reason,
        work=work,
        subject=before,
        undoes=entry,
        now=now,
    )
