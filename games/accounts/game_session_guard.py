"""Middleware: the only place that says what a session for one game may do.

Everything else stays anonymous.
Decision 10 says why.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.timezone import now

from games.accounts.game_sessions import game_session_at
from games.accounts.middleware import is_for_programs
from games.accounts.models import GameSession
from games.people.models import Person

ALLOWED: Final = frozenset(
    {
        "game",
        "pulse",
        "seen",
        "story",
        "prepare-move",
        "act",
        "withdraw-held",
        "come-back",
        "plan",
        "pause-plan",
        "order",
        "cancel-order",
        "sketches",
        "sketch",
        "mark-sketch",
        "rename-sketch",
        "delete-sketch",
        "talk",
        "remove-message",
        "note",
    }
)
"""Names of URLs of the game: the page, moves, plans, orders, sketches, talk, notes. Votes are not
allowed, nor is a new URL until it is added here."""
SESSIONS: Final = "game_sessions"
"""Session key: ids of game sessions by the code of the game."""


class GameSessionMiddleware(MiddlewareMixin):
    """Let the person of a game session act at the allowed URLs of that game.

    Elsewhere, and for all other middleware, the user of the request stays anonymous.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if game_session_of(request) is not None:
            request.user = AnonymousUser()
            response.headers["Cache-Control"] = "private, no-store"
            response.headers["Content-Language"] = request.LANGUAGE_CODE
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        match = request.resolver_match
        if match is None or match.view_name not in ALLOWED or is_for_programs(request):
            return
        session = find_game_session(request, kwargs["code"])
        if session is None:
            return
        request.user = session.person
        request.game_session = session  # type: ignore[attr-defined]
        # Restored below to what the middleware set for an anonymous user.
        translation.activate(session.person.language)
        timezone.activate(session.person.zone)
        request.LANGUAGE_CODE = session.person.language


def game_session_of(request: HttpRequest) -> GameSession | None:
    """Return the session by which a request acts as its user; None if the user is signed in."""
    return getattr(request, "game_session", None)


def find_game_session(request: HttpRequest, code: str) -> GameSession | None:
    """Return the session of this browser for a game, while nobody is signed in there."""
    if isinstance(request.user, Person):
        return None
    pk = request.session.get(SESSIONS, {}).get(code)
    return game_session_at(pk=pk, code=code, now=now()) if pk else None


def remember_game_session(request: HttpRequest, session: GameSession) -> None:
    """Bind a game session to the browser, and rotate its cookie."""
    known = request.session.get(SESSIONS, {})
    request.session[SESSIONS] = {**known, session.seat.game.code: session.pk}
    request.session.cycle_key()
