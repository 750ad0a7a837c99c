"""The guest of a session (decision 125)."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from games.people.models import Person
from games.practice.models import Guest

GUEST: Final = "guest"
KNOWN: Final = "_known_guest"


def guest_of(request: HttpRequest) -> Guest | None:
    """The guest of this session; None for a person who has signed in, or never played here."""
    if isinstance(getattr(request, "user", None), Person) or not hasattr(request, "session"):
        return None
    known: tuple[Guest | None] | None = getattr(request, KNOWN, None)
    if known is None:
        pk = request.session.get(GUEST)
        known = (Guest.objects.filter(pk=pk).first() if isinstance(pk, int) else None,)
        setattr(request, KNOWN, known)
    return known[0]


def let_in(request: HttpRequest, guest: Guest) -> None:
    """Bind a guest to this session, whose cookie is a new one from now on."""
    request.session[GUEST] = guest.pk
    request.session.cycle_key()
    setattr(request, KNOWN, (guest,))


def take_guest(request: HttpRequest) -> Guest | None:
    """The guest of the session of somebody who has just signed in; the session forgets it."""
    pk = request.session.pop(GUEST, None)
    return Guest.objects.filter(pk=pk).first() if isinstance(pk, int) else None
