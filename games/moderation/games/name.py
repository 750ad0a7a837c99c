"""Remove the name of a game, before or after its start."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import ModerationAction
from games.tables.models import Game


@decision(ModerationAction.REMOVE_NAME)
def remove_name(at: Decision) -> DecisionOutcome:
    """Remove the name that the organiser gave to a game; its code stays.

    The audit log does not repeat the name.

    :raises Refused: if the game has no name.
    """
    if not Game.objects.filter(pk=at.game.pk).exclude(name="").update(name=""):
        raise Refused(_("This game has no name."))
    return DecisionOutcome(subject=at.game.organiser)
