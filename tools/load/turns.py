"""People whose turn it is in a database for load, signed in: in games of their own, in a season."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from tools.load.players import Turn

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.people.models import Person
    from games.tables.models import Seat

MOST_TURNS: Final = 8_000


def turns_now() -> list[Turn]:
    """People to move in games of no season, each in another game, with sessions of their own."""
    cookies = _Cookies()
    waiting = _waiting().filter(game__season_game=None)
    found = {
        seat.game_id: Turn(seat.game.code, cookies.of(seat.person)) for seat in waiting[:MOST_TURNS]
    }
    return _mixed(list(found.values()))


def season_turns_now() -> list[Turn]:
    """People to move in games of seasons, and who comes after them at their tables."""
    from games.tables.models import Seat

    cookies = _Cookies()
    found = []
    for seat in _waiting().filter(game__season_game__isnull=False):
        others = Seat.objects.filter(game=seat.game_id).exclude(pk=seat.pk).order_by("number")
        table = others.select_related("person")
        # Those with lower numbers come after those with higher ones.
        after = sorted(table, key=lambda one: (one.number < seat.number, one.number))
        cookie = cookies.of(seat.person)
        found.append(Turn(seat.game.code, cookie, tuple(cookies.of(one.person) for one in after)))
    return _mixed(found)


def _waiting() -> QuerySet[Seat]:
    from games.tables.models import GameStatus, Seat

    waiting = Seat.objects.filter(
        decision__isnull=False, person__isnull=False, game__status=GameStatus.RUNNING
    ).filter(kind="turn")
    return waiting.select_related("game", "person")


def _mixed(turns: list[Turn]) -> list[Turn]:
    random.shuffle(turns)
    return turns


class _Cookies:
    """One session for each person."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def of(self, person: Person | None) -> str:
        assert person is not None
        if person.pk not in self._known:
            self._known[person.pk] = _signed_in(person)
        return self._known[person.pk]


def _signed_in(person: Person) -> str:
    """The key of a session of somebody who has signed in and posted something before."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.http import HttpRequest, HttpResponse

    from games.accounts.middleware import TracingMiddleware
    from games.accounts.sessions import SessionStore

    request = HttpRequest()
    request.method, request.user, request.session = "POST", person, SessionStore()
    request.session[SESSION_KEY] = str(person.pk)
    request.session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    request.session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    request.session.save(must_create=True)
    TracingMiddleware(lambda request: HttpResponse())(request)
    request.session.save()
    return str(request.session.session_key)
