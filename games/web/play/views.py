"""The page of a game, its log and record file; marking it read, polling it, nudging a player."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import log
from games.common.work_rows import WorkStatus
from games.notifications.nudges import nudge as nudge_seat
from games.people.models import Person
from games.play.presence import mark_present_at, mark_seen
from games.tables.models import GameStatus
from games.talk.messages import NOBODY, last_message, position_of
from games.web.parts.buttons import button
from games.web.parts.game_context import game_context_or_404, visible_game
from games.web.parts.page_parts import in_parts
from games.web.parts.players import player_required
from games.web.parts.requests import parse_number
from games.web.parts.waiting_games import waiting_mark
from games.web.play.etag import etag_for, not_modified, with_etag
from games.web.play.presenters.game_page import game_page, page_header, record_name
from games.web.play.presenters.hint import own_hint


@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if context.game.status == GameStatus.OPEN:
        return redirect("lobby") if context.seat else redirect("join-game", code)
    if not context.has_log:
        return render(
            request, "web/play/game_cancelled.html", {"game": context.game, "board": context.board}
        )
    moment = now()
    tag = etag_for(request, context, moment)
    unchanged = not_modified(request, tag)
    if unchanged:
        return unchanged
    page = game_page(request, context, moment, snapshot=context.snapshot_as_found())
    response = render(request, "web/play/game.html", page)
    return in_parts(request, with_etag(response, tag))


@require_safe
@cache_control(private=True, no_cache=True)
def full_log(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if not context.has_log:
        raise Http404
    snapshot = context.snapshot()
    lines = context.formatter(snapshot.view).html_items(snapshot.events())
    return render(request, "web/play/log.html", {**page_header(context), "lines": lines})


@require_safe
@cache_control(private=True, no_cache=True)
def record(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if not context.has_log or context.game.practice:
        raise Http404
    if context.is_over:
        context.game.refresh_from_db(fields=["secret"])
    lines = log.export_record(context.game, seat=context.seat_number)
    name = record_name(context) if context.is_over else f"night-mail-{code}-view.jsonl"
    return HttpResponse(
        "".join(f"{line}\n" for line in lines),
        "application/jsonl; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@player_required
@require_POST
def seen(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    seq = parse_number(request.POST.get("seq", "")[:9], 9)
    if context.seat and seq is not None:
        mark_seen(seat=context.seat, seq=min(seq, context.game.version))
    return redirect("game", code)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """Answer 204 where nothing has happened since event ``seen``, else 205: ask for the page again.

    A page that is open before somebody who plays asks by POST now and then: turn mails wait
    meanwhile. With ``hint`` it waits for a hint as well, with ``waiting`` for other games of the
    reader. This is asked every second and reads a single row of the game.
    """
    known = parse_number(request.GET.get("seen", ""), 8)
    at = position_of(visible_game(request, code), request.user.pk or NOBODY)
    if known is None or at is None:
        raise Http404
    if request.method == "POST":
        mark_present_at(game=at.game, person=request.user, now=now())
    said = parse_number(request.GET.get("said", ""), 15)
    if at.delayed:
        context = game_context_or_404(request, code)
        reader = request.user.pk or NOBODY
        at = at._replace(version=context.game.version, said=last_message(context.game, reader))
    is_new = at.version > known or (said is not None and at.said > said)
    if not is_new and "waiting" in request.GET:
        is_new = request.GET["waiting"] != waiting_mark(request)
    if not is_new and "hint" in request.GET:
        found = own_hint(game_context_or_404(request, code))
        is_new = found is None or found.status != WorkStatus.PENDING
    return HttpResponse(status=205 if is_new else 204)


@button("game", "code")
def nudge(request: HttpRequest, person: Person, code: str) -> str:
    context = game_context_or_404(request, code)
    number = parse_number(request.POST.get("seat", ""), 2)
    if context.seat is None or number is None:
        raise Http404
    nudge_seat(game=context.game, by=context.seat, number=number, now=now())
    return _("%(name)s will hear that you are waiting.") % {"name": context.names[number]}
