"""Removing what was said: by its author, by moderators, and with an account."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.people.models import Person
from games.talk.models import Message, PrivateNote


def remove_message(*, message: Message, now: datetime) -> None:
    """Removes the text of a message; that there was one stays.

    Who may do that is for the caller to know: moderators may, and authors theirs.
    """
    message.text, message.removed_at = "", message.removed_at or now
    message.save(update_fields=["text", "removed_at"])


def take_back_message(*, message: Message, person: Person, now: datetime) -> None:
    """Lets an author remove a message.

    :raises Refused: if it is somebody else's.
    """
    if message.author_id != person.pk:
        raise Refused(_("Only its author takes a message back. You can report it."))
    remove_message(message=message, now=now)


def forget_person(*, person: Person, now: datetime) -> int:
    """Removes all that a person said and noted, because the account goes; gets how much it was."""
    said = Message.objects.filter(author=person)
    count = said.update(text="", removed_at=now)
    notes, _each = PrivateNote.objects.filter(person=person).delete()
    return count + notes
