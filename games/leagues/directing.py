"""Who directs a league: only they act in it, and only in that league."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.models import League
from games.people.models import Person


class NotADirector(Refused):
    """Somebody wanted to act in a league that is run by others."""

    def __init__(self, league: League) -> None:
        super().__init__(
            _(
                "Only a director of %(league)s can do this. Ask one of them; the page of the league"
                " names them."
            )
            % {"league": league.name}
        )


def directs(person: Person | AnonymousUser | None, league: League) -> bool:
    """Whether a person is a director of a league. Nobody directs it by another office."""
    if not isinstance(person, Person) or not person.is_active:
        return False
    return league.directors.filter(pk=person.pk).exists()


def require_director(person: Person, league: League) -> None:
    """Makes sure that a person directs a league.

    :raises NotADirector: if not.
    """
    if not directs(person, league):
        raise NotADirector(league)
