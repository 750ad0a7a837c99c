"""The page of a game, its log and record file; marking it read, polling it, nudging a player."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import log
from games.drawing.palette import seat_tints
from games.notifications.nudges import nudge as nudge_seat
from games.play.presence import mark_present, mark_seen
from games.tables.models import Game, GameStatus
from games.talk.models import Message
from games.talk.selectors import messages_of
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.game_context import game_context_or_404
from games.web.parts.refusals import show_refusals
from games.web.play.etag import etag_for, not_modified, with_etag
from games.web.play.presenters.game_page import game_page, game_urls, record_name


@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    at = game_context_or_404(request, code)
    if at.game.status == GameStatus.OPEN:
        return redirect("lobby" if at.seat else "join-game", *([] if at.seat else [code]))
    if not at.begun:
        return render(request, "web/play/game_cancelled.html", {"game": at.game, "board": at.board})
    moment = now()
    tag = etag_for(request, at, moment)
    unchanged = not_modified(request, tag)
    if unchanged:
        return unchanged
    return with_etag(render(request, "web/play/game.html", game_page(request, at, moment)), tag)


@require_safe
def full_log(request: HttpRequest, code: str) -> HttpResponse:
    at = game_context_or_404(request, code)
    if not at.begun:
        raise Http404
    look = at.look()
    names = [at.names[seat] for seat in range(look.view.seats)]
    teller = EventFormatter(look.view.board, names, look.view.seat, seat_tints(look.view.teams))
    page = {
        **game_urls(code),
        "game": at.game,
        "board_name": look.view.board.name,
        "lines": teller.items(look.story()),
    }
    response = render(request, "web/play/log.html", page)
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    at = game_context_or_404(request, code)
    if not at.begun:
        raise Http404
    if at.over:
        at.game.refresh_from_db(fields=["secret"])
    lines = log.export_record(at.game, seat=at.number)
    response = HttpResponse(
        "".join(f"{line}\n" for line in lines), "application/jsonl; charset=utf-8"
    )
    name = record_name(at) if at.over else f"night-mail-{code}-view.jsonl"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response


@login_required
@require_POST
def seen(request: HttpRequest, code: str) -> HttpResponse:
    at = game_context_or_404(request, code)
    seq = request.POST.get("seq", "")
    if at.seat and seq.isdecimal():
        mark_seen(seat=at.seat, seq=min(int(seq[:9]), at.game.version))
    return redirect("game", code)


@require_http_methods(["GET", "HEAD", "POST"])
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """Answer 204 where nothing happened, else a few words to put on the page.

    A page that is open before somebody who plays asks by POST: turn mails wait meanwhile.
    """
    at = game_context_or_404(request, code)
    if request.method == "POST" and at.seat is not None:
        mark_present(seat=at.seat, now=now())
    seen = request.GET.get("seen", "")
    if not at.begun or not seen.isdecimal() or len(seen) > 8:
        raise Http404
    said = _latest_unseen_message(request, at.game)
    if at.game.version <= int(seen) and said is None:
        return HttpResponse(status=204)
    look = at.look()
    names = [at.names[seat] for seat in range(look.view.seats)]
    teller = EventFormatter(look.view.board, names, look.view.seat, seat_tints(look.view.teams))
    lines = [told for told in look.story(after=int(seen)) if teller.line(told)]
    response = render(
        request,
        "web/play/pulse.html",
        {
            **game_urls(code),
            "latest": teller.sentence(lines[-1]) if lines else "",
            "said": said,
            "my_move": look.view.seat in look.view.pending and look.view.outcome is None,
        },
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _latest_unseen_message(request: HttpRequest, game: Game) -> Message | None:
    """The latest message that the page does not show yet; pages that do not ask have none."""
    known = request.GET.get("said", "")
    if not known.isdecimal() or len(known) > 15:
        return None
    said = messages_of(game).filter(pk__gt=int(known), removed_at=None, author__isnull=False)
    return said.exclude(author=request.user.pk).last()


@login_required
@require_POST
def nudge(request: HttpRequest, code: str) -> HttpResponse:
    at = game_context_or_404(request, code)
    number = request.POST.get("seat", "")
    if at.seat is None or not number.isdecimal() or len(number) > 2:
        raise Http404
    with show_refusals(request):
        nudge_seat(game=at.game, by=at.seat, number=int(number), now=now())
        name = at.names[int(number)]
        messages.success(request, _("%(name)s is told that you wait.") % {"name": name})
    return redirect("game", code)
