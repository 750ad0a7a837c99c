"""Sketches: list them, draw on one, rename and delete it. Nothing here makes a move."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.people.models import Person
from games.plans.sketch_models import Sketch
from games.plans.sketches import delete_sketch, draw_sketch, rename_sketch, sketches_of
from games.web.parts.buttons import button
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.refusals import show_refusals, tell_of_lost_seat
from games.web.play.presenters.sketch import sketch_page, sketches_page


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sketches(request: HttpRequest, code: str) -> HttpResponse:
    """List the reader's sketches; POST begins one."""
    context = game_context_or_404(request, code)
    if context.seat is None or not context.has_log or context.is_over:
        tell_of_lost_seat(request, context)
        return redirect("game", code)
    if request.method == "POST":
        with show_refusals(request, keep={"sketch": "name"}):
            made = draw_sketch(
                game=context.game,
                seat=context.seat.number,
                person=cast(Person, request.user),
                name=request.POST.get("name", ""),
                now=now(),
            )
            return redirect("sketch", code, made.pk)
        return redirect("sketches", code)
    page = sketches_page(context, list(sketches_of(context.seat)))
    return render(request, "web/play/sketches.html", page)


@login_required
@never_cache
@require_safe
def sketch(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    context = game_context_or_404(request, code)
    if context.is_over:
        return redirect("game", code)
    found = _sketch_or_404(context, pk)
    page = sketch_page(context, found, request.GET.get("track", ""))
    return render(request, "web/play/sketch.html", page)


@login_required
@require_POST
def mark_sketch(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Mark a track, or remove the mark from one."""
    context = game_context_or_404(request, code)
    found = _sketch_or_404(context, pk)
    with show_refusals(request):
        draw_sketch(
            game=context.game,
            seat=found.seat.number,
            person=cast(Person, request.user),
            name=found.name,
            add=[key] if (key := request.POST.get("track", "")) else (),
            remove=request.POST.getlist("remove"),
            now=now(),
        )
    return redirect("sketch", code, pk)


@button("sketch", "code", "pk")
def rename(request: HttpRequest, person: Person, code: str, pk: int) -> str:
    found = _sketch_or_404(game_context_or_404(request, code), pk)
    name = request.POST.get("name", "")
    return _("The sketch is called “%(name)s” now.") % {
        "name": rename_sketch(sketch=found, person=person, name=name).name
    }


@button("sketches", "code")
def delete(request: HttpRequest, person: Person, code: str, pk: int) -> str:
    found = _sketch_or_404(game_context_or_404(request, code), pk)
    delete_sketch(sketch=found, person=person)
    return _("The sketch “%(name)s” is deleted.") % {"name": found.name}


def _sketch_or_404(context: GameContext, pk: int) -> Sketch:
    """A sketch of the reader's own.

    :raises Http404: if there is none.
    """
    own = sketches_of(context.seat) if context.seat else Sketch.objects.none()
    return get_object_or_404(own.select_related("seat__game"), pk=pk)
