"""Undoing what was done, where the game allows it. What is undone stays in the audit log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.replace_player import replace_player
from games.absence.return_to_seat import return_to_seat
from games.errors import Refused
from games.moderation.acting import DIRECTOR, act
from games.moderation.adjudicate import withdraw_adjudication
from games.moderation.excuse import count_again
from games.moderation.extend import shorten
from games.moderation.lift import lift
from games.moderation.models import AuditEntry, Deed
from games.moderation.move_dates import move_season_back
from games.moderation.pause import resume
from games.moderation.take_out_player import let_player_back
from games.moderation.undoable import why_not
from games.moderation.void import withdraw_proposal
from games.people.models import Person
from games.people.sanctions import Sanction
from games.play.door import door
from games.tables.models import Seat

SANCTIONS: Final = (Deed.WARN, Deed.MUTE, Deed.SUSPEND, Deed.BAN)


@transaction.atomic
def undo(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Undoes what an entry of the audit log tells of.

    :raises NotAllowed: if the actor may not act there.
    :raises Refused: if there is no reason, or it cannot be undone (any more); the text says why.
    """
    # Locked, so that of two at once the second finds that it is undone.
    entry = AuditEntry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    if why := why_not(entry, actor=actor, now=now):
        raise Refused(_("This cannot be undone. %(why)s") % {"why": why})
    if entry.deed in SANCTIONS:
        sanction = Sanction.objects.get(pk=entry.data["sanction"])
        return lift(actor=actor, sanction=sanction, reason=reason, now=now)
    undone = _UNDOING[entry.deed](actor=actor, entry=entry, reason=reason, now=now)
    assert undone is not None
    return undone


def _resume(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    assert entry.game is not None
    return resume(actor=actor, game=entry.game, reason=reason, undoes=entry, now=now)


def _withdraw(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    assert entry.game is not None
    return withdraw_proposal(actor=actor, game=entry.game, reason=reason, now=now)


def _withdraw_result(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    assert entry.game is not None
    return withdraw_adjudication(actor=actor, game=entry.game, reason=reason, now=now)


def _go_forward(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Goes back to the moment before a take-back, which the log still has."""
    game = entry.game
    assert game is not None

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


def _sit_back(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Gives a seat back to who held it before, or ends the search for a substitute."""
    game = entry.game
    assert game is not None
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


_UNDOING: Final[Mapping[str, Callable[..., AuditEntry | None]]] = {
    Deed.PAUSE: _resume,
    Deed.EXTEND: shorten,
    Deed.EXCUSE: count_again,
    Deed.PROPOSE_ADJUDICATION: _withdraw_result,
    Deed.PROPOSE_VOID: _withdraw,
    Deed.TAKE_BACK: _go_forward,
    Deed.REPLACE: _sit_back,
    Deed.MOVE_DATES: move_season_back,
    Deed.TAKE_OUT: let_player_back,
}
