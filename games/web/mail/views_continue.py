"""The pages behind the main link of a mail: sign in, or continue one game without a password."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.accounts.devices import parse_user_agent
from games.accounts.game_session_guard import find_game_session, remember_game_session
from games.accounts.game_sessions import (
    BadLink,
    begin_game_session,
    end_game_session,
    find_link,
    plays_by_address_alone,
    read_end_token,
)
from games.common.errors import Refused
from games.people.models import Person
from games.web.mail.request_limits import refused_as_too_often
from games.web.parts.sign_in_page import sign_in_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def continue_game(request: HttpRequest, token: str, code: str) -> HttpResponse:
    """Lead to the game; anonymous users are asked to sign in first.

    People who play by address alone get a button that opens a session for this game. A link that is
    no longer good is like the plain address of the game.
    """
    link = find_link(token=token, code=code)
    if link is None and request.method != "POST":
        return redirect("game", code)
    if isinstance(request.user, Person):
        if link is None or link.person_id == request.user.pk:
            return redirect("game", code)
        return sign_in_page(request, code, {"signed_in": request.user.name}, status=403)
    known = find_game_session(request, code)
    if known is not None and (link is None or known.person_id == link.person_id):
        return redirect("game", code)
    if request.method == "POST":
        return _begin(request, token, code)
    assert link is not None
    person = link.person if plays_by_address_alone(link.person) else None
    return sign_in_page(request, code, {"person": person, "game": link.seat.game})


def _begin(request: HttpRequest, token: str, code: str) -> HttpResponse:
    if refused := refused_as_too_often(request, "game-session"):
        return refused
    browser, system = parse_user_agent(request.headers.get("User-Agent", ""))
    try:
        session = begin_game_session(
            token=token, code=code, browser=browser, system=system, now=now()
        )
    except Refused as refusal:
        return sign_in_page(request, code, {"refusal": str(refusal)}, status=409)
    remember_game_session(request, session)
    return redirect("game", code)


# The token is the whole authority, and nothing depends on who is signed in.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end_session(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether a session for one game is to end; end it by POST."""
    if refused := refused_as_too_often(request, "game-session"):
        return refused
    try:
        session = read_end_token(token)
    except BadLink:
        return render(request, "web/mail/end_session.html", {"broken": True}, status=404)
    if session is not None and request.method == "POST":
        end_game_session(session=session)
        session = None
    return render(request, "web/mail/end_session.html", {"session": session})
