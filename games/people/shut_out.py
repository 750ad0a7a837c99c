"""Where somebody is sent who may not sign in: a room that knows why registers it here."""

from __future__ import annotations

from collections.abc import Callable

from games.people.models import Person

Where = Callable[[Person], str | None]

_rooms: list[Where] = []


def register(where: Where) -> None:
    """Lets ``where`` be asked for the path of a page for a person, or None."""
    _rooms.append(where)


def page_for(person: Person) -> str | None:
    """The path of the page that tells a person why they may not sign in; None if nobody knows."""
    return next((path for where in _rooms if (path := where(person))), None)
