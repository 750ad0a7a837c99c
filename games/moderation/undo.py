"""Undo decisions, if the game or the season allows it; they stay in the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.moderation.decision import DecisionService
from games.moderation.games.clock import resume, shorten, withdraw_excuse
from games.moderation.games.replacement import return_seat
from games.moderation.games.result import withdraw_adjudication, withdraw_voiding
from games.moderation.games.take_back import undo_take_back
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.place import place_of
from games.moderation.sanctions import SANCTION_ACTIONS, lift
from games.moderation.seasons.dates import move_season_dates_back
from games.moderation.seasons.entries import reinstate_player
from games.moderation.second_voice import withdraw_proposal
from games.moderation.undo_rules import why_not_undo
from games.people.models import Person
from games.people.sanctions import Sanction


@transaction.atomic
def undo(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Undo the decision of an entry of the audit log.

    :raises NotAllowed: if the actor may not act there.
    :raises Refused: if there is no reason, or it cannot be undone (any more); the text says why.
    """
    # Locked, so that of two at once the second sees that it is undone. Other entries may refer to
    # it meanwhile: a proposal is withdrawn with the game locked, which comes next.
    entries = AuditEntry.objects.select_for_update(of=("self",), no_key=True)
    entry = entries.get(pk=entry.pk)
    if why := why_not_undo(entry, actor=actor, now=now):
        raise Refused(_("This cannot be undone. %(why)s") % {"why": why})
    if entry.action in SANCTION_ACTIONS:
        sanction = Sanction.objects.get(pk=entry.data["sanction"])
        return lift(actor=actor, sanction=sanction, reason=reason, now=now)
    place, service = place_of(entry), _SERVICES[entry.action]
    undone = service(
        actor=actor, game=place.game, season=place.season, reason=reason, undoes=entry, now=now
    )
    assert undone is not None
    return undone


_SERVICES: Final[Mapping[str, DecisionService]] = {
    ModerationAction.PAUSE: resume,
    ModerationAction.EXTEND: shorten,
    ModerationAction.EXCUSE: withdraw_excuse,
    ModerationAction.PROPOSE: withdraw_proposal,
    ModerationAction.PROPOSE_ADJUDICATION: withdraw_adjudication,
    ModerationAction.PROPOSE_VOID: withdraw_voiding,
    ModerationAction.TAKE_BACK: undo_take_back,
    ModerationAction.REPLACE: return_seat,
    ModerationAction.MOVE_DATES: move_season_dates_back,
    ModerationAction.TAKE_OUT: reinstate_player,
}
