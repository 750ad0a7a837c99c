"""What needs two people in office: one proposes it, and somebody else confirms it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.errors import Refused
from games.moderation.acting import act
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.tables.models import Game


@dataclass(frozen=True, slots=True)
class TwoVoices:
    """A deed with those that propose it and take the proposal off the table."""

    propose: Deed
    withdraw: Deed
    do: Deed


VOIDING: Final = TwoVoices(Deed.PROPOSE_VOID, Deed.WITHDRAW_VOID, Deed.VOID)
ADJUDICATION: Final = TwoVoices(
    Deed.PROPOSE_ADJUDICATION, Deed.WITHDRAW_ADJUDICATION, Deed.ADJUDICATE
)


def standing_proposal(game: Game, voices: TwoVoices) -> AuditEntry | None:
    """The proposal that still stands in a game, if there is one: the newest entry about it."""
    deeds = (voices.propose, voices.withdraw, voices.do)
    last = AuditEntry.objects.filter(game=game, deed__in=deeds).order_by("-pk").first()
    return last if last is not None and last.deed == voices.propose else None


def require_second(actor: Person, game: Game, voices: TwoVoices) -> AuditEntry | None:
    """The proposal that an actor confirms; None in a game that is not rated, which needs none.

    The caller holds the lock of the game's row, so one of two at once confirms, or none.

    :raises Refused: if nobody else has proposed it.
    """
    if not game.rated:
        return None
    proposal = standing_proposal(game, voices)
    if proposal is None or proposal.actor_id == actor.pk:
        raise Refused(
            _("Two people decide this: somebody else in office must confirm what you propose.")
        )
    return proposal


def withdraw(
    *, actor: Person, game: Game, voices: TwoVoices, reason: str, now: datetime
) -> AuditEntry:
    """Takes a proposal off the table, also that of somebody else.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, or no proposal.
    """

    def work(digest: str) -> None:
        Game.objects.select_for_update().get(pk=game.pk)
        if standing_proposal(game, voices) is None:
            raise Refused(_("Nothing of the kind is proposed in this game."))

    return act(
        actor=actor,
        game=game,
        deed=voices.withdraw,
        reason=reason,
        work=work,
        undoes=standing_proposal(game, voices),
        now=now,
    )
