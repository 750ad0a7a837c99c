"""Undoing what was done, where the game allows it. What is undone stays in the audit log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.substitution import replace_player, return_to_seat
from games.common.errors import Refused
from games.moderation.games.clock import resume, shorten, withdraw_excuse
from games.moderation.games.decision import DIRECTOR, decide_in_game
from games.moderation.games.result import withdraw_adjudication, withdraw_voiding
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.sanctions import lift
from games.moderation.seasons.dates import move_season_dates_back
from games.moderation.seasons.entries import reinstate_player
from games.moderation.undo_rules import why_not_undo
from games.people.models import Person
from games.people.sanctions import Sanction
from games.play.transaction import game_transaction
from games.tables.models import Seat

SANCTION_ACTIONS: Final = (
    ModerationAction.WARN,
    ModerationAction.MUTE,
    ModerationAction.SUSPEND,
    ModerationAction.BAN,
)


@transaction.atomic
def undo(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Undo what an entry of the audit log tells of.

    :raises NotAllowed: if the actor may not act there.
    :raises Refused: if there is no reason, or it cannot be undone (any more); the text says why.
    """
    # Locked, so that of two at once the second finds that it is undone.
    entry = AuditEntry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    if why := why_not_undo(entry, actor=actor, now=now):
        raise Refused(_("This cannot be undone. %(why)s") % {"why": why})
    if entry.deed in SANCTION_ACTIONS:
        sanction = Sanction.objects.get(pk=entry.data["sanction"])
        return lift(actor=actor, sanction=sanction, reason=reason, now=now)
    undone = _HANDLERS[entry.deed](actor=actor, entry=entry, reason=reason, now=now)
    assert undone is not None
    return undone


def _undo_pause(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    assert entry.game is not None
    return resume(actor=actor, game=entry.game, reason=reason, undoes=entry, now=now)


def _undo_void_proposal(
    *, actor: Person, entry: AuditEntry, reason: str, now: datetime
) -> AuditEntry:
    assert entry.game is not None
    return withdraw_voiding(actor=actor, game=entry.game, reason=reason, now=now)


def _undo_adjudication_proposal(
    *, actor: Person, entry: AuditEntry, reason: str, now: datetime
) -> AuditEntry:
    assert entry.game is not None
    return withdraw_adjudication(actor=actor, game=entry.game, reason=reason, now=now)


def _undo_take_back(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Go back to the moment before a take-back, which the log still has."""
    game = entry.game
    assert game is not None

    def work(digest: str) -> dict[str, object]:
        with game_transaction(game=game, now=now) as table:
            since = table.game.version
            table.take_back(entry.data["from"])
            return {"to": entry.data["from"], "from": since, "until": table.game.version}

    return decide_in_game(
        actor=actor,
        game=game,
        deed=ModerationAction.TAKE_BACK,
        reason=reason,
        work=work,
        undoes=entry,
        now=now,
    )


def _undo_replacement(
    *, actor: Person, entry: AuditEntry, reason: str, now: datetime
) -> AuditEntry:
    """Give a seat back to who held it before, or ends the search for a substitute."""
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

    return decide_in_game(
        actor=actor,
        game=game,
        deed=ModerationAction.REPLACE,
        reason=reason,
        work=work,
        subject=before,
        undoes=entry,
        now=now,
    )


_HANDLERS: Final[Mapping[str, Callable[..., AuditEntry | None]]] = {
    ModerationAction.PAUSE: _undo_pause,
    ModerationAction.EXTEND: shorten,
    ModerationAction.EXCUSE: withdraw_excuse,
    ModerationAction.PROPOSE_ADJUDICATION: _undo_adjudication_proposal,
    ModerationAction.PROPOSE_VOID: _undo_void_proposal,
    ModerationAction.TAKE_BACK: _undo_take_back,
    ModerationAction.REPLACE: _undo_replacement,
    ModerationAction.MOVE_DATES: move_season_dates_back,
    ModerationAction.TAKE_OUT: reinstate_player,
}
