"""Who was banned and signs in comes to the page that says why."""

from __future__ import annotations

from django.urls import reverse
from django.utils.timezone import now

from games.moderation.appeal import make_token
from games.people.models import Person
from games.people.sanctions import SanctionKind, in_force
from games.people.shut_out import register


def why_banned(person: Person) -> str | None:
    """The path of the page about the ban of a person; None for who is not banned."""
    ban = in_force(person, now=now()).filter(kind=SanctionKind.BAN).first()
    return reverse("appeal", args=[make_token(ban)]) if ban else None


register(why_banned)
