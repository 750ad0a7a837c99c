"""Warning a person."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.moderation.models import AuditEntry, Deed, Report
from games.moderation.roles import NotAllowed, plays_in, require_director
from games.moderation.sanctioning import sanction
from games.people.models import Person
from games.people.sanctions import SanctionKind
from games.tables.models import Game


def warn(
    *,
    actor: Person,
    person: Person,
    reason: str,
    game: Game | None = None,
    report: Report | None = None,
    now: datetime,
) -> AuditEntry:
    """Warns a person: as a moderator, or as the director of a ``game`` that the person plays in.

    :raises NotAllowed: if the actor may not.
    :raises Refused: if there is no reason.
    """
    role = None
    if game is not None:
        role = require_director(actor, game)
        if not plays_in(person, game):
            raise NotAllowed(_("This person does not play in that game."))
    return sanction(
        actor=actor,
        person=person,
        kind=SanctionKind.WARNING,
        deed=Deed.WARN,
        reason=reason,
        game=game,
        report=report,
        role=role,
        now=now,
    )
