"""The guest of a session (decision 125)."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from games.people.models import Person
from games.practice.models import Guest

GUEST: Final = "guest"
KNOWN: Final = "_known_guest"


def guest_of(request: HttpRequest) -> Guest | None:
    """The guest of this session; None for a signed-in person or an anonymous user without games."""
    if isinstance(getattr(request, "user", None), Person) or not hasattr(request, "session"):
        return None
    known: tuple[Guest | None] | None = getattr(request, KNOWN, None)
    if known is None:
        pk = request.session.get(GUEST)
        known = (Guest.objects.filter(pk=pk).first() if isinstance(pk, int) else None,)
        setattr(request, KNOWN, known)
    return known[0]


def let_in(request: HttpRequest, guest: Guest) -> None:
    """Bind a guest to this session, and rotate its cookie."""
    request.session[GUEST] = guest.pk
    request.session.cycle_key()
    setattr(request, KNOWN, (guest,))


def take_guest(request: HttpRequest) -> Guest | None:
    """Remove and return the guest of the session of somebody who has just signed in."""
    pk = request.session.pop(GUEST, None)
    return Guest.objects.filter(pk=pk).first() if isinstance(pk, int) else None
