"""What directors have decided in a game, for those who play it or watch it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.moderation import audit
from games.moderation.difference import differences
from games.moderation.look import looks_shown
from games.moderation.models import Deed
from games.moderation.roles import may_direct
from games.tables.naming import seat_names
from games.web.moderation.history import decided, history
from games.web.parts import words
from games.web.play.sitting import Sitting, sitting


@require_safe
def decisions(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    return render(
        request,
        "web/moderation/decisions.html",
        {
            "game": at.game,
            "board_name": at.board.name,
            "history": history(at.game),
            "taken_back": _taken_back(at),
            "looks": decided(looks_shown(at.game)),
            "may_direct": may_direct(request.user, at.game),
        },
    )


def _taken_back(at: Sitting) -> list[dict[str, object]]:
    """Gets what each take-back changed, as far as the reader may know."""
    names = seat_names(at.game)
    found = []
    entries = list(audit.of_game(at.game).filter(deed=Deed.TAKE_BACK))
    changes = differences(at.game, entries, at.number)
    for entry, changed in zip(entries, changes, strict=True):
        came = {card: count for card, count in changed.cards.items() if count > 0}
        went = {card: -count for card, count in changed.cards.items() if count < 0}
        found.append(
            {
                "at": entry.at,
                "to": entry.data["to"],
                "changes": [(names[change.seat], change) for change in changed.changes],
                "routes": [
                    words.route_name(at.board, at.board.tracks[track]) for track in changed.back
                ],
                "came": words.cards(came) if came else "",
                "went": words.cards(went) if went else "",
                "tickets": [
                    words.ticket_name(at.board, at.board.tickets[ticket])
                    for ticket in changed.tickets
                ],
            }
        )
    return found
