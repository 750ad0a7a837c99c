"""Whoever has looked at the cards of a game does not play on in it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.absence.barred import register
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.tables.models import Game


def has_looked(game: Game, person: Person) -> str | None:
    """Gets why a person may not take a seat: in office, they have seen what is hidden there."""
    looks = AuditEntry.objects.filter(game=game, deed=Deed.LOOK, actor=person)
    if not looks.exists():
        return None
    return _("Who has looked at the hidden cards of a game cannot play in it. Choose another one.")


register(has_looked)
