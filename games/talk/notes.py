"""Notes to oneself about a game. Nobody else reads them: no player, no page, no mail."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.people.models import Person
from games.tables.models import Game, Seat
from games.talk.messages import clean_text
from games.talk.models import LONGEST_NOTE, PrivateNote


def write_note(*, game: Game, person: Person, text: str, now: datetime) -> None:
    """Store a person's note about a game; it replaces the earlier one, and "" deletes it.

    :raises Refused: if it is too long, or the person does not sit there.
    """
    text = clean_text(text)
    if len(text) > LONGEST_NOTE:
        raise Refused(_("Notes can have up to %(most)d characters.") % {"most": LONGEST_NOTE})
    if not Seat.objects.filter(game=game, person=person).exists():
        raise Refused(_("Only the players at this table can keep notes about it."))
    found = PrivateNote.objects.filter(game=game, person=person)
    if not text:
        found.delete()
        return
    PrivateNote.objects.update_or_create(
        game=game, person=person, defaults={"text": text, "at": now}
    )


def note_of(game: Game, person: Person) -> str:
    """The note of a person about a game, "" where there is none."""
    notes = PrivateNote.objects.filter(game=game, person=person)
    return notes.values_list("text", flat=True).first() or ""
