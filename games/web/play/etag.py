"""ETag of a game's page: 304 while nothing it depends on has changed."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from games.accounts.appearance import theme_of
from games.talk.messages import NOBODY
from games.web.parts import page_parts
from games.web.parts.durations import deadline_text
from games.web.parts.game_clock import cached_game_clock
from games.web.parts.game_context import GameContext
from games.web.parts.waiting_games import waiting_games
from games.web.play.presenters.hint import own_hint
from games.web.play.presenters.players import nudgeable_seats


def not_modified(request: HttpRequest, tag: str) -> HttpResponse | None:
    """A 304 if the browser has the page of this tag, else None."""
    # A message is shown once, by whichever page comes next: that page is never an old one.
    if len(get_messages(request)):
        return None
    answer = get_conditional_response(request, etag=tag)
    return answer if answer is not None and answer.status_code == 304 else None


def with_etag(response: HttpResponse, tag: str) -> HttpResponse:
    """Mark a page with its tag; browsers ask again each time, and nobody else keeps it."""
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response


def etag_for(request: HttpRequest, context: GameContext, moment: datetime) -> str:
    """The tag of everything the page depends on: the reader's own facts, and the clock."""
    clocks = cached_game_clock(request, context, moment)
    due = None if clocks else [deadline_text(seat.due_at, moment) for seat in context.seats]
    practice, hint = context.practice, own_hint(context)
    waiting = [(one.code, one.decision) for one in waiting_games(request)]
    facts = (
        context.game.code,
        context.game.version,
        context.game.status,
        request.user.pk,
        request.user.get_username(),
        getattr(request.user, "confirm_draws", False),
        context.seat_number,
        practice and (practice.guest_id, practice.read, practice.hidden),
        hint and (hint.decision, hint.status),
        context.seat.seen if context.seat else None,
        sorted(context.names.items()),
        get_language(),
        theme_of(request),
        due,
        clocks,
        waiting,
        _facts_outside_log(context, request.user.pk or NOBODY),
        nudgeable_seats(context, moment),
        context.waits_for_bots(moment),
        # The page that shows a message is not the one after it.
        len(get_messages(request)),
        request.get_full_path(),
        request.headers.get(page_parts.HEADER),
        # The forms of a kept page must still be accepted: their token goes with this cookie.
        request.COOKIES.get(settings.CSRF_COOKIE_NAME),
        settings.SECRET_KEY,
    )
    return f'"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


def _facts_outside_log(context: GameContext, reader: int) -> tuple[object, ...]:
    """Facts of the page that no log holds: the talk, the reader's note, held move and order."""
    said = context.talk_mark(reader)
    if context.seat is None:
        return said
    plan = context.plan and (context.plan.fate, context.plan.given_at, context.plan.decision)
    return (*said, context.note, context.seat.held_until, context.seat.plan_due_at, plan)
