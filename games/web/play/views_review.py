"""The review of a finished game: asked for, read, shared, removed."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games.common.work_rows import WorkStatus
from games.people.models import Person
from games.review.models import Audience, Review
from games.review.progress import minutes_for, minutes_left
from games.review.reviews import (
    ask_for_review,
    may_have_review,
    remove_review,
    review_of,
    share_review,
    shared_reviews,
)
from games.web.parts.buttons import button
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.refusals import show_refusals
from games.web.play.presenters.game_page import page_header
from games.web.play.presenters.review import review_panel, reviews_of_others


@login_required
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, code: str) -> HttpResponse:
    """The reader's own review of a game that is over; a POST asks for it."""
    context = _reviewable(request, code)
    if context.seat is None:
        raise Http404
    person = cast(Person, request.user)
    if request.method == "POST":
        with show_refusals(request):
            ask_for_review(game=context.game, person=person, now=now())
        return redirect("review", code)
    found = review_of(context.game, person)
    return _page(request, context, found, own=True)


@require_safe
@cache_control(private=True, no_store=True)
def shared_review(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """The review that the player of a seat shares with the reader."""
    context = _reviewable(request, code)
    for found in shared_reviews(context.game, context.seat):
        if found.seat == seat:
            return _page(request, context, found, own=found.person_id == request.user.pk)
    raise Http404


@button("review", "code")
def share(request: HttpRequest, person: Person, code: str) -> str:
    """Choose who may read one's own review."""
    audience = request.POST.get("with", "")
    share_review(review=_own(request, code), audience=audience)
    return _("Your review is shared.") if audience else _("Your review is yours alone again.")


@button("review", "code")
def remove(request: HttpRequest, person: Person, code: str) -> str:
    """Delete one's own review."""
    remove_review(review=_own(request, code))
    return _("Your review is deleted.")


def _reviewable(request: HttpRequest, code: str) -> GameContext:
    context = game_context_or_404(request, code)
    if not may_have_review(context.game):
        raise Http404
    return context


def _own(request: HttpRequest, code: str) -> Review:
    found = review_of(_reviewable(request, code).game, cast(Person, request.user))
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, context: GameContext, found: Review | None, *, own: bool
) -> HttpResponse:
    status = found.status if found else ""
    waits = status == WorkStatus.PENDING
    minutes = None
    if found and waits:
        minutes = minutes_left(found)
    elif own and context.seat is not None and found is None:
        minutes = minutes_for(context.game, context.seat.number)
    shown = {
        **page_header(context),
        "review": found,
        "panel": review_panel(found, context.game) if found else None,
        "own": own,
        "waits": waits,
        "failed": status == WorkStatus.FAILED,
        "minutes": minutes,
        "player": context.names[found.seat] if found else "",
        "audiences": Audience.choices if own else [],
        "others": reviews_of_others(context, request.user.pk),
    }
    return render(request, "web/play/review.html", shown)
