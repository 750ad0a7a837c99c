"""Removing what somebody said at a table."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.moderation import audit
from games.moderation.models import AuditEntry, Deed, Report
from games.moderation.reasons import keep_reason, tidy_reason
from games.moderation.roles import require_director
from games.moderation.sanctioning import tell_person
from games.people.models import Person
from games.talk import remove
from games.talk.models import Message


@transaction.atomic
def remove_message(
    *, actor: Person, message: Message, reason: str, report: Report | None = None, now: datetime
) -> AuditEntry:
    """Removes the words of a message and tells their author; that there was one stays.

    A report keeps the words.

    :raises NotAllowed: if the actor may not act in that game.
    :raises Refused: if there is no reason, or the message is removed already.
    """
    role = require_director(actor, message.game)
    digest = keep_reason(tidy_reason(reason))
    locked = Message.objects.select_for_update().get(pk=message.pk)
    if locked.removed_at is not None:
        raise Refused(_("This message has been removed already."))
    remove.remove_message(message=locked, now=now)
    entry = audit.write(
        actor=actor,
        role=role,
        deed=Deed.REMOVE,
        reason=digest,
        game=message.game,
        subject=message.author,
        report=report,
        data={"message": message.pk},
        now=now,
    )
    if message.author is not None:
        tell_person(entry, message.author, now=now)
    return entry
