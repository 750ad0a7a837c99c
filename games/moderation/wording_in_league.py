"""What was decided about a league itself, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.moderation.models import AuditEntry, Deed
from games.people.models import Person


def in_the_league(entry: AuditEntry, subject: str, reader: Person | None = None) -> str:
    """What was decided, as a sentence for ``reader``, or for everybody.

    :param subject: the name of whom it is about.
    """
    assert entry.league is not None
    named = {"name": subject, "league": entry.league.name}
    you = reader is not None and reader.pk == entry.subject_id
    if entry.deed == Deed.ADD_DIRECTOR:
        if you:
            return _("You are now a director of %(league)s.") % named
        return _("%(name)s is now a director of %(league)s.") % named
    if entry.deed == Deed.DROP_DIRECTOR:
        if you:
            return _("You are no director of %(league)s any more.") % named
        return _("%(name)s is no director of %(league)s any more.") % named
    if entry.deed == Deed.DESCRIBE:
        return _("The name or the description of %(league)s was changed.") % named
    return str(Deed(entry.deed).label)
