"""Pages about one game: decide, look, take back, undo, and the decisions that players read."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import engine
from games.common.errors import Refused
from games.facts.tickets import city_pair
from games.language.boards import board_name
from games.moderation import audit
from games.moderation.conflicts import standing_in_game
from games.moderation.games.hidden_cards import disclosed_looks, look_at_hidden_cards
from games.moderation.games.take_back import differences, take_back
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.proposals import open_proposal, open_proposals
from games.moderation.roles import NotAllowed, may_direct_game, require_game_role
from games.moderation.undo import undo
from games.people.models import Person
from games.players.selectors import reliability_of
from games.tables.models import Game, GameStatus
from games.tables.seat_names import seat_name, seat_names
from games.tables.selectors import games_visible_to
from games.votes.selectors import agreed_votes
from games.votes.wording import describe_proposal
from games.web.moderation.decision_forms import (
    TOO_LATE,
    BoundDecision,
    confirm_decision,
    object_to_decision,
    submitted,
)
from games.web.moderation.forms import ReasonForm
from games.web.moderation.game_decision_forms import GAME_DECISIONS
from games.web.moderation.presenters.history import decision_rows, game_history
from games.web.moderation.presenters.return_points import (
    lines_taken_back,
    numbers_taken_back,
    return_points_of,
)
from games.web.parts import phrases
from games.web.parts.buttons import button
from games.web.parts.durations import deadline_text
from games.web.parts.game_context import GameContext, game_context_or_404


def find_directed_game(request: HttpRequest, code: str) -> Game:
    """The game of a code for somebody who may act in it.

    :raises Http404: if there is none, or the reader may not even know of it.
    :raises PermissionDenied: if the reader may not act in it; it says why.
    """
    game = Game.objects.filter(code=code).defer("secret").first()
    if game is None:
        raise Http404
    try:
        require_game_role(cast(Person, request.user), game)
    except NotAllowed as refusal:
        if not games_visible_to(request.user).filter(pk=game.pk).exists():
            raise Http404 from refusal
        raise PermissionDenied(str(refusal)) from refusal
    return game


@require_safe
@login_required
def direct_game(request: HttpRequest, code: str) -> HttpResponse:
    game = find_directed_game(request, code)
    return render(request, "web/moderation/direct.html", direct_context(request, game))


def direct_context(
    request: HttpRequest, game: Game, *, failed: BoundDecision | None = None
) -> dict[str, Any]:
    """The names that the page uses; ``failed`` is a form that was refused."""
    person = cast(Person, request.user)
    moment = now()
    standing = standing_in_game(person, game)
    seats = list(game.seats.select_related("person").order_by("number"))
    reliability = reliability_of(seat.person_id for seat in seats if seat.person_id)
    return {
        "game": game,
        "board_name": board_name(engine.load_board(game.board)),
        "running": game.status == GameStatus.RUNNING,
        "seats": [
            {
                "name": seat_name(seat),
                "url_name": seat.person.name if seat.person else "",
                "reliability": reliability.get(seat.person_id) if seat.person_id else None,
                "to_move": seat.decision is not None,
                "clock": deadline_text(seat.due_at, moment),
                "missed": seat.missed,
                "wants_substitute": seat.open_since is not None,
            }
            for seat in seats
        ],
        "actions": GAME_DECISIONS.offered(game, person, failed, voice=standing.voice),
        "failed": failed,
        "agreed": [
            describe_proposal(vote, [seat_name(seat) for seat in seats])
            for vote in agreed_votes(moment).filter(game=game)
        ],
        "void_proposed": open_proposal(game, ModerationAction.VOID) is not None,
        "result_proposed": open_proposal(game, ModerationAction.ADJUDICATE) is not None
        and game.status == GameStatus.RUNNING,
        "involved": standing.involved,
        "history": game_history(game, actor=person, undo_at=moment),
    }


@require_POST
@login_required
def decide_in_game_view(request: HttpRequest, code: str, key: str) -> HttpResponse:
    game = find_directed_game(request, code)
    failed = GAME_DECISIONS.decide(request, game, key)
    if failed is None:
        return redirect("direct", code)
    page = direct_context(request, game, failed=failed)
    return render(request, "web/moderation/direct.html", page, status=422)


@button("direct", "code")
def undo_in_game(request: HttpRequest, person: Person, code: str, pk: int) -> str:
    game = find_directed_game(request, code)
    entry = get_object_or_404(AuditEntry, pk=pk, game=game)
    undo(actor=person, entry=entry, reason=request.POST.get("reason", ""), now=now())
    return _("This has been undone; the decision and the undoing both stay in the audit log.")


@button("direct", "code")
def confirm_in_game(request: HttpRequest, person: Person, code: str, pk: int) -> str:
    game = find_directed_game(request, code)
    return confirm_decision(request, get_object_or_404(open_proposals(), pk=pk, game=game))


@button("decisions", "code")
def object_in_game(request: HttpRequest, person: Person, code: str, pk: int) -> str:
    at = game_context_or_404(request, code)
    proposals = AuditEntry.objects.filter(game=at.game, action=ModerationAction.PROPOSE)
    return object_to_decision(request, get_object_or_404(proposals, pk=pk))


@require_POST
@login_required
def look_page(request: HttpRequest, code: str) -> HttpResponse:
    game = find_directed_game(request, code)
    person = cast(Person, request.user)
    try:
        views = look_at_hidden_cards(
            actor=person, game=game, reason=request.POST.get("reason", ""), now=now()
        )
    except NotAllowed as refusal:
        raise PermissionDenied(str(refusal)) from refusal
    except Refused as refusal:
        action = GAME_DECISIONS["look"].bind(game, person, request.POST)
        if action is not None:
            action.form.add_error("reason", str(refusal))
        page = direct_context(request, game, failed=action)
        return render(request, "web/moderation/direct.html", page, status=422)
    board = engine.load_board(game.board)
    names = seat_names(game)
    hands = [
        {
            "name": names[view.seat],
            "cards": phrases.cards(view.hands[view.seat]),
            "tickets": [
                city_pair(board, board.tickets[ticket])
                for ticket in (*view.tickets[view.seat], *view.offered[view.seat])
            ],
        }
        for view in views
        if view.seat is not None
    ]
    page = {"game": game, "board_name": board_name(board), "hands": hands}
    answer = render(request, "web/moderation/look.html", page)
    answer["Cache-Control"] = "no-store"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_back_page(request: HttpRequest, code: str) -> HttpResponse:
    game = find_directed_game(request, code)
    if game.status != GameStatus.RUNNING:
        messages.error(request, TOO_LATE)
        return redirect("direct", code)
    to = request.POST.get("to") or request.GET.get("to", "")
    points = dict(return_points_of(game))
    if to not in points:
        messages.error(
            request, _("The game cannot go back to that point. Choose one from the list.")
        )
        return redirect("direct", code)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    message = _("The game has been taken back, and all players are told.")
    if submitted(request, form, take_back, message, game=game, to=int(to)):
        return redirect("direct", code)
    changed = numbers_taken_back(game, int(to))
    board = engine.load_board(game.board)
    names = seat_names(game)
    page = {
        "game": game,
        "board_name": board_name(board),
        "moment": points[to],
        "to": to,
        "form": form,
        "goes": lines_taken_back(game, int(to)),
        "changes": [(names[change.seat], change) for change in changed.changes],
        "routes": [city_pair(board, board.tracks[track]) for track in changed.back],
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "web/moderation/take_back.html", page, status=status)


@require_safe
def game_decisions(request: HttpRequest, code: str) -> HttpResponse:
    at = game_context_or_404(request, code)
    if at.is_delayed:
        # Directors decide about the present.
        return redirect("game", code)
    person = request.user if isinstance(request.user, Person) else None
    return render(
        request,
        "web/moderation/decisions.html",
        {
            "game": at.game,
            "board_name": board_name(at.board),
            "history": game_history(at.game, actor=person),
            "taken_back": _take_backs(at),
            "looks": decision_rows(disclosed_looks(at.game)),
            "may_direct": may_direct_game(request.user, at.game),
        },
    )


def _take_backs(at: GameContext) -> list[dict[str, object]]:
    """The changes of each take-back, as far as the reader may know."""
    names = seat_names(at.game)
    found = []
    entries = list(audit.entries_of_game(at.game).filter(action=ModerationAction.TAKE_BACK))
    changes = differences(at.game, entries, at.seat_number)
    for entry, changed in zip(entries, changes, strict=True):
        came = {card: count for card, count in changed.cards.items() if count > 0}
        went = {card: -count for card, count in changed.cards.items() if count < 0}
        found.append(
            {
                "at": entry.at,
                "to": entry.data["to"],
                "changes": [(names[change.seat], change) for change in changed.changes],
                "routes": [city_pair(at.board, at.board.tracks[track]) for track in changed.back],
                "came": phrases.cards(came) if came else "",
                "went": phrases.cards(went) if went else "",
                "tickets": [
                    city_pair(at.board, at.board.tickets[ticket]) for ticket in changed.tickets
                ],
            }
        )
    return found
