"""The clock of a game: who is due when, what the table votes on, and every change it had."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from games.clock.terms import BANKS
from games.clock.wording import absence
from games.tables.models import GameStatus
from games.votes.voters import open_votes
from games.web.clock.forms import PACES
from games.web.clock.ledger import ledger_lines
from games.web.clock.votes import proposals, vote_lines
from games.web.parts.clocks import table_clock
from games.web.play.sitting import sitting
from games.web.refusals import KEPT

A_PAGE = 50


@require_safe
def clock(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    if not at.begun:
        return redirect("game", code)
    moment = now()
    running = at.game.status == GameStatus.RUNNING
    wanted = request.GET.get("page", "1")
    page = max(int(wanted), 1) if wanted.isdecimal() and len(wanted) < 6 else 1
    lines = ledger_lines(at.game, at.names, page=page, size=A_PAGE)
    return render(
        request,
        "web/clock/clock.html",
        {
            "game": at.game,
            "board_name": at.board.name,
            "seated": at.seat is not None,
            "running": running,
            "table": table_clock(at, moment),
            "absence": absence(at.game),
            "votes": vote_lines(at, moment) if running else [],
            "proposals": proposals(at, open_votes(at.game, moment), _typed(request))
            if running
            else None,
            "ledger": lines[:A_PAGE],
            "page": page,
            "earlier": page + 1 if len(lines) > A_PAGE else None,
            "later": page - 1 if page > 1 else None,
        },
    )


def _typed(request: HttpRequest) -> dict[str, object]:
    """The fields of a proposed clock that was refused; the template lets go of them."""
    kept = request.session.get(KEPT, {})
    days, bank = kept.get("clock_days_per_turn", ""), kept.get("clock_bank", "")
    typed: dict[str, object] = {"weekends_off": True} if kept.get("clock_weekends_off") else {}
    if days in map(str, PACES):
        typed["days_per_turn"] = int(days)
    if bank in BANKS:
        typed["bank"] = bank
    return typed
